// The turns of a long conversation: which one is being read, how to step between them, and where one was last time.

const PREFIX = "concord-turn"; // turn numbers only, kept on this computer for this person

export class Turns {
  constructor(form, person) {
    this.key = `${PREFIX}:${person}:${form.dataset.pageUrl}`;
    this.turns = [...form.querySelectorAll("[data-turn]")];
    this.links = new Map([...form.querySelectorAll("[data-turn-link]")].map((link) => [link.dataset.turnLink, link]));
    this.here = document.querySelector("[data-here]");
    this.#offerToResume(form);
    this.current = this.turns[0];
    this.#mark();
    addEventListener("scroll", () => this.#look(), { passive: true });
    form.addEventListener("focusin", (event) => {
      const turn = event.target.closest("[data-turn]");
      if (turn) this.#setCurrent(turn);
    });
    document.addEventListener("click", (event) => {
      const link = event.target.closest("[data-turn-link], [data-resume-link]");
      const turn = link && document.getElementById(link.hash.slice(1));
      if (!turn) return;
      event.preventDefault();
      this.goTo(turn);
    });
  }

  step(by) {
    const turn = this.turns[this.turns.indexOf(this.current) + by];
    if (turn) this.goTo(turn);
  }

  goTo(turn) {
    turn.focus({ preventScroll: true });
    turn.scrollIntoView({ block: "start" });
    this.#setCurrent(turn);
    this.isHeld = true; // the scrolling that follows is ours
    setTimeout(() => {
      this.isHeld = false;
    }, 150);
  }

  // The turn being read is the last one that begins above the upper third of the window.
  #look() {
    if (this.isHeld) return;
    const line = innerHeight / 3;
    const begun = this.turns.filter((turn) => turn.getBoundingClientRect().top <= line);
    this.#setCurrent(begun.at(-1) ?? this.turns[0]);
  }

  #setCurrent(turn) {
    if (turn === this.current) return;
    this.current = turn;
    this.#mark();
    try {
      localStorage.setItem(this.key, turn.dataset.turn);
    } catch {
      // without storage nobody is led back; nothing else is lost
    }
  }

  #mark() {
    const number = this.current.dataset.turn;
    if (this.here) this.here.textContent = number;
    for (const [key, link] of this.links) {
      if (key === number) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const link = this.links.get(number);
    const list = link.closest("nav");
    const isSeen = link.offsetTop >= list.scrollTop && link.offsetTop + link.offsetHeight <= list.scrollTop + list.clientHeight;
    if (!isSeen) list.scrollTop = link.offsetTop - list.clientHeight / 2;
  }

  #offerToResume(form) {
    const last = localStorage.getItem(this.key);
    const offer = form.querySelector("[data-resume]");
    if (!last || last === "1" || !this.links.has(last) || location.hash) return;
    offer.querySelector("[data-resume-turn]").textContent = last;
    offer.querySelector("[data-resume-link]").hash = `turn-${last}`;
    offer.hidden = false;
  }
}
