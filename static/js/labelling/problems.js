// What could not be saved, beside its criterion, with the ways out. The list of all of it is in unsent_list.js.

import { inWords } from "./words.js";

export function watchProblems(item) {
  const draw = () => {
    for (const criterion of item.criteria) drawBeside(item, criterion);
  };
  item.addEventListener("shown", draw);
  draw();
}

function drawBeside(item, criterion) {
  const place = criterion.fieldset.querySelector("[data-problem]");
  const entry = item.entriesOf(criterion).find((one) => one.state === "conflict" || one.state === "refused");
  criterion.fieldset.classList.toggle("has-problem", Boolean(entry));
  if (place.dataset.uuid === (entry?.uuid ?? "")) return;
  place.dataset.uuid = entry?.uuid ?? "";
  place.replaceChildren();
  if (entry?.state === "conflict") place.append(conflictWords(item, criterion, entry));
  if (entry?.state === "refused") place.append(refusalWords(item, criterion, entry));
}

function conflictWords(item, criterion, entry) {
  const words = document.getElementById("conflict-words").content.cloneNode(true);
  words.querySelector("[data-current]").textContent = inWords(entry.current);
  words.querySelector("[data-asked]").textContent = inWords(entry.change);
  words.querySelector("[data-keep=saved]").addEventListener("click", () => item.keepSaved(criterion, entry));
  words.querySelector("[data-keep=mine]").addEventListener("click", () => item.keepMine(criterion, entry));
  return words;
}

function refusalWords(item, criterion, entry) {
  const words = document.getElementById("refusal-words").content.cloneNode(true);
  words.querySelector("[data-sentence]").textContent = entry.sentence;
  words.querySelector("[data-asked]").textContent = inWords(entry.change);
  words.querySelector("[data-again]").addEventListener("click", () => item.tryAgain(criterion, entry));
  words.querySelector("[data-discard]").addEventListener("click", () => item.discard(criterion, entry));
  return words;
}
