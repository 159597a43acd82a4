// Forms that end what unsent answers need, with data-ends="words for what happens to them": signing out, or leaving out
// an item (data-ends-below="the addresses that then take nothing any more"). They are sent first, and the person is
// asked while some remain.

const SEND_FIRST_MS = 1500;
const GLANCE_MS = 20;

export function watchWaysOut(outbox, sender) {
  const dialog = document.getElementById("ends-unsent");
  let form = null;
  dialog.querySelector("[data-all-the-same]").addEventListener("click", () => form.submit());
  document.addEventListener("submit", async (event) => {
    if (!event.target.matches("form[data-ends]") || event.defaultPrevented) return;
    const remaining = () => outbox.all().filter(({ url }) => url.startsWith(event.target.dataset.endsBelow ?? ""));
    if (!remaining().length) return;
    event.preventDefault();
    form = event.target;
    keepButton(form, event.submitter);
    sender.kick(); // whatever the trouble was a moment ago
    const end = Date.now() + SEND_FIRST_MS;
    while (remaining().length && sender.isRunning && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, GLANCE_MS));
    }
    const count = remaining().length;
    if (!count) return form.submit();
    dialog.querySelector("[data-unsent-count]").textContent = count === 1 ? "One answer is" : `${count} answers are`;
    dialog.querySelector("[data-ends-words]").textContent = form.dataset.ends;
    dialog.showModal();
  });
}

// submit() sends no button, so that its name and value go along in a field.
function keepButton(form, button) {
  if (!button?.name) return;
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: button.name, value: button.value });
  form.append(field);
}
