// Reading time that came with no answer, for the exposure meter that only its reader sees. It is sent when the page
// is left or put aside, and now and then; what is lost on the way is not missed.

import { newUuid } from "./outbox.js";

const NOW_AND_THEN_MS = 300000;
const LEAST_MS = 1000;

export function reportReading(url, activeTime, transport) {
  const report = () => {
    const active_ms = activeTime.take();
    if (active_ms < LEAST_MS) return;
    fetch(url, {
      method: "POST",
      keepalive: true,
      credentials: "same-origin",
      headers: {
        "Content-Type": "application/json",
        "X-CSRFToken": transport.csrf,
        "X-Concord-Person": transport.person,
      },
      body: JSON.stringify({ uuid: newUuid(), active_ms }),
    }).catch(() => {});
  };
  addEventListener("pagehide", report);
  document.addEventListener("visibilitychange", () => document.hidden && report());
  setInterval(report, NOW_AND_THEN_MS);
}
