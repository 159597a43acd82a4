"""Random keys, wheel and clicks on the labelling page: what cannot be seen is never changed.

KEY_PRESSES=5000 in the environment presses so many keys in each window instead of the few of every run, and
KEY_SEED=n begins elsewhere.
"""

import os
import random

import pytest
from playwright.sync_api import Page, expect

from tests.annotation.labelling.browsing import Desk
from tests.annotation.long_scene import make_open_long_round, own_long
from tests.annotation.scene import make_open_round

pytestmark = pytest.mark.browser

PRESSES = int(os.environ.get("KEY_PRESSES", "120"))
SEED = int(os.environ.get("KEY_SEED", "8"))
WIDE, PHONE, ZOOMED = (1280, 800), (360, 740), (640, 400)

KEYS = [*"mmmnnncfuyjjkkre123", "Tab", "Shift+Tab", "Escape", "Control+z", "ArrowRight", "ArrowUp", "Space"]

# Notes at every key and press of the mouse which answers and marks can be seen and touched, and then every
# change that enters the outbox of what could not. It knows nothing of the rule in aim.js. A note is brought
# into view by the browser while it is typed.
WATCH = """(() => {
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return box.top >= -1 && box.bottom <= innerHeight + 1 && element.contains(hit);
  };
  const answersOf = (fieldset) => [...fieldset.querySelectorAll(".answer")];
  let seen = new Set(), isTyping = false;
  const look = (event) => {
    seen = new Set();
    isTyping = event.target.matches?.("textarea") ?? false;
    for (const fieldset of document.querySelectorAll("[data-criterion], [data-whole]")) {
      const name = fieldset.dataset.criterion ?? "whole";
      if (answersOf(fieldset).every(isSeen)) seen.add(`${name} value`);
      const flag = fieldset.querySelector(".criterion-flag");
      if (flag && isSeen(flag)) seen.add(`${name} flagged`);
    }
    for (const label of document.querySelectorAll(".exchange-evidence")) {
      if (isSeen(label)) seen.add(`turn ${label.querySelector("input").value}`);
    }
  };
  for (const name of ["keydown", "pointerdown"]) addEventListener(name, look, true);
  window.unseen = [];
  window.changes = 0;
  let turns = [];
  const keep = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    if (key.startsWith("concord-outbox") && this.getItem(key) === null) {
      const { criterion, change } = JSON.parse(value);
      const name = criterion ?? "whole";
      window.changes += 1;
      for (const field of isTyping ? [] : Object.keys(change)) {
        if (field === "evidence_turns") {
          const now = change[field];
          const differing = [...turns, ...now].filter((n) => turns.includes(n) !== now.includes(n));
          turns = now;
          for (const n of differing) if (!seen.has(`turn ${n}`)) window.unseen.push(`turn ${n}`);
        } else if (field !== "note" && !seen.has(`${name} ${field}`)) window.unseen.push(`${name} ${field}`);
      }
    }
    return keep.call(this, key, value);
  };
})()"""


def press_at_random(page: Page, size: tuple[int, int], presses: int) -> None:
    """Keys, with the wheel and the mouse between them; fail at the first change of something unseen."""
    choose = random.Random(f"{SEED} {size}")
    url = page.url
    for step in range(presses):
        if choose.random() < 0.25:
            page.mouse.move(choose.randrange(size[0]), choose.randrange(60, size[1] - 60))
            page.mouse.wheel(0, choose.choice((-3000, -700, -150, 150, 700, 3000)))
        if choose.random() < 0.05:
            page.evaluate("document.activeElement.blur()")
        key = choose.choice(KEYS)
        if key == "Space" and not page.evaluate("document.activeElement.matches('input')"):
            continue  # on a link or a button of the page it would leave the page
        page.keyboard.press(key)
        if step % 10 == 9:
            assert page.evaluate("window.unseen") == [], f"press {step}: {key}"
            assert page.url == url
    assert page.evaluate("window.unseen") == []
    assert page.evaluate("window.changes") > presses / 20  # keys did change what could be seen


@pytest.mark.parametrize("size", [WIDE, PHONE, ZOOMED])
def test_no_criterion_out_of_sight_ever_changes(page, sign_in, cast, size):
    opened = make_open_round(cast, criteria=20)
    sign_in(cast.clinicians[0])
    page.add_init_script(WATCH)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    Desk(page, cast.clinicians[0], opened).open()
    press_at_random(page, size, PRESSES)


@pytest.mark.parametrize("size", [WIDE, PHONE, ZOOMED])
def test_no_mark_and_no_label_of_a_long_conversation_out_of_sight_ever_changes(page, sign_in, cast, size):
    asha = cast.clinicians[0]
    opened = make_open_long_round(cast, turns=42)
    sign_in(asha)
    page.add_init_script(WATCH)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/label/long/{own_long(asha, opened, 'long-1').item_id}/")
    expect(page.locator("html[data-script=on]")).to_be_attached()
    press_at_random(page, size, PRESSES)
