// The browser's own keys on an answer, a mark or a button that has the focus: they too change only what can be seen.

import { bringIntoSight, isInSight } from "./sight.js";

const KEYS = new Set([" ", "Enter", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);

export function watchNativeKeys(item, keyWords) {
  item.form.addEventListener(
    "keydown",
    (event) => {
      const criterion = item.criterionOf(event.target);
      if (!criterion || !KEYS.has(event.key) || !event.target.matches("input, button")) return;
      const parts = () => criterion.partsOf(event.target);
      if (isInSight(event.target, parts)) return;
      event.preventDefault();
      bringIntoSight(event.target, parts);
      keyWords.say(`${criterion.nameOf(event.target)} is in view now. Press the key again.`);
    },
    true,
  );
}
