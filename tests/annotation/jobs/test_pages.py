"""/jobs/: followed by links alone, quicker with HTMX, read like the page of tables, tried again once."""

import pytest
from django.utils import timezone

from annotation.models import Job
from tests.annotation.scene import make_open_round
from tests.html import html_of


def page_of(job) -> str:
    return f"/jobs/{job.pk}/"


def test_only_admins_come_in(client, cast, trial):
    page = page_of(trial())
    for person in (*cast.clinicians, cast.author, cast.viewer, cast.outsider):
        client.force_login(person)
        assert client.get(page).status_code == 403
        assert client.get(f"{page}progress/").status_code == 403
        assert client.post(f"{page}again/").status_code == 403
    client.force_login(cast.admin)
    assert client.get(page).status_code == 200
    assert client.get("/jobs/999999999/").status_code == 404


def test_each_address_takes_its_own_method(client, cast, trial):
    client.force_login(cast.admin)
    page = page_of(trial())
    assert client.post(page).status_code == client.post(f"{page}progress/").status_code == 405
    assert client.get(f"{page}again/").status_code == 405
    assert client.head(page).status_code == 200


def test_a_waiting_job_is_followed_by_a_link_and_asked_again_by_htmx(client, cast, trial):
    client.force_login(cast.admin)
    job = trial()
    text = html_of(client.get(page_of(job)))
    assert "It waits for a worker." in text
    assert "Look again" in text
    assert f'hx-get="/jobs/{job.pk}/progress/"' in text
    assert "stored until it has been applied or refused" in text
    Job.objects.filter(pk=job.pk).update(state="running")
    answer = client.get(f"{page_of(job)}progress/")
    assert "A worker is at it." in html_of(answer)
    assert "HX-Refresh" not in answer


def test_the_part_loads_the_page_once_the_job_has_ended(client, cast, trial):
    client.force_login(cast.admin)
    job = trial()
    Job.objects.filter(pk=job.pk).update(state="done")
    answer = client.get(f"{page_of(job)}progress/")
    assert answer["HX-Refresh"] == "true"
    assert "hx-get" not in html_of(answer)


def test_a_refused_file_shows_its_problems(client, cast, trial):
    client.force_login(cast.admin)
    job = trial()
    outcome = {"problems": ["t.csv:2:a: wrong"], "problems_left": 3}
    Job.objects.filter(pk=job.pk).update(state="refused", outcome=outcome)
    text = html_of(client.get(page_of(job)))
    assert "The file was not imported, and nothing was changed." in text
    assert "t.csv:2:a: wrong" in text
    assert "And 3 more." in text
    assert "The stored file was removed." in text
    assert "Try again" not in text


def test_a_stopped_job_is_queued_again_once(client, cast, trial, settings):
    settings.UPLOADS_KEPT_DAYS = 0
    client.force_login(cast.admin)
    job = trial()
    Job.objects.filter(pk=job.pk).update(state="failed", error="It stopped.", finished_at=timezone.now())
    text = html_of(client.get(page_of(job)))
    assert "It stopped." in text
    assert f"is kept until {timezone.localdate():%-d %B %Y}" in text
    for _ in range(2):
        assert client.post(f"{page_of(job)}again/", follow=True).redirect_chain == [(page_of(job), 302)]
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("queued", 0)


@pytest.mark.parametrize(("closed", "status"), [(True, 404), (False, 200)])
def test_an_admin_who_rates_is_told_nothing_that_is_closed_to_raters(client, cast, trial, closed, status):
    from annotation.models import Role, RoleGrant

    round = make_open_round(cast)
    RoleGrant.objects.create(person=cast.clinicians[0], role=Role.ADMIN)
    client.force_login(cast.clinicians[0])
    job = trial(closed_to_raters=closed)
    assert round.state == "open"
    assert client.get(page_of(job)).status_code == status
    assert client.get(f"{page_of(job)}progress/").status_code == status
