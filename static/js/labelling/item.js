// The item on the page: turns what the person does into changes for the outbox, and shows what became of them.
// `criteria` are the labels on it: a Criterion each, or the one Whole of a long conversation.

const NOTE_PAUSE_MS = 700;

export class Item extends EventTarget {
  constructor(form, criteria, outbox, sender, activeTime) {
    super();
    this.form = form;
    this.url = form.dataset.saveUrl;
    this.outbox = outbox;
    this.sender = sender;
    this.activeTime = activeTime;
    this.criteria = criteria;
    this.undoable = [];
    this.timers = new Map();
    sender.addEventListener("saved", (event) => this.#saved(event.detail));
    sender.addEventListener("needs-word", () => this.showAll());
  }

  criterionOf(element) {
    const fieldset = element?.closest?.("[data-criterion]");
    return this.criteria.find((one) => one.fieldset === fieldset);
  }

  entriesOf(criterion) {
    return this.outbox.all().filter((entry) => entry.url === this.url && entry.criterion === criterion.id);
  }

  // The person chose a value (null takes it back). Choosing what is chosen already confirms a reworded one.
  choose(criterion, value) {
    this.keepNote(criterion);
    if (value === criterion.shown.value && !criterion.needsConfirmation) return;
    this.#change(criterion, { value });
    if (criterion.standing !== "stands") {
      this.lastChange.standing = criterion.standing;
      criterion.setStanding("stands");
    }
    this.#show(criterion);
  }

  setFlag(criterion, flagged) {
    if (flagged !== criterion.shown.flagged) this.#change(criterion, { flagged });
  }

  setEvidence(criterion, turns) {
    if (!isSame(turns, criterion.shown.evidence_turns)) this.#change(criterion, { evidence_turns: turns });
  }

  // A note is kept shortly after the last key, when the field is left, and when the page goes.
  noteTyped(criterion) {
    clearTimeout(this.timers.get(criterion));
    this.timers.set(criterion, setTimeout(() => this.keepNote(criterion), NOTE_PAUSE_MS));
  }

  keepNote(criterion) {
    clearTimeout(this.timers.get(criterion));
    if (criterion.typedNote !== criterion.shown.note) this.#change(criterion, { note: criterion.typedNote });
  }

  keepAllNotes() {
    for (const criterion of this.criteria) this.keepNote(criterion);
  }

  // What undo() would take back: { criterion, before, after }, both of the fields that the change touched, and the
  // `standing` that it ended, if any; or null.
  get lastChange() {
    return this.undoable.at(-1) ?? null;
  }

  // Take the last change back, and nothing else: fields it did not touch, and fields that were changed in another
  // window since, stay. -> whether there was anything to take back
  undo() {
    const { criterion, before, after, standing } = this.undoable.pop();
    const change = {};
    for (const [field, value] of Object.entries(before)) {
      if (isSame(criterion.shown[field], after[field])) change[field] = value;
    }
    if (!Object.keys(change).length) return false;
    if ("note" in change) criterion.note.value = change.note;
    if (standing && "value" in change) {
      change.standing = standing; // it waits for a word again, as it did
      criterion.setStanding(standing);
    }
    this.#enqueue(criterion, change);
    return true;
  }

  // Both ways out of a conflict. "mine" is sent again on top of what is saved now.
  keepSaved(criterion, entry) {
    this.#drop(criterion);
    criterion.acknowledged = { ...entry.current };
    criterion.note.value = criterion.shown.note;
    this.#show(criterion);
  }

  keepMine(criterion, entry) {
    const asked = { ...entry.change };
    for (const later of this.entriesOf(criterion)) Object.assign(asked, later.change);
    this.#drop(criterion);
    criterion.acknowledged = { ...entry.current };
    this.#enqueue(criterion, asked);
  }

  tryAgain(criterion, entry) {
    this.outbox.remove(entry.uuid);
    this.#enqueue(criterion, entry.change);
  }

  discard(criterion, entry) {
    this.outbox.remove(entry.uuid);
    criterion.note.value = criterion.shown.note;
    this.#show(criterion);
  }

  // Show everything for the first time, and take over what was entered before the scripts came.
  begin() {
    const entered = this.criteria.map((criterion) => [criterion, criterion.enteredBefore]);
    this.showAll();
    for (const [criterion, { value, note, ...marks }] of entered) {
      if (note !== undefined) this.keepNote(criterion);
      if (value !== undefined) this.choose(criterion, value);
      if (!isSame(marks, pick(criterion.shown, marks))) this.#change(criterion, marks);
    }
  }

  showAll() {
    for (const criterion of this.criteria) criterion.show(this.entriesOf(criterion));
    this.dispatchEvent(new Event("shown"));
  }

  #change(criterion, change) {
    const before = Object.fromEntries(Object.keys(change).map((field) => [field, criterion.shown[field]]));
    this.undoable.push({ criterion, before, after: { ...change } });
    this.#enqueue(criterion, change);
  }

  // Every change is written down before it is sent. One that still lacks its note waits for it.
  #enqueue(criterion, change) {
    const held = this.entriesOf(criterion).filter((entry) => entry.state === "incomplete");
    const whole = Object.assign({}, ...held.map((entry) => entry.change), change);
    for (const entry of held) this.outbox.remove(entry.uuid);
    const lacksNote = criterion.lacksNote({ ...criterion.shown, ...whole });
    this.outbox.add({
      url: this.url,
      page: this.form.dataset.pageUrl,
      place: this.form.dataset.place,
      criterion: criterion.id,
      title: criterion.title,
      words: criterion.words,
      change: whole,
      version: criterion.acknowledged.version,
      state: lacksNote ? "incomplete" : "waiting",
      clientAt: new Date().toISOString(),
      activeMs: this.activeTime.take(),
    });
    this.#show(criterion);
    this.sender.kick();
  }

  #saved({ entry, outcome }) {
    if (entry.url !== this.url) return;
    const criterion = this.criteria.find((one) => one.id === entry.criterion);
    if (criterion) this.#acknowledge(criterion, outcome.label);
  }

  // What the server has now, learned here or from another tab.
  #acknowledge(criterion, label) {
    if (label.version < criterion.acknowledged.version) return;
    criterion.acknowledged = { ...label };
    this.#show(criterion);
  }

  #drop(criterion) {
    for (const entry of this.entriesOf(criterion)) this.outbox.remove(entry.uuid);
  }

  #show(criterion) {
    criterion.show(this.entriesOf(criterion));
    this.dispatchEvent(new Event("shown"));
  }
}

function pick(fields, names) {
  return Object.fromEntries(Object.keys(names).map((name) => [name, fields[name]]));
}

function isSame(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
