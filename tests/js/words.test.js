// What a label says, in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { inWords } from "../../static/js/labelling/words.js";

for (const [change, words] of [
  [{ value: "met" }, "Met"],
  [{ value: "not_met", note: "" }, "Not met"],
  [{ value: "cannot_judge", note: "My name is in it.", flagged: true }, "Cannot judge, with the note “My name is in it.”, flagged"],
  [{ value: null }, "No answer"],
  [{ value: "delayed_response" }, "delayed_response"],
  [{ value: "violation", evidence_turns: [] }, "violation, no evidence"],
  [{ evidence_turns: [3] }, "evidence in turn 3"],
  [{ evidence_turns: [3, 5] }, "evidence in turns 3, 5"],
  [{ note: "A thought." }, "The note “A thought.”"],
  [{ note: "" }, "No note"],
  [{ flagged: true }, "Flagged for discussion"],
  [{ flagged: false }, "No flag"],
  [{ value: "met", flagged: false }, "Met"],
]) {
  test(`${JSON.stringify(change)} is “${words}”`, () => assert.equal(inWords(change), words));
}
