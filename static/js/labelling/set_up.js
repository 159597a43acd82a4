// What every page with an outbox has: the outbox of the person who reads it, its sender, and its words.

import { Outbox } from "./outbox.js";
import { watchUnsentList } from "./problems.js";
import { SaveState } from "./save_state.js";
import { Sender } from "./sender.js";
import { watchSignIn } from "./sign_in.js";
import { Transport } from "./transport.js";

export function setUpOutbox() {
  const { person, sessionUrl, csrf } = document.querySelector("[data-outbox]").dataset;
  const outbox = new Outbox(person);
  const sender = new Sender(outbox, new Transport({ person, sessionUrl, csrf }));
  const saveState = new SaveState(outbox, sender);
  watchSignIn(sender);
  watchUnsentList(outbox, sender);
  return { outbox, sender, saveState };
}
