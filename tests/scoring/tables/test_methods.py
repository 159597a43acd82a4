"""Pages that only show something answer no other method, and HEAD as they answer GET."""

import pytest

from scoring.models import Cell


@pytest.fixture
def safe_pages(graded):
    return [
        "/scores/",
        "/scores/maker/model/",
        f"/scores/cell/{Cell.objects.first().pk}/",
        "/tables/export/?kind=tasks&suffix=.csv",
    ]


def test_nothing_can_be_sent_to_a_page_that_only_shows(client, cast, safe_pages):
    client.force_login(cast.admin)
    got = {
        page: [getattr(client, way)(page).status_code for way in ("post", "put", "head")]
        for page in safe_pages
    }
    assert got == {page: [405, 405, 200] for page in safe_pages}


def test_the_page_of_tables_takes_files_and_nothing_else(client, cast, db):
    client.force_login(cast.admin)
    assert (client.head("/tables/").status_code, client.put("/tables/").status_code) == (200, 405)
