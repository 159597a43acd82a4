// Leaving an item's page: what was typed is kept, what is unsent is warned about, and the last answer gets a moment.

const LEAVE_AFTER_MS = 1500;

export function watchLeaving(item, outbox, sender) {
  let isGoingOn = false;

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
  document.addEventListener("submit", async (event) => {
    if (!event.target.matches("[data-within]")) return;
    event.preventDefault();
    if (isGoingOn) return;
    item.keepAllNotes();
    isGoingOn = true;
    await sender.settled(LEAVE_AFTER_MS);
    event.target.submit();
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
}
