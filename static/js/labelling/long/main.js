// The page of a long conversation. Without this file it is one form with a Save button; with it every change is kept
// in the outbox as it is made and sent from there, as on the labelling page.

import { ActiveTime } from "../active_time.js";
import { Item } from "../item.js";
import { KeyWords } from "../key_words.js";
import { watchLeaving } from "../leaving.js";
import { watchNativeKeys } from "../native_keys.js";
import { watchProblems } from "../problems.js";
import { reportReading } from "../reading_time.js";
import { setUpOutbox } from "../set_up.js";
import { joinTabs } from "../tabs.js";
import { LongKeys } from "./keys.js";
import { Turns } from "./turns.js";
import { Whole } from "./whole.js";

const form = document.getElementById("label-form");
const { outbox, sender, saveState } = setUpOutbox();
document.documentElement.dataset.script = "on"; // only now: where nothing can be kept, the plain form stays
const whole = new Whole(form, form.querySelector("[data-whole]"));
const activeTime = new ActiveTime();
const item = new Item(form, [whole], outbox, sender, activeTime);
item.criterionOf = () => whole; // the whole form is about it

form.addEventListener("change", (event) => {
  if (event.target.type === "radio") {
    item.choose(whole, event.target.value);
    if (!whole.isAnswered) whole.openNote();
  }
  if (event.target.name === "evidence") item.setEvidence(whole, whole.tickedTurns);
  if (event.target === whole.note) item.keepNote(whole);
});
form.addEventListener("input", (event) => {
  if (event.target === whole.note) item.noteTyped(whole);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.matches("[data-clear]")) item.choose(whole, null);
  whole.fieldset.focus();
});

item.addEventListener("shown", () => {
  document.querySelector("[data-next]")?.classList.toggle("button-primary", whole.isAnswered);
  saveState.show();
});

if (matchMedia("(max-width: 899px)").matches) form.querySelector("[data-turn-list]").open = false;
watchLeaving(item, outbox, sender);
watchProblems(item);
joinTabs(item, outbox);
reportReading(form.dataset.readingUrl, activeTime, sender.transport);
const keyWords = new KeyWords();
watchNativeKeys(item, keyWords);
item.begin();
new LongKeys(item, whole, new Turns(form, outbox.prefix), JSON.parse(form.dataset.keys), keyWords);
sender.kick();
