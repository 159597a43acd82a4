// The label of a long conversation as a whole, with the same ways as a Criterion: what the server has acknowledged,
// what waits on top of it, and how both are shown.

import { enteredIn } from "../entered.js";

export class Whole {
  fields = ["value", "evidence_turns", "note"];
  title = "the conversation as a whole";
  standing = "stands"; // no rubric changes under it
  needsConfirmation = false;

  constructor(form, section) {
    this.form = form;
    this.fieldset = section; // the part of the page that problems are drawn in
    const { value, note, evidence, version } = section.dataset;
    this.acknowledged = {
      value: value || null,
      evidence_turns: evidence ? evidence.split(" ").map(Number) : [],
      note,
      version: Number(version),
    };
    this.shown = { ...this.acknowledged };
    this.radios = [...section.querySelectorAll("input[type=radio]")];
    this.boxes = [...form.querySelectorAll("input[name=evidence]")];
    this.note = section.querySelector("textarea");
    this.answers = section.querySelector(".whole-answers");
    this.clear = section.querySelector("[data-clear]");
    this.state = section.querySelector("[data-state]");
    this.evidenceWords = section.querySelector("[data-evidence-words]");
    this.needsNote = section.querySelector("[data-needs-note]")?.value;
  }

  // What must be seen of it while one of its elements, or some of its fields, are changed by a key.
  partsOf(element) {
    return [element.name === "evidence" ? element.closest(".exchange-head") : this.answers];
  }

  // Of evidence, the turn whose mark comes or goes.
  partsWith(fields, turn) {
    if (fields.includes("value")) return [this.answers];
    if (!fields.includes("evidence_turns")) return [this.note];
    return this.partsOf(this.boxes.find((box) => Number(box.value) === turn));
  }

  nameOf(element) {
    return element?.name === "evidence" ? `The mark of turn ${element.value}` : "Your label";
  }

  // What was entered before this script came, as a change of what the page was written with.
  get enteredBefore() {
    const change = enteredIn(this.radios, this.note);
    if (this.boxes.some((box) => box.checked !== box.defaultChecked)) change.evidence_turns = this.tickedTurns;
    return change;
  }

  get typedNote() {
    return this.note.value;
  }

  get tickedTurns() {
    return this.boxes.filter((box) => box.checked).map((box) => Number(box.value));
  }

  get isAnswered() {
    return this.shown.value !== null && !this.lacksNote(this.shown);
  }

  lacksNote(answer) {
    return answer.value !== null && answer.value === this.needsNote && !answer.note.trim();
  }

  // Lay the unsent changes over what is acknowledged and show the result. A note being typed is left alone.
  show(entries) {
    const before = this.shown;
    this.shown = entries.reduce((answer, entry) => ({ ...answer, ...entry.change }), { ...this.acknowledged });
    for (const radio of this.radios) radio.checked = radio.value === this.shown.value;
    if (this.note.value === before.note) this.note.value = this.shown.note;
    if (this.clear) this.clear.hidden = this.shown.value === null;
    this.#showEvidence(this.shown.evidence_turns);
    this.#say(entries);
  }

  openNote() {
    this.note.focus();
    this.note.setSelectionRange(this.note.value.length, this.note.value.length);
  }

  #showEvidence(turns) {
    for (const box of this.boxes) {
      const isMarked = turns.includes(Number(box.value));
      box.checked = isMarked;
      box.closest("[data-turn]").classList.toggle("is-evidence", isMarked);
      document.querySelector(`[data-turn-link="${box.value}"] [data-turn-mark]`).hidden = !isMarked;
    }
    const words = turns.length === 0 ? "no turn is marked" : `turn${turns.length === 1 ? "" : "s"} ${turns.join(", ")}`;
    this.evidenceWords.textContent = words;
  }

  #say(entries) {
    const isIncomplete = entries.some((entry) => entry.state === "incomplete");
    const isUnsent = entries.some((entry) => entry.state === "waiting");
    this.state.hidden = !isIncomplete && !isUnsent;
    this.state.textContent = isIncomplete
      ? "Please say in the note why you cannot judge this; the answer is saved together with it."
      : "Not saved yet";
    this.state.classList.toggle("is-waiting", !isIncomplete);
  }
}
