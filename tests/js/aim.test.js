// The rule of the labelling keys: what a key does now, where it goes on, and what must be seen for it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { boxToSee, decide, distance, isInArea, placeAfter } from "../../static/js/labelling/aim.js";

const seen = { isOpen: true, focus: "here", isMarked: true, isInSight: true };
for (const [facts, decision] of [
  [{}, "act"],
  [{ isInSight: false }, "bring"],
  [{ isMarked: false }, "bring"],
  [{ focus: "elsewhere" }, "bring"],
  [{ focus: "end" }, "nothing"],
  [{ focus: "end", isInSight: false, isMarked: false }, "nothing"],
  [{ isOpen: false }, "nothing"],
]) {
  test(`a key on ${JSON.stringify({ ...seen, ...facts })}: ${decision}`, () => {
    assert.equal(decide({ ...seen, ...facts }), decision);
  });
}

for (const [place, marks, wasAnswered, next] of [
  [0, "xoo", false, 1], // on to the next without an answer
  [0, "xxo", false, 2],
  [2, "oxx", false, 0], // around the end
  [2, "xxx", false, null], // the last answer
  [0, "xxx", true, 1], // revising: in order
  [0, "xxo", true, 1],
  [2, "oxx", true, 0], // the last one revised, and one without an answer
  [2, "xxx", true, null],
  [0, "o", false, 0], // still without an answer itself
]) {
  test(`after ${place} of ${marks}${wasAnswered ? ", revised" : ""} comes ${next}`, () => {
    const answered = [...marks].map((mark) => mark === "x");
    assert.equal(placeAfter(place, { answered, wasAnswered }), next);
  });
}

const area = { top: 50, bottom: 250 };
for (const [top, bottom, by] of [
  [50, 250, 0],
  [60, 100, 0],
  [20, 60, -30],
  [240, 300, 50],
  [400, 500, 250],
  [0, 300, 0], // taller than the area, and fills it
  [60, 400, 10],
  [-200, 200, -50],
]) {
  test(`a box from ${top} to ${bottom} is ${by ? `${by} away` : "in the area"}`, () => {
    assert.equal(distance({ top, bottom }, area) + 0, by);
    assert.equal(isInArea({ top, bottom }, area), by === 0);
    const [movedTop, movedBottom] = [top - by, bottom - by];
    assert.equal(isInArea({ top: movedTop, bottom: movedBottom }, area), true); // scrolled so far, it is seen
  });
}

test("a fraction of a pixel hides nothing, and in no area nothing is seen", () => {
  assert.equal(isInArea({ top: 49.5, bottom: 100 }, area), true);
  assert.equal(isInArea({ top: 48, bottom: 100 }, area), false);
  assert.equal(isInArea({ top: 0, bottom: 100 }, { top: 50, bottom: 50 }), false);
});

test("what must be seen is as much as the area can hold", () => {
  const [criterion, text, answers] = [{ top: 0, bottom: 300 }, { top: 0, bottom: 180 }, { top: 140, bottom: 180 }];
  assert.equal(boxToSee([criterion, text, answers], { top: 0, bottom: 400 }), criterion);
  assert.equal(boxToSee([criterion, text, answers], { top: 0, bottom: 200 }), text);
  assert.equal(boxToSee([criterion, text, answers], { top: 0, bottom: 100 }), answers);
  assert.equal(boxToSee([criterion, text, answers], { top: 0, bottom: 10 }), answers);
});
