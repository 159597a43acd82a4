// Several tabs of one person: whichever sends an answer, all that show its item learn at once what became of it.

export function shareSaves(outbox, sender) {
  if (!("BroadcastChannel" in window)) return; // the server's 409 is the safety net
  const channel = new BroadcastChannel(`${outbox.prefix}labels`);
  sender.addEventListener("saved", ({ detail: { entry, outcome, isHeard } }) => {
    if (isHeard) return;
    const { url, criterion } = entry;
    channel.postMessage({ entry: { url, criterion }, outcome: { label: outcome.label, at: outcome.at } });
  });
  channel.addEventListener("message", ({ data }) => sender.hear(data));
}

export function joinTabs(item, outbox) {
  addEventListener("storage", (event) => {
    if (outbox.isOwnKey(event.key)) item.showAll();
  });
}
