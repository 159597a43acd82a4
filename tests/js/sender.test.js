// The sender: one entry after the other, again after growing pauses, and at once when the network is back.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { doc, happens, place, reset, storage } from "./window.js";
import { Outbox } from "../../static/js/labelling/outbox.js";
import { SaveState } from "../../static/js/labelling/save_state.js";
import { Sender } from "../../static/js/labelling/sender.js";

const KEPT = "your work is kept on this computer";

// Answers with what the test hands it, one after the other, and "saved" afterwards.
class Answers {
  sent = [];
  who = "same";

  constructor(...outcomes) {
    this.outcomes = outcomes;
  }

  async send(entry) {
    this.sent.push(entry);
    return this.outcomes.shift() ?? { kind: "saved", at: "12:00", label: { version: entry.version + 1 } };
  }

  async refreshSession() {
    return this.who;
  }
}

// A durable copy that holds whatever is not in `missing`.
class Durable extends EventTarget {
  missing = new Set();

  put() {}

  remove() {}

  has(uuid) {
    return !this.missing.has(uuid);
  }
}

function sending(...outcomes) {
  const outbox = new Outbox("asha", new Durable());
  const answers = new Answers(...outcomes);
  const sender = new Sender(outbox, answers);
  const add = (criterion, fields = {}) => outbox.add({ url: "/1/", criterion, version: 0, change: {}, ...fields });
  return { outbox, answers, sender, add };
}

beforeEach(reset);

test("entries go out in order, and what is saved leaves the box", async () => {
  const { outbox, answers, sender, add } = sending();
  for (const criterion of ["a", "b", "c"]) add(criterion);
  await sender.kick();
  assert.deepEqual(answers.sent.map((entry) => entry.criterion), ["a", "b", "c"]);
  assert.deepEqual(outbox.all(), []);
});

test("what is asked for while it sends is sent too, and nothing twice", async () => {
  const { answers, sender, add } = sending();
  add("a");
  const first = sender.kick();
  add("b");
  await Promise.all([first, sender.kick(), sender.kick()]);
  assert.deepEqual(answers.sent.map((entry) => entry.criterion), ["a", "b"]);
});

test("a later change of the same label goes out on the version that the first one made", async () => {
  const { answers, sender, add } = sending();
  add("a", { version: 4 });
  add("a", { version: 4 });
  add("b", { version: 4 });
  add("a", { version: 4, url: "/2/" });
  await sender.kick();
  assert.deepEqual(answers.sent.map((entry) => entry.version), [4, 5, 4, 4]);
});

test("a conflict and a refusal wait for the person, and what stands behind them is sent", async () => {
  const current = { value: "met" };
  const { outbox, sender, add } = sending(
    { kind: "conflict", current },
    { kind: "refused", sentence: "This round is closed." },
  );
  for (const criterion of ["a", "b", "c"]) add(criterion);
  await sender.kick();
  assert.deepEqual(
    outbox.all().map(({ criterion, state, ...entry }) => [criterion, state, entry.current ?? entry.sentence]),
    [["a", "conflict", current], ["b", "refused", "This round is closed."]],
  );
});

test("after failures it tries again after pauses that double up to half a minute", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 0.5); // a pause as it is, neither shortened nor prolonged
  const failures = Array.from({ length: 7 }, () => ({ kind: "retry" }));
  const { answers, sender, add } = sending(...failures);
  add("a");
  await sender.kick();
  for (const [tries, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
    assert.equal(sender.trouble, "network");
    t.mock.timers.tick(seconds * 1000 - 1);
    await settled();
    assert.equal(answers.sent.length, tries + 1);
    t.mock.timers.tick(1);
    await settled();
    assert.equal(answers.sent.length, tries + 2);
  }
  assert.equal(sender.trouble, null);
  assert.equal(sender.pause, 1000); // and begins with the shortest again
});

test("when the network is back it sends at once, and behind a hidden page it does not", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { outbox, answers, sender, add } = sending({ kind: "retry" });
  add("a");
  await sender.kick();
  doc.hidden = true;
  happens("visibilitychange");
  await settled();
  assert.equal(answers.sent.length, 1);
  happens("online");
  await settled();
  assert.deepEqual(outbox.all(), []);
});

test("a refused token is renewed once without asking; refused again it is a trouble like any other", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const once = sending({ kind: "signed_out" });
  once.add("a");
  await once.sender.kick();
  assert.deepEqual(once.outbox.all(), []);
  const twice = sending({ kind: "signed_out" }, { kind: "signed_out" });
  twice.add("a");
  await twice.sender.kick();
  assert.equal(twice.sender.trouble, "network");
  assert.equal(twice.answers.sent.length, 2);
});

for (const [who, trouble, words] of [
  ["nobody", "signed_out", `Not saved. Sign in again; ${KEPT}.`],
  ["other", "other_person", "Not saved: somebody else is signed in in this browser now. What you entered waits for you."],
  ["unknown", "network", `Not saved, will retry; ${KEPT}.`],
]) {
  test(`signed in is ${who}: the trouble is ${trouble}, and the page says so`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { outbox, answers, sender, add } = sending({ kind: "signed_out" });
    answers.who = who;
    new SaveState(outbox, sender);
    add("a");
    await sender.kick();
    assert.equal(sender.trouble, trouble);
    assert.equal(place.textContent, words);
    assert.equal(outbox.waiting().length, 1);
  });
}

test("the page says what is saved, what needs a word and what is not safe here", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  place.textContent = " Nothing to save yet. ";
  const { outbox, sender, add } = sending(
    { kind: "refused", sentence: "No." }, { kind: "refused", sentence: "No." }, { kind: "retry" },
  );
  const state = new SaveState(outbox, sender);
  const says = (words) => {
    state.show();
    assert.equal(place.textContent, words);
  };
  says("Nothing to save yet.");
  const held = add("a", { state: "incomplete" });
  says("An answer needs its note before it can be saved.");
  outbox.remove(held.uuid);
  add("b");
  says("Saving");
  await sender.kick();
  says("One answer is not saved and needs your word.");
  add("c");
  await sender.kick();
  says("2 answers are not saved and need your word.");
  storage.isFull = true;
  add("d");
  await sender.kick();
  says("Not saved, will retry; keep this page open.");
  for (const entry of outbox.all().filter(({ state: of }) => of === "refused")) outbox.remove(entry.uuid);
  await sender.kick();
  says("Saved 12:00");
});

test("work is said to be kept on this computer once it is on the disk, and not before", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { outbox, sender, add } = sending({ kind: "retry" });
  new SaveState(outbox, sender);
  const { uuid } = add("a");
  outbox.durable.missing.add(uuid);
  await sender.kick();
  assert.equal(place.textContent, "Not saved, will retry; keep this page open.");
  outbox.durable.missing.delete(uuid);
  outbox.durable.dispatchEvent(new Event("kept"));
  assert.equal(place.textContent, `Not saved, will retry; ${KEPT}.`);
  outbox.durable = null; // a browser that offers none
  sender.dispatchEvent(new Event("trouble"));
  assert.equal(place.textContent, "Not saved, will retry; keep this page open.");
});

test("what another tab had saved is told here, and ends a trouble once nothing waits", () => {
  const { outbox, sender, add } = sending();
  const heard = [];
  sender.addEventListener("saved", ({ detail }) => heard.push(detail));
  sender.trouble = "signed_out";
  const { uuid } = add("a");
  const saved = { entry: { url: "/1/", criterion: "a" }, outcome: { at: "12:00", label: { version: 1 } } };
  sender.hear(saved);
  assert.equal(sender.trouble, "signed_out");
  outbox.remove(uuid);
  sender.hear(saved);
  assert.equal(sender.trouble, null);
  assert.deepEqual(heard[1], { ...saved, isHeard: true });
});

test("waiting for the last answer ends with it, with a trouble, or when the time is over", async (t) => {
  const { sender, add } = sending();
  await sender.settled(1000); // nothing waits
  add("a");
  await Promise.all([sender.settled(60_000), sender.kick()]);
  add("b");
  sender.trouble = "network";
  await sender.settled(60_000);
  sender.trouble = null;
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  let isOver = false;
  const waiting = sender.settled(1500).then(() => (isOver = true));
  t.mock.timers.tick(1480);
  await settled();
  assert.equal(isOver, false);
  t.mock.timers.tick(20);
  await waiting;
});

// Whatever was begun without a timer has been done.
async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await null;
}
