// Active time since the last change: the page is seen, and something happened within the last half minute.

const IDLE_AFTER_MS = 30000;
const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "keydown", "wheel", "scroll", "touchstart"];

export class ActiveTime {
  constructor() {
    this.total = 0;
    this.last = performance.now();
    for (const name of SIGNS_OF_LIFE) {
      addEventListener(name, () => this.#count(), { passive: true, capture: true });
    }
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#count();
      else this.last = performance.now();
    });
  }

  // Milliseconds since it was last taken.
  take() {
    this.#count();
    const taken = Math.round(this.total);
    this.total = 0;
    return taken;
  }

  #count() {
    const now = performance.now();
    this.total += Math.min(now - this.last, IDLE_AFTER_MS);
    this.last = now;
  }
}
