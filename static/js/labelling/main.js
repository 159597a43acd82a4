// The labelling page. Without this file it is one form with a Save button; with it every answer is kept in the
// outbox as it is given and sent from there (docs/decisions: the label outbox).

import { ActiveTime } from "./active_time.js";
import { Item } from "./item.js";
import { Keys } from "./keys.js";
import { watchProblems } from "./problems.js";
import { setUpOutbox } from "./set_up.js";
import { joinTabs } from "./tabs.js";

const LEAVE_AFTER_MS = 1500;

const form = document.getElementById("label-form");
document.documentElement.dataset.script = "on";
const { outbox, sender, saveState } = setUpOutbox();
const item = new Item(form, outbox, sender, new ActiveTime());
let isGoingOn = false;

form.addEventListener("change", (event) => {
  const criterion = item.criterionOf(event.target);
  if (event.target.type === "radio") {
    item.choose(criterion, event.target.value);
    if (event.target.value === "cannot_judge" && !criterion.typedNote.trim()) criterion.noteBox.open = true;
  }
  if (event.target.type === "checkbox") item.setFlag(criterion, event.target.checked);
  if (event.target === criterion?.note) item.keepNote(criterion);
});
form.addEventListener("input", (event) => {
  const criterion = item.criterionOf(event.target);
  if (event.target === criterion?.note) item.noteTyped(criterion);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const criterion = item.criterionOf(event.submitter);
  if (event.submitter?.matches("[data-clear]")) item.choose(criterion, null);
  if (event.submitter?.matches("[data-confirm]")) item.choose(criterion, criterion.shown.value);
  criterion?.fieldset.focus();
});

// On the way to another item: give the last answer a moment to arrive. What does not is sent from there.
document.addEventListener("click", async (event) => {
  const way = event.target.closest("a[data-within]");
  if (!way || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  item.keepAllNotes();
  isGoingOn = true;
  await sender.settled(LEAVE_AFTER_MS);
  location.assign(way.href);
});
document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-within]")) isGoingOn = true;
});
addEventListener("pageshow", () => {
  isGoingOn = false;
});
addEventListener("pagehide", () => item.keepAllNotes());
document.addEventListener("visibilitychange", () => document.hidden && item.keepAllNotes());
addEventListener("beforeunload", (event) => {
  item.keepAllNotes();
  if (!isGoingOn && outbox.all().length) event.preventDefault();
});

item.addEventListener("shown", () => {
  const answered = item.criteria.filter((one) => one.isAnswered).length;
  document.querySelector("[data-answered]").textContent = answered;
  document.querySelector("[data-next]")?.classList.toggle("button-primary", answered === item.criteria.length);
  saveState.show();
});

if (matchMedia("(max-width: 899px)").matches) document.querySelector("[data-conversation]").open = false;
watchProblems(item);
joinTabs(item, outbox);
item.showAll();
new Keys(item, JSON.parse(form.dataset.keys));
sender.kick();
