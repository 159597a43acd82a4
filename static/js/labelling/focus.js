// Where the focus is, as the keys of both labelling pages see it.

const END = "[data-next-note], .label-foot";
const NOWHERE = "html, body, main, form";

// -> "here", "end" or "elsewhere"; see decide() in aim.js. `isHere` tells what is marked from the rest of the page.
export function focusAt(target, isHere) {
  if (target.closest(END)) return "end";
  if (target.matches(NOWHERE)) return "here";
  return isHere(target) && !target.closest("summary") ? "here" : "elsewhere";
}

export function isTyping(target) {
  return target instanceof Element
    && target.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]") !== null;
}
