// Answers in words.

export const VALUE_WORDS = { met: "Met", not_met: "Not met", cannot_judge: "Cannot judge" };

// A word of a round's own vocabulary stands for itself.
function valueInWords(value) {
  return value === null ? "No answer" : VALUE_WORDS[value] ?? value;
}

function turnsInWords(turns) {
  if (turns.length === 0) return "no evidence";
  return `evidence in turn${turns.length === 1 ? "" : "s"} ${turns.join(", ")}`;
}

// "Not met, with the note “…”, flagged": what a label says, or what a change asks for.
export function inWords(change) {
  const parts = [];
  if ("value" in change) parts.push(valueInWords(change.value));
  if ("evidence_turns" in change) parts.push(turnsInWords(change.evidence_turns));
  if (change.note) parts.push(`${parts.length ? "with the note" : "The note"} “${change.note}”`);
  else if ("note" in change && parts.length === 0) parts.push("No note");
  if (change.flagged) parts.push(parts.length ? "flagged" : "Flagged for discussion");
  else if ("flagged" in change && parts.length === 0) parts.push("No flag");
  return parts.join(", ");
}
