// The outbox: what one person entered and no server has acknowledged yet.
// One localStorage entry per change, written before anything is sent, so that it survives a reload and a night without
// network, and a durable copy (durable.js) for a browser that is killed or a computer that stops. Entries are keyed by
// person; another person's entries are never read.

const PREFIX = "concord-outbox";

export function newUuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // plain http: randomUUID is not offered there
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

// States of an entry: "waiting" will be sent; "incomplete" still needs a note; "conflict" and "refused" need the
// person's word.
export class Outbox {
  constructor(person, durable = null) {
    this.prefix = `${PREFIX}:${person}:`;
    this.durable = durable;
    this.unstored = new Map(); // for browsers that refuse storage: kept while the page lives
  }

  add(entry) {
    const last = this.all().at(-1);
    const whole = { uuid: newUuid(), state: "waiting", sequence: (last?.sequence ?? 0) + 1, ...entry };
    this.#write(whole);
    return whole;
  }

  all() {
    const entries = [...this.unstored.values()];
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index);
      if (key.startsWith(this.prefix)) entries.push(this.#read(key));
    }
    return entries.filter(Boolean).sort((a, b) => a.sequence - b.sequence);
  }

  waiting() {
    return this.all().filter((entry) => entry.state === "waiting");
  }

  get(uuid) {
    return this.unstored.get(uuid) ?? this.#read(this.prefix + uuid);
  }

  change(uuid, fields) {
    const entry = this.get(uuid);
    if (entry) this.#write({ ...entry, ...fields });
  }

  remove(uuid) {
    this.unstored.delete(uuid);
    localStorage.removeItem(this.prefix + uuid);
    this.durable?.remove(uuid);
  }

  // Put back what only the durable copy still has, after the browser or the computer ended without warning. What had
  // been saved meanwhile is sent once more, which its UUID makes harmless. -> whether there was anything
  async restore() {
    const kept = (await this.durable?.all()) ?? [];
    const lost = kept.filter(({ uuid }) => this.get(uuid) === null);
    for (const entry of lost) this.#write(entry);
    for (const entry of this.all()) if (!kept.some(({ uuid }) => uuid === entry.uuid)) this.durable?.put(entry);
    return lost.length > 0;
  }

  isOwnKey(key) {
    return key !== null && key.startsWith(this.prefix);
  }

  // Whether everything in here survives a reload.
  get isSafe() {
    return this.unstored.size === 0;
  }

  // Whether everything in here is on the disk by now.
  get isDurable() {
    return this.isSafe && this.all().every(({ uuid }) => this.durable?.has(uuid));
  }

  #write(entry) {
    this.durable?.put(entry);
    try {
      localStorage.setItem(this.prefix + entry.uuid, JSON.stringify(entry));
      this.unstored.delete(entry.uuid);
    } catch {
      this.unstored.set(entry.uuid, entry);
    }
  }

  #read(key) {
    try {
      return JSON.parse(localStorage.getItem(key)); // null where there is none
    } catch {
      return null; // not ours, or half written: leave it where it is
    }
  }
}
