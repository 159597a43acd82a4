// The outbox: in order, by person, and kept even where the browser refuses to store.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { reset, storage } from "./window.js";
import { newUuid, Outbox } from "../../static/js/labelling/outbox.js";

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

beforeEach(reset);

test("entries keep the order in which they were made, also for the page after this one", () => {
  const outbox = new Outbox("asha");
  const made = ["a", "b", "c"].map((criterion) => outbox.add({ criterion }));
  outbox.remove(made[1].uuid);
  new Outbox("asha").add({ criterion: "d" });
  assert.deepEqual(outbox.all().map((entry) => [entry.criterion, entry.sequence]), [["a", 1], ["c", 3], ["d", 4]]);
});

test("another person's entries are neither read nor counted", () => {
  new Outbox("bela").add({ criterion: "a" });
  const outbox = new Outbox("asha");
  assert.deepEqual(outbox.all(), []);
  assert.equal(outbox.add({ criterion: "a" }).sequence, 1);
  assert.equal(outbox.isOwnKey(storage.key(0)), false);
  assert.equal(outbox.isOwnKey(storage.key(1)), true);
  assert.equal(outbox.isOwnKey(null), false);
});

test("a person whose name begins another's has a box of their own", () => {
  new Outbox("asha2").add({ criterion: "a" });
  assert.deepEqual(new Outbox("asha").all(), []);
});

test("only what is waiting will be sent", () => {
  const outbox = new Outbox("asha");
  for (const state of ["waiting", "incomplete", "conflict", "refused"]) outbox.add({ state });
  assert.deepEqual(outbox.waiting().map((entry) => entry.state), ["waiting"]);
});

test("a change of an entry is stored, and one of an entry that is gone makes none", () => {
  const outbox = new Outbox("asha");
  const { uuid } = outbox.add({ criterion: "a", version: 1 });
  outbox.change(uuid, { version: 2 });
  assert.equal(new Outbox("asha").get(uuid).version, 2);
  outbox.remove(uuid);
  outbox.change(uuid, { version: 3 });
  assert.deepEqual(outbox.all(), []);
});

test("where the browser refuses to store, entries live with the page, and the box says that it is not safe", () => {
  const outbox = new Outbox("asha");
  outbox.add({ criterion: "a" });
  assert.equal(outbox.isSafe, true);
  storage.isFull = true;
  const { uuid } = outbox.add({ criterion: "b" });
  assert.equal(outbox.isSafe, false);
  assert.deepEqual(outbox.all().map((entry) => entry.criterion), ["a", "b"]);
  assert.deepEqual(new Outbox("asha").all().map((entry) => entry.criterion), ["a"]);
  storage.isFull = false;
  outbox.change(uuid, { version: 1 }); // stored with the next change
  assert.equal(outbox.isSafe, true);
  assert.equal(new Outbox("asha").all().length, 2);
});

test("an entry that is half written is passed over and left where it is", () => {
  const outbox = new Outbox("asha");
  storage.setItem(`${outbox.prefix}half`, '{"uuid": "ha');
  outbox.add({ criterion: "a" });
  assert.equal(outbox.all().length, 1);
  assert.equal(storage.length, 2);
});

// What the disk has, as far as an outbox asks.
class Disk extends Map {
  put(entry) {
    this.set(entry.uuid, entry);
  }

  remove(uuid) {
    this.delete(uuid);
  }

  async all() {
    return [...this.values()];
  }
}

test("what only the durable copy has after a crash comes back in its order, and what was removed does not", async () => {
  const disk = new Disk();
  const before = new Outbox("asha", disk);
  const [a, b, c] = ["a", "b", "c"].map((criterion) => before.add({ criterion }));
  before.remove(b.uuid);
  before.change(c.uuid, { version: 2 });
  storage.removeItem(before.prefix + a.uuid); // never reached the disk
  const after = new Outbox("asha", disk);
  assert.equal(await after.restore(), true);
  assert.deepEqual(after.all().map((entry) => [entry.criterion, entry.version]), [["a", undefined], ["c", 2]]);
  assert.equal(after.isDurable, true);
  assert.equal(await after.restore(), false);
});

test("an entry of before there was a durable copy gets one", async () => {
  new Outbox("asha").add({ criterion: "a" });
  const outbox = new Outbox("asha", new Disk());
  assert.equal(outbox.isDurable, false);
  assert.equal(await outbox.restore(), false);
  assert.equal(outbox.isDurable, true);
});

test("where there is no durable copy, nothing is durable but nothing", async () => {
  const outbox = new Outbox("asha");
  assert.equal(outbox.isDurable, true);
  outbox.add({ criterion: "a" });
  assert.equal(outbox.isDurable, false);
  assert.equal(await outbox.restore(), false);
});

test("numbers of changes are UUIDs with or without crypto.randomUUID, which plain http does not offer", (t) => {
  assert.match(newUuid(), UUID_4);
  t.mock.method(crypto, "getRandomValues", (bytes) => bytes.fill(255));
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
  t.after(() => delete crypto.randomUUID);
  assert.equal(newUuid(), "ffffffff-ffff-4fff-bfff-ffffffffffff");
});
