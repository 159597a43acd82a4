// Single keys on the page of a long conversation. The person's own keys where the act is the same; a digit for each
// label. Never while typing, in a dialog, with a modifier, or when switched off; and those that change the label or a
// mark act only while it can be seen (aim.js).

import { decide } from "../aim.js";
import { focusAt } from "../focus.js";
import { bringIntoSight, isInSight } from "../sight.js";

export class LongKeys {
  constructor(item, whole, turns, keys, keyWords) {
    this.item = item;
    this.whole = whole;
    this.turns = turns;
    this.keys = keys;
    this.keyWords = keyWords;
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
      this.#undo(event.target);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.documentElement.dataset.shortcuts === "off") return;
    const act = this.acts.get(event.key.toLowerCase());
    if (this.#do(act, event.target) || this.#label(event.key, event.target)) event.preventDefault();
  }

  #inNote(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.item.keepNote(this.whole);
    this.whole.fieldset.focus();
  }

  // -> whether the key meant something here
  #do(act, target) {
    if (act === "next_criterion") this.#step(1);
    else if (act === "previous_criterion") this.#step(-1);
    else if (act === "reply") this.#goTo(this.whole.fieldset, () => [this.whole.answers]);
    else if (act === "note" && this.isOpen) this.#openNote();
    else if (act === "undo" && this.isOpen) this.#undo(target);
    else if (act === "flag" && this.isOpen) this.#mark(target);
    else return false; // the rest are links and buttons that say their own key
    return true;
  }

  #step(by) {
    this.keyWords.clear();
    this.turns.step(by);
  }

  #label(key, target) {
    const radio = /^[1-9]$/.test(key) ? this.whole.radios[Number(key) - 1] : null;
    if (!radio || !this.isOpen) return false;
    this.#write(target, "Your label", this.whole.fieldset, () => [this.whole.answers], () => {
      this.item.choose(this.whole, radio.value);
      if (this.whole.isAnswered) document.querySelector("[data-next]")?.focus();
      else this.#openNote();
    });
    return true;
  }

  #mark(target) {
    const turn = this.turns.current;
    const box = turn.querySelector("input[name=evidence]");
    this.#write(target, this.whole.nameOf(box), turn, () => this.whole.partsOf(box), () => box.click());
  }

  #undo(target) {
    const undone = this.item.lastChange;
    if (!undone) return this.keyWords.say("There is nothing to undo here.");
    const { before, after } = undone;
    const number = differingTurn(before.evidence_turns, after.evidence_turns);
    const box = this.whole.boxes.find((one) => Number(one.value) === number);
    const place = box ? box.closest("[data-turn]") : this.whole.fieldset;
    const parts = () => this.whole.partsWith(Object.keys(after), number);
    return this.#write(target, this.whole.nameOf(box), place, parts, () => {
      if (!this.item.undo()) this.keyWords.say("Your label was changed elsewhere since; nothing was undone.");
    });
  }

  // Do `act` if the place it is about can be seen; or bring that place into view; or say why neither.
  #write(target, name, place, parts, act) {
    const decision = decide({
      isOpen: true,
      focus: focusAt(target, (element) => element.closest("[data-turn], [data-whole]") !== null),
      isMarked: true,
      isInSight: isInSight(parts().at(-1), parts),
    });
    this.keyWords.clear();
    if (decision === "act") return act();
    if (decision === "nothing") {
      return this.keyWords.say(`Nothing was changed. Press ${this.keys.reply} to go back to your label.`);
    }
    this.keyWords.say(`${name} is in view now. Press the key again.`);
    return this.#goTo(place, parts);
  }

  #openNote() {
    this.whole.openNote();
    bringIntoSight(this.whole.note, () => [this.whole.note]);
  }

  #goTo(place, parts) {
    if (place.matches("[data-turn]")) this.turns.goTo(place); // it stays the marked one while the page scrolls
    else place.focus({ preventScroll: true });
    bringIntoSight(parts().at(-1), parts);
  }
}

// The first turn that only one of two lists of evidence names.
function differingTurn(before = [], after = []) {
  return [...before, ...after].find((turn) => before.includes(turn) !== after.includes(turn));
}
