// A copy of the outbox that survives a browser that is killed and a computer that loses its power: IndexedDB, whose
// transactions are done only when the disk has them ("strict"). localStorage reaches the disk some seconds later.

const STORE = "entries";

export class DurableCopy extends EventTarget {
  #uuids = new Set();
  #person;
  #opened;

  constructor(person) {
    super();
    this.#person = person;
    this.#opened = open().catch(() => null); // refused by the browser: nothing is durable then
  }

  has(uuid) {
    return this.#uuids.has(uuid);
  }

  // Settles when the entry is on the disk, or when that has failed. Fires "kept" when it is.
  async put(entry) {
    this.#uuids.delete(entry.uuid);
    if (!(await this.#write((store) => store.put({ ...entry, person: this.#person })))) return;
    this.#uuids.add(entry.uuid);
    this.dispatchEvent(new Event("kept"));
  }

  async remove(uuid) {
    this.#uuids.delete(uuid);
    await this.#write((store) => store.delete(uuid));
  }

  // What was kept for this person before the page was opened.
  async all() {
    const database = await this.#opened;
    if (!database) return [];
    const request = database.transaction(STORE).objectStore(STORE).getAll();
    const entries = await result(request).catch(() => []);
    const own = entries.filter(({ person }) => person === this.#person).map(({ person: _, ...entry }) => entry);
    for (const { uuid } of own) this.#uuids.add(uuid);
    this.dispatchEvent(new Event("kept"));
    return own;
  }

  // -> whether it was done and is on the disk
  async #write(change) {
    const database = await this.#opened;
    if (!database) return false;
    try {
      const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
      change(transaction.objectStore(STORE));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = transaction.onabort = reject;
      });
      return true;
    } catch {
      return false;
    }
  }
}

async function open() {
  const request = indexedDB.open("concord-outbox", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "uuid" });
  return result(request);
}

function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
