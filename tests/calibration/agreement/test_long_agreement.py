"""`agreement ROUND` and its page for long conversations: values by hand, cannot judge as no rating."""

import pytest

from annotation.assignments.progress import round_progress
from annotation.rounds.open_and_close import close_round, open_round
from tests.annotation.long_scene import judge, make_long_round, make_open_long_round
from tests.calibration.run import as_json, as_words, refused
from tests.html import html_of

V, N, C = "violation", "no violation", "cannot judge"
# By hand, each conversation a unit: pa = (1 + 1/3 + 1 + 1/3) / 4 = 2/3; share of violation 6/12, so every
# chance term is 1/2 and Fleiss = AC1 = PABAK = (2/3 - 1/2) / (1/2) = 1/3; alpha as in test_agreement: 7/18.
SAID = [(V, V, V), (V, V, N), (N, N, N), (V, N, N)]


@pytest.fixture
def make(cast):
    def closed(said, **options):
        opened = open_round(actor=None, round=make_long_round(cast, items=len(said), **options))
        for n, row in enumerate(said, start=1):
            for rater, word in zip(cast.clinicians, row, strict=True):
                if word:
                    judge(rater, opened, f"long-{n}", word, note="why")
        n_holes = round_progress(opened).n_holes
        return close_round(actor=cast.admin, round=opened, confirmed_holes=n_holes)

    return closed


def test_values_by_hand(make):
    make(SAID)
    report = as_json("agreement", "long")
    assert (report["n_units"], report["n_raters"], report["n_tasks"]) == (4, 3, 4)
    assert (report["labels"], report["by"]) == ([V, N], {})
    values = {name: estimate["value"] for name, estimate in report["overall"].items()}
    assert values == pytest.approx(
        {
            "percent_agreement": 2 / 3,
            "fleiss_kappa": 1 / 3,
            "gwet_ac1": 1 / 3,
            "krippendorff_alpha": 7 / 18,
            "pabak": 1 / 3,
            "prevalence": 0.5,
        }
    )
    assert as_words("agreement", "long").startswith("Round long: 4 long conversations, 3 clinicians.")


def test_cannot_judge_and_no_label_are_no_ratings(make):
    """Left: two alike on the first, one of each on the second, one alone on the third: pa = 1/2."""
    make([(V, V, C), (V, None, N), (C, N, None)])
    report = as_json("agreement", "long", "--draws", "0")
    agreement = report["overall"]["percent_agreement"]
    assert (agreement["value"], agreement["n_units"]) == (0.5, 2)
    assert report["overall"]["prevalence"]["n_units"] == 3


def test_other_labels_are_categories_of_their_own(make):
    """Three labels: PABAK = (pa - 1/3) / (2/3) with pa = (1 + 0) / 2."""
    make([("held",) * 3, ("held", "drifted", "lost")], words=["held", "drifted", "lost"])
    overall = as_json("agreement", "long")["overall"]
    assert overall["pabak"]["value"] == pytest.approx((1 / 2 - 1 / 3) / (2 / 3))
    assert (overall["prevalence"]["value"], overall["prevalence"]["reason"]) == (None, "more_than_two_labels")


def test_it_is_refused_before_closing_and_by_slices(cast, make):
    make_open_long_round(cast, name="open")
    assert "is open. Labels are compared once it is closed" in refused("agreement", "open")
    make(SAID)
    assert "no slices" in refused("agreement", "long", "--by", "stage")


def test_the_page_shows_it_to_admins_and_raters(client, cast, make):
    make(SAID)
    for person, status in (
        (cast.admin, 200),
        (cast.clinicians[0], 200),
        (cast.author, 404),
        (cast.outsider, 404),
    ):
        client.force_login(person)
        answer = client.get("/calibration/long/")
        assert answer.status_code == status
    client.force_login(cast.admin)
    page = " ".join(html_of(client.get("/calibration/long/")).split())
    assert "4 conversations, 3 clinicians, labels violation, no violation." in page
    assert ".333" in page


def test_the_page_of_three_labels_says_why_there_is_no_prevalence(client, cast, make):
    make([("held",) * 3, ("held", "drifted", "lost")], words=["held", "drifted", "lost"])
    client.force_login(cast.admin)
    assert "This is defined for two labels" in html_of(client.get("/calibration/long/"))
