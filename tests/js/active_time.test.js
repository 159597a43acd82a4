// The meter of active time, with a clock that the test sets.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { doc, happens, reset } from "./window.js";
import { ActiveTime } from "../../static/js/labelling/active_time.js";

let now;
let meter;

function passes(ms) {
  now += ms;
}

function hide(hidden) {
  doc.hidden = hidden;
  happens("visibilitychange");
}

beforeEach(() => {
  reset();
  now = 60_000;
  performance.now = () => now;
  meter = new ActiveTime();
});

test("half a minute counts after the last sign of life, and only once", () => {
  passes(10_000);
  happens("keydown");
  assert.equal(meter.take(), 10_000);
  passes(300_000);
  assert.equal(meter.take(), 30_000);
  passes(300_000);
  assert.equal(meter.take(), 0);
});

test("nothing counts while the page is hidden", () => {
  passes(5_000);
  hide(true);
  assert.equal(meter.take(), 5_000);
  passes(300_000);
  assert.equal(meter.take(), 0);
  hide(false);
  passes(4_000);
  assert.equal(meter.take(), 4_000);
});

for (const sign of ["pointermove", "pointerdown", "keydown", "wheel", "scroll", "touchstart"]) {
  test(`${sign} is a sign of life`, () => {
    passes(40_000); // 30 of them count
    happens(sign);
    passes(20_000);
    assert.equal(meter.take(), 50_000);
  });
}
