// The lists of rounds and items: sends what the outbox still holds, and says so.

import { setUpOutbox } from "./set_up.js";

const { outbox, sender, saveState } = setUpOutbox();
if (outbox.all().length) {
  saveState.show();
  sender.kick();
}
