// Single keys on the labelling page (WCAG 2.1.4: can be changed and switched off). They act on the marked
// criterion, and never while typing, in a dialog, with a modifier, or inside a group of answers' own arrow keys.

// Wide enough for two columns: criteria scroll in their own, so scrolling to one hides no reply.
const WIDE = matchMedia("(min-width: 900px) and (min-height: 620px)");

export class Keys {
  constructor(item, keys) {
    this.item = item;
    this.acts = new Map(Object.entries(keys).map(([act, key]) => [key, act]));
    this.current = item.criteria.find((one) => !one.isAnswered) ?? item.criteria[0];
    this.#mark();
    if (WIDE.matches) this.current?.fieldset.scrollIntoView({ block: "nearest" }); // where one was
    item.form.addEventListener("focusin", (event) => {
      const criterion = item.criterionOf(event.target);
      if (criterion) this.#setCurrent(criterion);
    });
    document.addEventListener("keydown", (event) => this.#pressed(event));
  }

  #pressed(event) {
    if (event.defaultPrevented) return;
    if (event.target === this.current?.note) return this.#inNote(event);
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "z") {
      event.preventDefault();
      return this.#undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.documentElement.dataset.shortcuts === "off") return;
    const act = this.acts.get(event.key.toLowerCase());
    if (!act || !this.#do(act)) return;
    event.preventDefault();
  }

  // From a note on with Ctrl+Enter; out of it with Escape.
  #inNote(event) {
    const isOn = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!isOn && event.key !== "Escape") return;
    event.preventDefault();
    this.item.keepNote(this.current);
    if (isOn) this.#goOn();
    else this.current.fieldset.focus();
  }

  // -> whether the key meant something here
  #do(act) {
    const current = this.current;
    const isOpen = current && !current.fieldset.disabled;
    if (act === "met" || act === "not_met") {
      if (isOpen) this.item.choose(current, act);
      if (isOpen) this.#goOn();
    } else if (act === "cannot_judge") {
      if (isOpen) this.item.choose(current, act);
      if (isOpen && current.shown.note.trim()) this.#goOn();
      else if (isOpen) current.openNote();
    } else if (act === "confirm") {
      if (!isOpen || !current.needsConfirmation) return false;
      this.item.choose(current, current.shown.value);
      this.#goOn();
    } else if (act === "note") {
      if (isOpen) current.openNote();
    } else if (act === "flag") {
      if (isOpen) this.item.setFlag(current, !current.shown.flagged);
    } else if (act === "undo") this.#undo();
    else if (act === "next_criterion") this.#step(1);
    else if (act === "previous_criterion") this.#step(-1);
    else if (act === "reply") document.querySelector("[data-reply]").focus();
    else return false; // the rest are links and buttons that say their own key
    return true;
  }

  #undo() {
    const criterion = this.item.undo();
    if (criterion) this.#goTo(criterion);
  }

  #step(by) {
    const place = this.item.criteria.indexOf(this.current) + by;
    if (this.item.criteria[place]) this.#goTo(this.item.criteria[place]);
  }

  // To the next criterion that has no answer, around the end; where there is none, to the note of the next
  // conversation or the way on.
  #goOn() {
    const after = this.item.criteria.indexOf(this.current) + 1;
    const around = [...this.item.criteria.slice(after), ...this.item.criteria.slice(0, after)];
    const next = around.find((one) => !one.isAnswered);
    if (next) this.#goTo(next);
    else document.querySelector("[data-next-note]:not([hidden]), [data-next]")?.focus();
  }

  // The group itself takes the focus and not its first answer, so that no answer looks suggested.
  #goTo(criterion) {
    this.#setCurrent(criterion);
    criterion.fieldset.focus({ preventScroll: true });
    criterion.fieldset.scrollIntoView({ block: "nearest" });
  }

  #setCurrent(criterion) {
    this.current = criterion;
    this.#mark();
  }

  #mark() {
    for (const one of this.item.criteria) one.fieldset.classList.toggle("is-current", one === this.current);
  }
}

function isTyping(target) {
  return target instanceof Element
    && target.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]") !== null;
}
