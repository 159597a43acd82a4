// Signing in again without leaving the page: in a second tab, after which the outbox is sent.

export function watchSignIn(sender) {
  const dialog = document.getElementById("sign-in-again");
  let isPutOff = false;
  dialog.addEventListener("close", () => {
    isPutOff = sender.trouble === "signed_out";
  });
  sender.addEventListener("trouble", (event) => {
    const count = sender.outbox.all().length;
    dialog.querySelector("[data-unsent-count]").textContent = count === 1 ? "One answer is" : `${count} answers are`;
    const isOut = event.detail.trouble === "signed_out";
    if (isOut && !dialog.open && !isPutOff && !document.querySelector("dialog[open]")) dialog.showModal();
  });
  sender.addEventListener("saved", () => {
    isPutOff = false;
    if (dialog.open) dialog.close();
  });
}
