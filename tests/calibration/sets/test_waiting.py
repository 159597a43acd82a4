"""The home page names the next step of calibration, one at a time."""

from annotation.models import Label, Round
from calibration.sets.draw import draw_calibration
from tests.calibration.builders import make_responses, make_round, make_tasks
from tests.html import html_of


def home(client) -> str:
    return html_of(client.get("/"))


def test_a_set_without_a_round(visit, cast):
    make_responses(make_tasks(5), ("maker/a",))
    draw_calibration(name="cal", size=5, per_task=1, seed=1, actor=cast.admin)
    assert 'href="/calibration/cal/set/"' in home(visit(cast.admin))


def test_from_votes_to_a_panel(visit, cast, closed):
    Round.objects.update(purpose="calibration")
    assert 'href="/calibration/calibration/rank/"' in home(visit(cast.admin))


def test_a_finished_ranking_waits_until_a_panel_is_frozen(visit, cast, ranking):
    assert f'href="/rankings/{ranking.pk}/"' in home(visit(cast.admin))


def test_a_sound_panel_waits_for_nobody(visit, cast, panel):
    page = home(visit(cast.admin))
    assert "/panels/panel-1/" not in page
    assert f"/rankings/{panel.ranking.pk}/" not in page


def test_a_stale_panel_says_why(visit, cast, panel):
    Label.objects.filter(value="met").first().delete()
    assert "labels of round calibration have changed" in home(visit(cast.admin))


def test_an_admin_who_labels_in_an_open_round_hears_nothing_of_judges(visit, cast, ranking):
    raters = [cast.admin, *cast.clinicians[1:]]
    open_items = make_responses(make_tasks(1, prefix="U"), ("x/two",))
    make_round(raters, open_items, [[-1] * 3] * 3, name="other", state="open")
    assert "recommends" not in home(visit(cast.admin))


def test_clinicians_hear_nothing_of_it(visit, cast, ranking):
    assert "/rankings/" not in home(visit(cast.clinicians[0]))
