// One attempt to send one entry, and what came of it. "saved" is said only on the server's word for this very
// change; whatever cannot be understood counts as not saved.

const PATIENCE_MS = 15000;

export class Transport {
  constructor({ person, sessionUrl, csrf }) {
    this.person = person;
    this.sessionUrl = sessionUrl;
    this.csrf = csrf;
  }

  // -> { kind: "saved" | "retry" | "signed_out" | "other_person" | "conflict" | "refused", ... }
  async send(entry) {
    let response;
    try {
      response = await fetch(entry.url, {
        method: "POST",
        credentials: "same-origin",
        redirect: "manual",
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          "Content-Type": "application/json",
          "X-CSRFToken": this.csrf,
          "X-Concord-Person": this.person,
        },
        body: JSON.stringify({
          uuid: entry.uuid,
          criterion: entry.criterion,
          criterion_version: entry.words,
          change: entry.change,
          version: entry.version,
          client_at: entry.clientAt,
          active_ms: entry.activeMs,
        }),
      });
    } catch {
      return { kind: "retry" };
    }
    return this.#understand(entry, response, await jsonOf(response));
  }

  #understand(entry, response, answer) {
    if (response.ok && answer?.saved === true && answer.uuid === entry.uuid) return { kind: "saved", ...answer };
    if (response.status >= 500) return { kind: "retry" }; // an outage, whatever words come with it
    if (response.type === "opaqueredirect" || response.status === 401) return { kind: "signed_out" };
    if (answer?.code === "other_person") return { kind: "other_person" };
    if (answer?.code === "conflict") return { kind: "conflict", current: answer.current };
    if (answer?.sentence) return { kind: "refused", sentence: answer.sentence };
    if (response.status === 403) return { kind: "signed_out" }; // a CSRF token that ended with its session
    return { kind: "retry" };
  }

  // Ask who is signed in now and take the fresh CSRF token: "same", "nobody", "other", or "unknown" when offline.
  async refreshSession() {
    try {
      const response = await fetch(this.sessionUrl, {
        credentials: "same-origin",
        redirect: "manual",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const answer = await jsonOf(response);
      if (!response.ok || !answer) return "unknown";
      if (answer.person === null) return "nobody";
      if (answer.person !== this.person) return "other";
      this.csrf = answer.csrf;
      return "same";
    } catch {
      return "unknown";
    }
  }
}

async function jsonOf(response) {
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) return null;
  try {
    return await response.json();
  } catch {
    return null;
  }
}
