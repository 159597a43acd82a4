// Small behaviours of the frame. Every page works without them.

import { isTyping } from "./labelling/focus.js";
import { bringIntoSight, isInSight } from "./labelling/sight.js";

// Menus are <details>: close them on Escape and when something else is pressed.
function closeMenus(except) {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (menu !== except) menu.open = false;
  }
}

document.addEventListener("click", (event) => {
  closeMenus(event.target.closest("details[data-menu]"));
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector("details[data-menu][open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// A link or button with data-dialog-open="ID" opens that dialog in place; without it the link is followed.
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog-open]");
  if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const dialog = document.getElementById(opener.dataset.dialogOpen);
  if (!dialog || typeof dialog.showModal !== "function") return;
  event.preventDefault();
  closeMenus(null);
  if (!dialog.open) dialog.showModal();
});

// A press on the backdrop closes a dialog that asks nothing.
document.addEventListener("click", (event) => {
  const dialog = event.target;
  if (dialog instanceof HTMLDialogElement && !dialog.hasAttribute("data-asks")) dialog.close();
});

// data-key="x" presses its element on that single key: never while typing, in a dialog, or when switched off. A button
// that sends a form is pressed only while it can be seen, with what it is about (data-key-about); else it is shown.
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (document.documentElement.dataset.shortcuts === "off") return;
  if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
  const target = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!target || target.getClientRects().length === 0) return; // what is not on the page is not pressed
  event.preventDefault();
  const parts = () => [target.closest("[data-key-about]") ?? target, target];
  if (!target.matches("button[type=submit]") || isInSight(target, parts)) return target.click();
  target.focus({ preventScroll: true });
  bringIntoSight(target, parts);
});

// Recovery when a dialog or a passkey cannot finish: allauth reports it as an event, we say it in words.
document.addEventListener("allauth.error", (event) => {
  const place = document.querySelector("[data-passkey-problem]");
  if (!place) return;
  event.preventDefault();
  place.hidden = false;
});

// A field that holds something to copy selects itself.
document.addEventListener("focusin", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.hasAttribute("data-select-on-focus")) event.target.select();
});
