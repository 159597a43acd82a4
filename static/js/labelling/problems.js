// What could not be saved, beside its criterion, with the ways out; and the list of all of it in a dialog.

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

// The dialog with everything this computer still holds for the person, whatever item it belongs to.
export function watchUnsentList(outbox, sender) {
  const list = document.querySelector("[data-unsent-list]");
  const draw = () => {
    const discarded = () => {
      draw();
      sender.dispatchEvent(new CustomEvent("needs-word")); // whoever shows the outbox shows it anew
    };
    list.replaceChildren(...outbox.all().map((entry) => lineOf(entry, outbox, discarded)));
  };
  document.querySelector("[data-unsent-button]")?.addEventListener("click", (event) => {
    const here = document.querySelector(".criterion.has-problem");
    if (!here || here.disabled) return draw(); // and the dialog opens
    event.stopPropagation();
    here.focus({ preventScroll: true });
    here.scrollIntoView({ block: "nearest" });
  });
}

function lineOf(entry, outbox, drawAgain) {
  const line = document.createElement("li");
  const where = document.createElement("a");
  where.href = entry.page;
  where.textContent = `Item ${entry.place}`;
  const why = entry.sentence ?? (entry.state === "conflict" ? "You answered it in another window too." : "It waits to be sent.");
  const discard = document.createElement("button");
  discard.type = "button";
  discard.className = "button button-small";
  discard.textContent = "Discard it";
  discard.addEventListener("click", () => {
    outbox.remove(entry.uuid);
    drawAgain();
  });
  line.append(where, `: ${inWords(entry.change)}. ${why} `, discard);
  return line;
}
