// Single keys on the page of a long conversation. The person's own keys where the act is the same; a digit for each
// label. Never while typing, in a dialog, with a modifier, or when switched off.

export class LongKeys {
  constructor(item, whole, turns, keys) {
    this.item = item;
    this.whole = whole;
    this.turns = turns;
    this.acts = new Map(Object.entries(keys).map(([act, key]) => [key, act]));
    document.addEventListener("keydown", (event) => this.#pressed(event));
  }

  get isOpen() {
    return this.item.form.dataset.isOpen === "true";
  }

  #pressed(event) {
    if (event.defaultPrevented) return;
    if (event.target === this.whole.note) return this.#inNote(event);
    if (document.querySelector("dialog[open]")) return;
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "z") {
      event.preventDefault();
      this.item.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.documentElement.dataset.shortcuts === "off") return;
    const act = this.acts.get(event.key.toLowerCase());
    if (this.#do(act) || this.#say(event.key)) event.preventDefault();
  }

  #inNote(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.item.keepNote(this.whole);
    this.whole.fieldset.focus();
  }

  // -> whether the key meant something here
  #do(act) {
    if (act === "next_criterion") this.turns.step(1);
    else if (act === "previous_criterion") this.turns.step(-1);
    else if (act === "reply") this.whole.fieldset.focus();
    else if (act === "note" && this.isOpen) this.whole.openNote();
    else if (act === "undo" && this.isOpen) this.item.undo();
    else if (act === "flag" && this.isOpen) this.turns.current.querySelector("input[name=evidence]").click();
    else return false; // the rest are links and buttons that say their own key
    return true;
  }

  #say(key) {
    const radio = /^[1-9]$/.test(key) ? this.whole.radios[Number(key) - 1] : null;
    if (!radio || !this.isOpen) return false;
    this.item.choose(this.whole, radio.value);
    if (this.whole.isAnswered) document.querySelector("[data-next]")?.focus();
    else this.whole.openNote();
    return true;
  }
}
