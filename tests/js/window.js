// As much of a browser as the scripts without a page of their own ask for. Import it before them.

class Storage {
  #entries = new Map();
  isFull = false;

  get length() {
    return this.#entries.size;
  }

  key(index) {
    return [...this.#entries.keys()][index] ?? null;
  }

  getItem(key) {
    return this.#entries.get(key) ?? null;
  }

  setItem(key, value) {
    if (this.isFull) throw new Error("QuotaExceededError");
    this.#entries.set(key, String(value));
  }

  removeItem(key) {
    this.#entries.delete(key);
  }

  clear() {
    this.#entries.clear();
    this.isFull = false;
  }
}

let page, document;
export const storage = new Storage();
export const place = { textContent: "", classList: { toggle() {} } }; // what [data-save-state] is on a page

// A fresh page: nothing stored, nobody listening.
export function reset() {
  storage.clear();
  [page, document] = [new EventTarget(), new EventTarget()];
  doc.hidden = false;
}

export const doc = {
  hidden: false,
  addEventListener: (...words) => document.addEventListener(...words),
  querySelector: (selector) => (selector === "[data-save-state]" ? place : null),
};

export function happens(name) {
  (name === "visibilitychange" ? document : page).dispatchEvent(new Event(name));
}

Object.defineProperties(globalThis, {
  addEventListener: { value: (...words) => page.addEventListener(...words) },
  document: { value: doc },
  localStorage: { value: storage, configurable: true },
  navigator: { value: {}, configurable: true },
});
reset();
