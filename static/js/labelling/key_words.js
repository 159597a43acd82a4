// What the keys have to say, in a polite live region above the foot: why a key changed nothing, and what to press.

export class KeyWords {
  constructor() {
    this.place = document.querySelector("[data-key-words]");
  }

  say(words) {
    if (this.place.textContent === words) this.place.textContent = ""; // the same words again are said again
    this.place.textContent = words;
  }

  clear() {
    if (this.place.textContent) this.place.textContent = "";
  }
}
