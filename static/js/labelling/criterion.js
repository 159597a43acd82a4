// One criterion on the page: what the server has acknowledged, what waits on top of it, and how both are shown.

import { enteredIn } from "./entered.js";
import { boxBetween } from "./sight.js";

const LONGEST_TITLE = 80;

export class Criterion {
  fields = ["value", "note", "flagged"];

  constructor(fieldset) {
    this.fieldset = fieldset;
    this.id = fieldset.dataset.criterion;
    this.words = Number(fieldset.dataset.words); // the version of the criterion that stands on this page
    this.acknowledged = {
      value: fieldset.dataset.value || null,
      note: fieldset.dataset.note,
      flagged: fieldset.dataset.flagged === "true",
      version: Number(fieldset.dataset.version),
    };
    this.shown = { ...this.acknowledged };
    this.standing = fieldset.dataset.standing; // "stands", "confirm" or "reopened"
    this.number = fieldset.querySelector(".criterion-number").textContent;
    this.title = `criterion ${this.number}: “${shortened(fieldset.querySelector(".criterion-text").textContent)}”`;
    this.answers = fieldset.querySelector(".answers");
    this.radios = [...fieldset.querySelectorAll("input[type=radio]")];
    this.note = fieldset.querySelector("textarea");
    this.noteBox = fieldset.querySelector(".criterion-note");
    this.flag = fieldset.querySelector("input[type=checkbox]");
    this.clear = fieldset.querySelector("[data-clear]");
    this.state = fieldset.querySelector("[data-state]");
  }

  // What must be seen of it while one of its elements, or some of its fields, are changed by a key.
  partsOf(element) {
    return this.partsWith(element === this.flag ? ["flagged"] : ["value"]);
  }

  partsWith(fields) {
    if (fields.includes("value")) return [this.fieldset, boxBetween(this.fieldset, this.answers), this.answers];
    const last = fields.includes("note") ? this.noteBox : this.flag.parentElement;
    return [this.fieldset, boxBetween(this.answers, last), last];
  }

  nameOf() {
    return `Criterion ${this.number}`;
  }

  get needsConfirmation() {
    return this.standing === "confirm" && this.shown.value !== null;
  }

  // What was entered before this script came, as a change of what the page was written with.
  get enteredBefore() {
    const change = enteredIn(this.radios, this.note);
    if (this.flag.checked !== this.flag.defaultChecked) change.flagged = this.flag.checked;
    return change;
  }

  get typedNote() {
    return this.note.value;
  }

  // What the person sees as answered. A label to confirm, or one that still needs its note, is not.
  get isAnswered() {
    return this.shown.value !== null && !this.lacksNote(this.shown) && !this.needsConfirmation;
  }

  lacksNote(answer) {
    return answer.value === "cannot_judge" && !answer.note.trim();
  }

  // Lay the unsent changes over what is acknowledged and show the result. A note being typed is left alone.
  show(entries) {
    const before = this.shown;
    this.shown = entries.reduce((answer, entry) => ({ ...answer, ...entry.change }), { ...this.acknowledged });
    for (const radio of this.radios) radio.checked = radio.value === this.shown.value;
    if (this.note.value === before.note) this.note.value = this.shown.note;
    if (this.shown.note) this.noteBox.open = true;
    this.flag.checked = this.shown.flagged;
    this.clear.hidden = this.shown.value === null;
    this.#say(entries);
  }

  #say(entries) {
    const isIncomplete = entries.some((entry) => entry.state === "incomplete");
    const isUnsent = entries.some((entry) => entry.state === "waiting");
    this.state.hidden = !isIncomplete && !isUnsent;
    this.state.textContent = isIncomplete
      ? "Please say in the note why you cannot judge this; the answer is saved together with it."
      : "Not saved yet";
    this.state.classList.toggle("is-waiting", !isIncomplete);
    this.fieldset.classList.toggle("is-answered", this.isAnswered);
  }

  // The words about what changed stay while a label waits for a word on it.
  setStanding(standing) {
    this.standing = standing;
    const words = this.fieldset.querySelector(".criterion-changed");
    if (words) words.hidden = standing === "stands";
  }

  openNote() {
    this.noteBox.open = true;
    this.note.focus();
    this.note.setSelectionRange(this.note.value.length, this.note.value.length);
  }
}

// Enough of a text to know it again.
function shortened(text) {
  return text.length > LONGEST_TITLE ? `${text.slice(0, LONGEST_TITLE).trimEnd()}…` : text;
}
