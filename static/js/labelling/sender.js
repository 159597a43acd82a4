// Empties the outbox, one entry after the other, in the order in which they were made. Only one tab of a person
// sends at a time; failures are tried again after growing pauses, and at once when the network is back.

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30000;
const SIGN_IN_PAUSE_MS = 3000;

export class Sender extends EventTarget {
  constructor(outbox, transport) {
    super();
    this.outbox = outbox;
    this.transport = transport;
    this.pause = FIRST_PAUSE_MS;
    this.trouble = null; // null, "network", "signed_out" or "other_person"
    this.isRunning = false;
    this.isAskedAgain = false;
    this.timer = null;
    addEventListener("online", () => this.kick());
    addEventListener("focus", () => this.kick());
    document.addEventListener("visibilitychange", () => document.hidden || this.kick());
  }

  // Send what waits. Safe to call at any time and as often as one likes.
  async kick() {
    if (this.isRunning) {
      this.isAskedAgain = true;
      return;
    }
    this.isRunning = true;
    clearTimeout(this.timer);
    try {
      do {
        this.isAskedAgain = false;
        await this.#alone(() => this.#drain());
      } while (this.isAskedAgain && this.trouble === null);
    } finally {
      this.isRunning = false;
      this.#tell("rest");
    }
  }

  // Another tab had an answer saved.
  hear({ entry, outcome }) {
    if (!this.outbox.waiting().length) this.trouble = null;
    this.#tell("saved", { entry, outcome, isHeard: true });
  }

  // Resolves when nothing waits any more, or after `ms`.
  async settled(ms) {
    const end = Date.now() + ms;
    while (this.outbox.waiting().length && this.trouble === null && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #alone(work) {
    if (navigator.locks) await navigator.locks.request(`${this.outbox.prefix}sender`, work);
    else await work(); // two tabs may then send the same entry; its UUID makes that harmless
  }

  async #drain() {
    for (let entry = this.outbox.waiting()[0]; entry; entry = this.outbox.waiting()[0]) {
      this.#tell("sending", { entry });
      const outcome = await this.transport.send(entry);
      if (outcome.kind === "saved") this.#saved(entry, outcome);
      else if (outcome.kind === "conflict") this.#needsWord(entry, { state: "conflict", current: outcome.current });
      else if (outcome.kind === "refused") this.#needsWord(entry, { state: "refused", sentence: outcome.sentence });
      else if (!(await this.#canGoOn(outcome.kind))) return;
    }
    this.trouble = null;
  }

  #saved(entry, outcome) {
    this.outbox.remove(entry.uuid);
    this.pause = FIRST_PAUSE_MS;
    this.trouble = null;
    // Later changes of the same label were made on top of this one.
    for (const later of this.outbox.all()) {
      const isSameLabel = later.url === entry.url && later.criterion === entry.criterion;
      if (isSameLabel && later.version === entry.version) {
        this.outbox.change(later.uuid, { version: outcome.label.version });
      }
    }
    this.#tell("saved", { entry, outcome });
  }

  #needsWord(entry, fields) {
    this.outbox.change(entry.uuid, fields);
    this.#tell("needs-word", { entry: this.outbox.get(entry.uuid) });
  }

  // After a failure: go on at once with a fresh token, or say what is wrong and come back later.
  async #canGoOn(kind) {
    if (kind === "retry") return this.#later("network");
    const who = await this.transport.refreshSession();
    if (who === "same" && this.trouble !== "token") {
      this.trouble = "token"; // once; a token refused again is a trouble like any other
      return true;
    }
    const troubles = { nobody: "signed_out", other: "other_person", unknown: "network", same: "network" };
    return this.#later(troubles[who]);
  }

  #later(trouble) {
    this.trouble = trouble;
    this.#tell("trouble", { trouble });
    const wait = trouble === "signed_out" ? SIGN_IN_PAUSE_MS : this.pause * (0.75 + Math.random() / 2);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
    this.timer = setTimeout(() => this.kick(), wait);
    return false;
  }

  #tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
