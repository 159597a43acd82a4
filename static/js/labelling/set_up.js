// What every page of somebody who is signed in has: their outbox, its sender, and its words.

import { DurableCopy } from "./durable.js";
import { Outbox } from "./outbox.js";
import { SaveState } from "./save_state.js";
import { Sender } from "./sender.js";
import { watchSignIn } from "./sign_in.js";
import { shareSaves } from "./tabs.js";
import { Transport } from "./transport.js";
import { watchUnsentList } from "./unsent_list.js";
import { watchWaysOut } from "./ways_out.js";

export function setUpOutbox() {
  const { person, sessionUrl, csrf } = document.querySelector("[data-outbox]").dataset;
  const outbox = new Outbox(person, new DurableCopy(person));
  const sender = new Sender(outbox, new Transport({ person, sessionUrl, csrf }));
  const saveState = new SaveState(outbox, sender);
  shareSaves(outbox, sender);
  watchSignIn(sender);
  watchUnsentList(outbox, sender);
  watchWaysOut(outbox, sender);
  outbox.restore().then((isAnythingBack) => {
    if (!isAnythingBack) return;
    sender.dispatchEvent(new CustomEvent("needs-word")); // whoever shows the outbox shows it anew
    sender.kick();
  });
  return { outbox, sender, saveState };
}
