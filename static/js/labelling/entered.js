// A choice and a note that were entered into the plain form before the scripts came. The form is not filled in again by
// the browser (autocomplete="off"), so that whatever differs from the page as it was sent is the person's own.

export function enteredIn(radios, note) {
  const change = {};
  const chosen = radios.find((radio) => radio.checked && !radio.defaultChecked);
  if (chosen) change.value = chosen.value;
  if (note.value !== note.defaultValue) change.note = note.value;
  return change;
}
