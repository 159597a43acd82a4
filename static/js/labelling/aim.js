// The rule of the labelling keys: a key that changes an answer acts only on what is marked and can be seen. All that
// changes an answer by key asks here; nothing in here knows a page. Boxes and areas are { top, bottom } in the window.

export const WRITING_ACTS = new Set(["met", "not_met", "cannot_judge", "confirm", "flag", "undo"]);

const ROUNDING = 1; // browsers place boxes at fractions of a pixel

// What a key that changes an answer does now: "act", "bring" (show what it is about, and change nothing), or "nothing".
// `focus`: "here" (on what is marked, or nowhere), "end" (the way on to the next item) or "elsewhere".
export function decide({ isOpen, focus, isMarked, isInSight }) {
  if (!isOpen || focus === "end") return "nothing";
  return focus === "here" && isMarked && isInSight ? "act" : "bring";
}

// The criterion that comes after an answer: of `answered`, one truth a criterion as things stand after it, the place of
// the next one, or null at the end. Whoever revises goes on in order; whoever answers goes on to what is unanswered.
export function placeAfter(place, { answered, wasAnswered }) {
  if (wasAnswered && place + 1 < answered.length) return place + 1;
  const around = [...answered.keys()].map((step) => (place + 1 + step) % answered.length);
  return around.find((other) => !answered[other]) ?? null;
}

// Of boxes that each hold the one after it (a criterion, its text and answers, its answers): the first that the area
// can hold, or the last where it holds none.
export function boxToSee(boxes, area) {
  return boxes.find((box) => fits(box, area)) ?? boxes.at(-1);
}

// Whether the box is wholly in the area, or fills it where it is the taller of the two.
export function isInArea(box, area) {
  if (area.bottom - area.top < ROUNDING) return false;
  return Math.abs(distance(box, area)) <= ROUNDING;
}

// How far to scroll down (or up, below zero) until the box is in the area, and no further.
export function distance(box, area) {
  const above = box.top - area.top;
  const below = box.bottom - area.bottom;
  return fits(box, area) ? Math.min(above, Math.max(below, 0)) : Math.max(above, Math.min(below, 0));
}

function fits(box, area) {
  return box.bottom - box.top <= area.bottom - area.top + ROUNDING;
}
