// The labelling page. Without this file it is one form with a Save button; with it every answer is kept in the
// outbox as it is given and sent from there (docs/decisions: the label outbox).

import { ActiveTime } from "./active_time.js";
import { Criterion } from "./criterion.js";
import { Item } from "./item.js";
import { KeyWords } from "./key_words.js";
import { Keys } from "./keys.js";
import { watchLeaving } from "./leaving.js";
import { watchNativeKeys } from "./native_keys.js";
import { watchProblems } from "./problems.js";
import { reportReading } from "./reading_time.js";
import { setUpOutbox } from "./set_up.js";
import { joinTabs } from "./tabs.js";

const form = document.getElementById("label-form");
const { outbox, sender, saveState } = setUpOutbox();
document.documentElement.dataset.script = "on"; // only now: where nothing can be kept, the plain form stays
const criteria = [...form.querySelectorAll("[data-criterion]")].map((one) => new Criterion(one));
const activeTime = new ActiveTime();
const nextNote = document.querySelector("[data-next-note]");
const item = new Item(form, criteria, outbox, sender, activeTime);

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

item.addEventListener("shown", () => {
  const answered = item.criteria.filter((one) => one.isAnswered).length;
  document.querySelector("[data-answered]").textContent = answered;
  const isDone = answered === item.criteria.length;
  if (nextNote) nextNote.hidden = !isDone;
  else document.querySelector("[data-next]")?.classList.toggle("button-primary", isDone);
  saveState.show();
});

if (matchMedia("(max-width: 899px)").matches) document.querySelector("[data-conversation]").open = false;
watchLeaving(item, outbox, sender);
watchProblems(item);
joinTabs(item, outbox);
reportReading(form.dataset.readingUrl, activeTime, sender.transport);
const keyWords = new KeyWords();
watchNativeKeys(item, keyWords);
item.begin();
new Keys(item, JSON.parse(form.dataset.keys), keyWords);
sender.kick();
