"""Calibration in a real browser: accessible, within a phone's width; a ranking shows itself when done."""

import pytest
from playwright.sync_api import expect

from calibration.models import Judge
from calibration.rankings.run import plan_ranking, run_ranking
from tests.browser import assert_accessible, assert_fits

pytestmark = pytest.mark.browser

WIDE = ("/calibration/calibration/", "/judges/", "/rankings/{ranking}/?columns=all", "/panels/panel-1/")
EVERY = (
    "/calibration/",
    "/calibration/new/",
    "/calibration/calibration/",
    "/calibration/calibration/rank/",
    "/judges/",
    "/judges/new/",
    "/judges/{judge}/",
    "/judges/{judge}/change/",
    "/rankings/{ranking}/",
    "/rankings/{ranking}/compare/",
    "/rankings/{ranking}/freeze/",
    "/rankings/{ranking}/freeze/?preview=1&replaces=panel-1&reason=Looked+at+again",
    "/panels/",
    "/panels/panel-1/",
    "/panels/panel-1/verify/",
)


@pytest.mark.parametrize(("scheme", "width", "addresses"), [("light", 1280, WIDE), ("dark", 360, EVERY)])
def test_every_page_is_accessible_and_fits(
    page, sign_in, cast, panel, console_errors, scheme, width, addresses
):
    there = {"ranking": panel.ranking.pk, "judge": Judge.objects.first().pk}
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    sign_in(cast.admin)
    for address in addresses:
        page.goto(address.format(**there))
        assert_fits(page, width)
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true })")
        assert_accessible(page)
    assert console_errors == []


def test_a_waiting_ranking_shows_itself_when_it_is_done(page, sign_in, cast, closed, console_errors):
    planned = plan_ranking(round=closed, draws=50, actor=cast.admin)
    sign_in(cast.admin)
    page.goto(f"/rankings/{planned.pk}/")
    expect(page.get_by_text("It waits for a worker.")).to_be_visible()
    run_ranking(ranking=planned)
    expect(page.get_by_role("heading", name="Recommended")).to_be_visible()
    assert console_errors == []
