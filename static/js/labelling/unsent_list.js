// The dialog with everything this computer still holds for the person, whatever item it belongs to: each can be
// discarded, and all can be copied or, after a second word, discarded.

import { inWords } from "./words.js";

export function watchUnsentList(outbox, sender) {
  const dialog = document.getElementById("unsent");
  const list = dialog.querySelector("[data-unsent-list]");
  const all = dialog.querySelector("[data-unsent-all]");
  const sure = dialog.querySelector("[data-discard-sure]");
  const discardAll = dialog.querySelector("[data-discard-all]");
  const said = dialog.querySelector("[data-unsent-said]");
  const draw = () => {
    list.replaceChildren(...outbox.all().map((entry) => lineOf(entry, () => discard([entry]))));
    all.hidden = outbox.all().length === 0;
    discardAll.hidden = outbox.all().length === 1;
    sure.hidden = true;
    said.textContent = all.hidden ? "Nothing is left here." : "";
  };
  const discard = (entries) => {
    for (const { uuid } of entries) outbox.remove(uuid);
    draw();
    sender.dispatchEvent(new CustomEvent("needs-word")); // whoever shows the outbox shows it anew
  };
  dialog.querySelector("[data-copy-all]").addEventListener("click", async () => {
    const text = outbox.all().map(inOneLine).join("\n");
    said.textContent = (await isCopied(text, dialog)) ? "Copied." : "Your browser does not let this page copy.";
  });
  discardAll.addEventListener("click", () => {
    sure.querySelector("[data-unsent-count]").textContent = outbox.all().length;
    sure.hidden = false;
  });
  sure.querySelector("button").addEventListener("click", () => discard(outbox.all()));
  document.querySelector("[data-unsent-button]")?.addEventListener("click", (event) => {
    const here = document.querySelector(".criterion.has-problem");
    if (!here || here.disabled) return draw(); // and the dialog opens
    event.stopPropagation();
    here.focus({ preventScroll: true });
    here.scrollIntoView({ block: "nearest" });
  });
}

function whyOf(entry) {
  return entry.sentence ?? (entry.state === "conflict" ? "You answered it in another window too." : "It waits to be sent.");
}

function placeOf(entry) {
  return entry.title ? `Item ${entry.place}, ${entry.title}` : `Item ${entry.place}`;
}

function inOneLine(entry) {
  return `${placeOf(entry)}: ${inWords(entry.change)}. ${whyOf(entry)}`;
}

function lineOf(entry, discard) {
  const line = document.createElement("li");
  const where = document.createElement("a");
  where.href = entry.page;
  where.textContent = placeOf(entry);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-small";
  button.textContent = "Discard it";
  button.addEventListener("click", discard);
  line.append(where, `: ${inWords(entry.change)}. ${whyOf(entry)} `, button);
  return line;
}

// Browsers offer the clipboard only to pages that came by https; the older way works everywhere.
async function isCopied(text, dialog) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    dialog.append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    return isDone;
  }
}
