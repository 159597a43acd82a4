// The words about saving, in one polite live region. "Saved" is shown only when nothing is left unsaved.

const KEPT = "your work is kept on this computer";
const OPEN = "keep this page open";

export class SaveState {
  constructor(outbox, sender) {
    this.outbox = outbox;
    this.sender = sender;
    this.place = document.querySelector("[data-save-state]");
    this.note = document.querySelector("[data-unsent-note]"); // pages that show the words only when needed
    this.button = document.querySelector("[data-unsent-button]");
    this.restWords = this.place.textContent.trim();
    sender.addEventListener("saved", (event) => {
      if (event.detail.isHeard && this.note?.hidden) return; // a page of something else has nothing to say about it
      this.restWords = `Saved ${event.detail.outcome.at}`;
      this.show();
    });
    outbox.durable?.addEventListener("kept", () => this.show());
    for (const name of ["sending", "needs-word", "trouble", "rest"]) {
      sender.addEventListener(name, () => this.show());
    }
  }

  show() {
    const words = this.#words();
    if (this.place.textContent !== words) this.place.textContent = words;
    const unsaved = this.outbox.all();
    this.place.classList.toggle("is-unsaved", unsaved.length > 0);
    const elsewhere = unsaved.filter((entry) => entry.state === "conflict" || entry.state === "refused");
    if (this.button) this.button.hidden = elsewhere.length === 0;
    if (this.note) this.note.hidden = unsaved.length === 0 && !this.restWords;
  }

  #words() {
    const waiting = this.outbox.waiting().length;
    const undecided = this.outbox.all().filter((e) => e.state === "conflict" || e.state === "refused").length;
    const kept = this.outbox.isDurable ? KEPT : OPEN; // never promised before it is true
    if (waiting && this.sender.trouble === "signed_out") return `Not saved. Sign in again; ${kept}.`;
    if (waiting && this.sender.trouble === "other_person") {
      return "Not saved: somebody else is signed in in this browser now. What you entered waits for you.";
    }
    if (waiting && this.sender.trouble === "network") {
      return `Not saved, will retry; ${kept}.`;
    }
    if (waiting) return "Saving";
    if (undecided) return undecided === 1 ? "One answer is not saved and needs your word." : `${undecided} answers are not saved and need your word.`;
    if (this.outbox.all().length) return "An answer needs its note before it can be saved.";
    return this.restWords;
  }
}
