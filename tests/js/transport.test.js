// One attempt to send one entry: "saved" on the server's word for this very change, and on nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Transport } from "../../static/js/labelling/transport.js";

const ENTRY = {
  uuid: "u-1",
  url: "/label/pilot/1/save/",
  criterion: "T1-1",
  words: 7,
  change: { value: "met" },
  version: 2,
  clientAt: "2026-01-01T00:00:00Z",
  activeMs: 1200,
};
const json = (answer, status = 200) => Response.json(answer, { status });
const transport = () => new Transport({ person: "asha", sessionUrl: "/session/", csrf: "old" });

function answering(t, answer) {
  return t.mock.method(globalThis, "fetch", async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
}

test("an entry goes out whole, with the person and the token", async (t) => {
  const fetched = answering(t, json({ saved: true, uuid: "u-1" }));
  await transport().send(ENTRY);
  const [url, { headers, body, method }] = fetched.mock.calls[0].arguments;
  assert.deepEqual([url, method], [ENTRY.url, "POST"]);
  assert.deepEqual([headers["X-CSRFToken"], headers["X-Concord-Person"]], ["old", "asha"]);
  assert.deepEqual(JSON.parse(body), {
    uuid: "u-1",
    criterion: "T1-1",
    criterion_version: 7,
    change: { value: "met" },
    version: 2,
    client_at: "2026-01-01T00:00:00Z",
    active_ms: 1200,
  });
});

const OUTCOMES = [
  ["the server's word for this change", json({ saved: true, uuid: "u-1", at: "12:00" }), "saved"],
  ["its word for another change", json({ saved: true, uuid: "another" }), "retry"],
  ["a word that is not quite true", json({ saved: "true", uuid: "u-1" }), "retry"],
  ["its word with a status of failure", json({ saved: true, uuid: "u-1" }, 500), "retry"],
  ["a page of a guest network", new Response("<html>Welcome</html>", { headers: { "Content-Type": "text/html" } }), "retry"],
  ["JSON that is not said to be JSON", new Response('{"saved": true, "uuid": "u-1"}', { headers: { "Content-Type": "text/html" } }), "retry"],
  ["half an answer", new Response('{"saved": tr', { headers: { "Content-Type": "application/json" } }), "retry"],
  ["an answer without a type", new Response(null, { status: 200 }), "retry"],
  ["a gateway's failure", new Response("bad gateway", { status: 502 }), "retry"],
  ["an outage, in words", json({ saved: false, code: "unavailable", sentence: "Try again soon." }, 503), "retry"],
  ["a fault, in words", json({ saved: false, code: "fault", sentence: "Something went wrong." }, 500), "retry"],
  ["no answer at all", new TypeError("Failed to fetch"), "retry"],
  ["a redirect to the sign-in page", { type: "opaqueredirect", ok: false, status: 0, headers: new Headers() }, "signed_out"],
  ["401", json({ code: "signed_out", sentence: "Sign in." }, 401), "signed_out"],
  ["a refused token", new Response("forbidden", { status: 403 }), "signed_out"],
  ["somebody else's session", json({ code: "other_person", sentence: "Somebody else." }, 403), "other_person"],
  ["a conflict", json({ code: "conflict", sentence: "Changed.", current: { value: "met" } }, 409), "conflict"],
  ["a refusal in a sentence", json({ code: "round_closed", sentence: "This round is closed." }, 403), "refused"],
];
for (const [what, answer, kind] of OUTCOMES) {
  test(`${what}: ${kind}`, async (t) => {
    answering(t, answer);
    assert.equal((await transport().send(ENTRY)).kind, kind);
  });
}

test("a conflict brings what is saved now, and a refusal its sentence", async (t) => {
  answering(t, json({ code: "conflict", current: { value: "met", version: 3 } }, 409));
  assert.deepEqual(await transport().send(ENTRY), { kind: "conflict", current: { value: "met", version: 3 } });
  answering(t, json({ sentence: "This round is closed." }, 403));
  assert.deepEqual(await transport().send(ENTRY), { kind: "refused", sentence: "This round is closed." });
});

const SESSIONS = [
  ["the same person", json({ person: "asha", csrf: "new" }), "same", "new"],
  ["nobody", json({ person: null, csrf: "new" }), "nobody", "old"],
  ["somebody else", json({ person: "bela", csrf: "new" }), "other", "old"],
  ["a failure", json({ person: "asha", csrf: "new" }, 500), "unknown", "old"],
  ["a page", new Response("<html>", { headers: { "Content-Type": "text/html" } }), "unknown", "old"],
  ["no answer", new TypeError("Failed to fetch"), "unknown", "old"],
];
for (const [what, answer, who, csrf] of SESSIONS) {
  test(`asked who is signed in, ${what}: ${who}, and the token is the ${csrf} one`, async (t) => {
    answering(t, answer);
    const asking = transport();
    assert.equal(await asking.refreshSession(), who);
    assert.equal(asking.csrf, csrf);
  });
}
