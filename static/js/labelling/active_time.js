// Active time since the last change: the page is seen, and something happened within the last half minute.

const IDLE_AFTER_MS = 30000;
const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "keydown", "wheel", "scroll", "touchstart"];

export class ActiveTime {
  constructor() {
    this.total = 0;
    this.counted = performance.now(); // until when time has been counted
    this.sign = this.counted; // the last sign of life; long past while the page is hidden
    for (const name of SIGNS_OF_LIFE) {
      addEventListener(name, () => this.#live(), { passive: true, capture: true });
    }
    document.addEventListener("visibilitychange", () => {
      this.#count();
      this.sign = document.hidden ? -IDLE_AFTER_MS : this.counted;
    });
  }

  // Milliseconds since it was last taken.
  take() {
    this.#count();
    const taken = Math.round(this.total);
    this.total = 0;
    return taken;
  }

  #live() {
    this.#count();
    this.sign = this.counted;
  }

  // Each moment counts once, and only up to half a minute after the last sign of life.
  #count() {
    const now = performance.now();
    this.total += Math.max(0, Math.min(now, this.sign + IDLE_AFTER_MS) - this.counted);
    this.counted = now;
  }
}
