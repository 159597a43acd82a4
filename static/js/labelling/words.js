// Answers in words.

export const VALUE_WORDS = { met: "Met", not_met: "Not met", cannot_judge: "Cannot judge" };

// "Not met, with the note “…”, flagged": what a label says, or what a change asks for.
export function inWords(change) {
  const parts = [];
  if ("value" in change) parts.push(change.value === null ? "No answer" : VALUE_WORDS[change.value]);
  if (change.note) parts.push(`${parts.length ? "with the note" : "The note"} “${change.note}”`);
  else if ("note" in change && parts.length === 0) parts.push("No note");
  if (change.flagged) parts.push(parts.length ? "flagged" : "Flagged for discussion");
  else if ("flagged" in change && parts.length === 0) parts.push("No flag");
  return parts.join(", ");
}
