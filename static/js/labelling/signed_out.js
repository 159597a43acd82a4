// The sign-in page: how many answers this computer still holds, whoever gave them. Only their number is read.

const count = Object.keys(localStorage).filter((key) => key.startsWith("concord-outbox:")).length;
const place = document.querySelector("[data-held]");
if (count && place) {
  place.querySelector("[data-unsent-count]").textContent = count === 1 ? "One answer is" : `${count} answers are`;
  place.hidden = false;
}
