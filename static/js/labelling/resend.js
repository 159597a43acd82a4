// Every page that has no labels of its own: sends what the outbox still holds, and says so.

import { setUpOutbox } from "./set_up.js";

const { outbox, sender, saveState } = setUpOutbox();
sender.addEventListener("needs-word", () => saveState.show());
if (outbox.all().length) {
  saveState.show();
  sender.kick();
}
