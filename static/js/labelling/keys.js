// Single keys on the labelling page (WCAG 2.1.4: can be changed and switched off). They act on the marked
// criterion, and never while typing, in a dialog or with a modifier. Those that change an answer act only while the
// marked criterion can be seen (aim.js); else the first press shows it.

import { decide, placeAfter, WRITING_ACTS } from "./aim.js";
import { focusAt, isTyping } from "./focus.js";
import { bringIntoSight, isInSight } from "./sight.js";

// Wide enough for two columns: criteria scroll in their own, so scrolling to one hides no reply.
const WIDE = matchMedia("(min-width: 900px) and (min-height: 620px)");

export class Keys {
  constructor(item, keys, keyWords) {
    this.item = item;
    this.keys = keys;
    this.keyWords = keyWords;
    this.acts = new Map(Object.entries(keys).map(([act, key]) => [key, act]));
    this.isMarked = true; // not at the way on to the next item, where nothing is to be answered
    this.current = this.#first();
    this.#mark();
    if (WIDE.matches) this.current?.fieldset.scrollIntoView({ block: "nearest" }); // where one was
    item.form.addEventListener("focusin", (event) => {
      const criterion = item.criterionOf(event.target);
      if (criterion) this.#setCurrent(criterion);
    });
    document.addEventListener("keydown", (event) => this.#pressed(event));
  }

  #first() {
    const { criteria } = this.item;
    const focused = this.item.criterionOf(document.activeElement);
    const asked = criteria.find((one) => `#${one.fieldset.id}` === location.hash);
    return focused ?? asked ?? criteria.find((one) => !one.isAnswered) ?? criteria[0];
  }

  #pressed(event) {
    if (event.defaultPrevented) return;
    if (event.target === this.current?.note) return this.#inNote(event);
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "z") {
      event.preventDefault();
      return this.#write("undo", event.target);
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.documentElement.dataset.shortcuts === "off") return;
    const act = this.acts.get(event.key.toLowerCase());
    if (!act || !this.#do(act, event.target)) return;
    event.preventDefault();
  }

  // From a note on with Ctrl+Enter; out of it with Escape.
  #inNote(event) {
    const isOn = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!isOn && event.key !== "Escape") return;
    event.preventDefault();
    const wasAnswered = this.current.isAnswered;
    this.item.keepNote(this.current);
    if (isOn) this.#goOn(wasAnswered);
    else this.current.fieldset.focus();
  }

  // -> whether the key meant something here
  #do(act, target) {
    if (act === "confirm" && !this.current?.needsConfirmation) return false;
    if (WRITING_ACTS.has(act)) this.#write(act, target);
    else if (act === "note") this.#openNote();
    else if (act === "next_criterion") this.#step(1);
    else if (act === "previous_criterion") this.#step(-1);
    else if (act === "reply") document.querySelector("[data-reply]").focus();
    else return false; // the rest are links and buttons that say their own key
    return true;
  }

  // Do what changes an answer, or show what it is about, or say why neither.
  #write(act, target) {
    const undone = act === "undo" ? this.item.lastChange : null;
    if (act === "undo" && !undone) return this.keyWords.say("There is nothing to undo here.");
    const criterion = undone?.criterion ?? this.current;
    if (!criterion || criterion.fieldset.disabled) return undefined;
    const parts = () => criterion.partsWith(fieldsOf(act, undone));
    const decision = decide({
      isOpen: true,
      focus: focusAt(target, (element) => this.item.criterionOf(element) === this.current),
      isMarked: this.isMarked || act === "undo",
      isInSight: isInSight(criterion.fieldset, parts),
    });
    this.keyWords.clear();
    if (decision === "act") return this.#act(act, criterion);
    if (decision === "nothing") return this.keyWords.say(this.#wordsAtEnd());
    this.keyWords.say(`Criterion ${criterion.number} is in view now. Press the key again.`);
    return this.#goTo(criterion, parts);
  }

  #act(act, criterion) {
    const wasAnswered = criterion.isAnswered;
    if (act === "undo") this.#undo(criterion);
    else if (act === "flag") this.item.setFlag(criterion, !criterion.shown.flagged);
    else {
      this.item.choose(criterion, act === "confirm" ? criterion.shown.value : act);
      if (criterion.lacksNote(criterion.shown)) this.#openNote();
      else if (act === "cannot_judge" && !criterion.shown.note.trim()) this.#openNote();
      else this.#goOn(wasAnswered);
    }
  }

  #undo(criterion) {
    const isUndone = this.item.undo();
    this.#goTo(criterion);
    if (!isUndone) this.keyWords.say(`Criterion ${criterion.number} was changed elsewhere since; nothing was undone.`);
  }

  #openNote() {
    const criterion = this.current;
    if (!criterion || criterion.fieldset.disabled) return;
    criterion.openNote();
    bringIntoSight(criterion.fieldset, () => [criterion.fieldset, criterion.noteBox]);
  }

  #step(by) {
    this.keyWords.clear();
    if (!this.isMarked && this.current) return this.#goTo(this.current);
    const next = this.item.criteria[this.item.criteria.indexOf(this.current) + by];
    return next && this.#goTo(next);
  }

  // To the criterion that comes next; where none does, to the note of the next conversation or the way on.
  #goOn(wasAnswered) {
    const answered = this.item.criteria.map((one) => one.isAnswered);
    const place = placeAfter(this.item.criteria.indexOf(this.current), { answered, wasAnswered });
    if (place !== null) return this.#goTo(this.item.criteria[place]);
    this.isMarked = false;
    this.#mark();
    return document.querySelector("[data-next-note]:not([hidden]), [data-next]")?.focus();
  }

  #wordsAtEnd() {
    return `Nothing was changed. Press ${this.keys.previous_criterion} to go back to criterion ${this.current.number}.`;
  }

  // The group itself takes the focus and not its first answer, so that no answer looks suggested.
  #goTo(criterion, parts = () => criterion.partsWith(["value"])) {
    this.#setCurrent(criterion);
    criterion.fieldset.focus({ preventScroll: true });
    criterion.fieldset.scrollIntoView({ block: "nearest", behavior: "instant" });
    bringIntoSight(criterion.fieldset, parts);
  }

  #setCurrent(criterion) {
    this.current = criterion;
    this.isMarked = true;
    this.#mark();
  }

  #mark() {
    for (const one of this.item.criteria) {
      one.fieldset.classList.toggle("is-current", this.isMarked && one === this.current);
    }
  }
}

function fieldsOf(act, undone) {
  if (undone) return Object.keys(undone.after);
  return act === "flag" ? ["flagged"] : ["value"];
}
