"""Making a round of long conversations, discussing it, and publishing its majorities."""

import pytest

from annotation.base.refusals import NotNowError
from annotation.corpus.transcripts.transcript_table import transcript_labels_table
from annotation.models import AuditEntry, Round, Transcript
from annotation.rounds.open_and_close import close_round
from annotation.rounds.transcripts.make_and_publish import Published, publish_majority
from tests.annotation.long_scene import judge, make_open_long_round, make_transcript
from tests.annotation.scene import make_open_round
from tests.annotation.test_access import also_admin
from tests.html import html_of

NEW = "/rounds/new/conversations/"


@pytest.fixture
def closed(cast):
    """Two to one on the first of three, undecided on the second, unanimous on the third."""
    opened = make_open_long_round(cast, items=3)
    said = (
        ("violation", "no violation", "violation"),
        ("violation", "no violation", None),
        ("no violation",) * 3,
    )
    for n, words in enumerate(said, start=1):
        for rater, word in zip(cast.clinicians, words, strict=True):
            if word:
                judge(rater, opened, f"long-{n}", word, evidence_turns=[2], note=f"{rater} on {n}")
    return close_round(actor=cast.admin, round=opened, confirmed_holes=1)


def labels():
    return dict(Transcript.objects.values_list("transcript_id", "violation_label"))


def test_majorities_fill_in_what_is_missing_and_leave_what_stands(cast, closed):
    Transcript.objects.filter(transcript_id="long-3").update(violation_label="violation")
    assert publish_majority(actor=cast.admin, round=closed) == Published(1, 0, 1, 1)
    assert labels() == {"long-1": "violation", "long-2": None, "long-3": "violation"}
    assert publish_majority(actor=cast.admin, round=closed) == Published(0, 1, 1, 1)
    detail = AuditEntry.objects.filter(verb="publish_majority").first().detail
    assert set(detail) == {"filled_in", "same", "other", "undecided"}


def test_the_exported_labels_are_the_majorities(cast, closed):
    publish_majority(actor=cast.admin, round=closed)
    table = transcript_labels_table()
    assert table["transcript_id"].tolist() == ["long-1", "long-2", "long-3"]
    assert table["violation_label"].fillna("").tolist() == ["violation", "", "no violation"]


def test_nothing_is_published_before_closing_or_from_responses(cast):
    for opened in (make_open_long_round(cast), make_open_round(cast)):
        with pytest.raises(NotNowError, match="Only a closed round of long conversations"):
            publish_majority(actor=cast.admin, round=opened)


def test_the_discussion_shows_all_three_and_publishes_for_an_admin(client, cast, closed):
    client.force_login(cast.admin)
    page = html_of(client.get("/rounds/long/discussion/"))
    assert "2 of 3 conversations have a majority" in page
    assert "Publish 2 majorities" in page
    assert all(f"{rater} on 1" in page for rater in cast.clinicians)
    assert "What the user wrote in turn 2 of long-1." in page
    page = html_of(client.post("/rounds/long/majority/", follow=True))
    assert "2 labels were published. One conversation is undecided." in page
    assert "Publish" not in page.split("Published")[0]
    assert labels()["long-1"] == "violation"


def test_a_rater_discusses_and_does_not_publish(client, cast, closed):
    client.force_login(cast.clinicians[1])
    page = html_of(client.get("/rounds/long/discussion/"))
    assert "B <span" in page
    assert "/majority/" not in page
    assert client.post("/rounds/long/majority/").status_code == 403
    assert labels()["long-1"] is None


def test_an_admin_who_rates_an_open_round_is_not_shown_published_labels(client, cast, closed):
    Transcript.objects.filter(transcript_id="long-2").update(violation_label="a-published-word")
    make_open_round(cast)
    rater = also_admin(cast.clinicians[0])
    for person, sees in ((cast.admin, True), (rater, False)):
        client.force_login(person)
        page = html_of(client.get("/rounds/long/discussion/"))
        assert ("a-published-word" in page) is sees
        assert ("Publish 2 majorities" in page) is sees
    answer = client.post("/rounds/long/majority/")
    assert answer.status_code == 403
    assert "labelling in an open round" in html_of(answer)
    assert labels()["long-1"] is None


def test_before_closing_nobody_sees_what_others_said(client, cast):
    opened = make_open_long_round(cast)
    judge(cast.clinicians[0], opened, "long-1", "violation", note="for my eyes")
    for person in (*cast.clinicians[1:], cast.admin):
        client.force_login(person)
        for url in ("/rounds/long/discussion/", "/label/long/", "/rounds/long/", "/rounds/"):
            answer = client.get(url)
            assert "for my eyes" not in html_of(answer)
        assert client.get("/rounds/long/discussion/").status_code == 403
    assert client.post("/rounds/long/majority/").status_code == 403


@pytest.fixture
def asked(cast):
    made = [make_transcript(f"t{n}") for n in (1, 2)]
    return {
        "name": "drift",
        "transcripts": [one.pk for one in made],
        "words": "drifted\r\n\r\nheld\r\n",
        "seed": 1,
        "sitting_size": 5,
        "pause_after_minutes": 45,
        "pause_after_high_severity": 8,
        **{f"rater_{n}": rater.pk for n, rater in enumerate(cast.clinicians, start=1)},
    }


def test_an_admin_makes_a_round(client, cast, asked):
    client.force_login(cast.admin)
    assert client.get(NEW).status_code == 200
    answer = client.post(NEW, asked)
    assert (answer.status_code, answer["Location"]) == (302, "/rounds/drift/")
    made = Round.objects.get()
    assert (made.kind, made.vocabulary, made.items.count()) == (
        "transcripts",
        ["drifted", "held", "cannot judge"],
        2,
    )
    assert "drifted, held, cannot judge" in html_of(client.get("/rounds/drift/"))


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("words", "one", "at least two different labels"),
        ("transcripts", [], "This field is required"),
        ("transcripts", [10**6], "is not one of the available choices"),
        ("name", "a/b", "cannot stand in an address"),
    ],
)
def test_bad_input_is_answered_beside_the_form(client, cast, asked, field, value, sentence):
    client.force_login(cast.admin)
    answer = client.post(NEW, asked | {field: value})
    assert answer.status_code == 422
    assert sentence in html_of(answer)
    assert not Round.objects.exists()


@pytest.mark.parametrize("who", ["author", "viewer", "outsider"])
def test_others_make_none(client, cast, asked, who):
    client.force_login(getattr(cast, who))
    assert client.post(NEW, asked).status_code == 403
    assert not Round.objects.exists()
