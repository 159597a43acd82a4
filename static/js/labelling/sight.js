// What can be seen of a page, and bringing something into view. Bars that stay at the edges of the window cover it.

import { boxToSee, distance, isInArea } from "./aim.js";

const TRIES = 3; // what sticks to an edge may move while the page scrolls

// `parts()` gives elements or boxes, each holding the one after it; see boxToSee.
export function isInSight(element, parts) {
  const area = areaFor(element);
  return isInArea(boxToSee(boxesOf(parts), area), area);
}

export function bringIntoSight(element, parts) {
  for (let attempt = 0; attempt < TRIES && !isInSight(element, parts); attempt += 1) {
    for (const scroller of [...scrollersOf(element), document.scrollingElement]) {
      const area = areaFor(element);
      const missing = distance(boxToSee(boxesOf(parts), area), area);
      scroller.scrollBy({ top: missing < 0 ? Math.floor(missing) : Math.ceil(missing), behavior: "instant" });
    }
  }
}

export function boxBetween(first, last) {
  return { top: first.getBoundingClientRect().top, bottom: last.getBoundingClientRect().bottom };
}

function boxesOf(parts) {
  return parts().map((part) => (part instanceof Element ? part.getBoundingClientRect() : part));
}

function areaFor(element) {
  let [top, bottom] = [0, innerHeight];
  for (const scroller of scrollersOf(element)) {
    const box = scroller.getBoundingClientRect();
    [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
  }
  for (const bar of document.querySelectorAll(".top-bar")) top = Math.max(top, bar.getBoundingClientRect().bottom);
  for (const bar of document.querySelectorAll(".label-foot, .key-words:not(:empty)")) {
    bottom = Math.min(bottom, bar.getBoundingClientRect().top);
  }
  return { top, bottom };
}

function scrollersOf(element) {
  const scrollers = [];
  for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
    const isScroller = ["auto", "scroll"].includes(getComputedStyle(outer).overflowY);
    if (isScroller && outer.scrollHeight > outer.clientHeight) scrollers.push(outer);
  }
  return scrollers;
}
