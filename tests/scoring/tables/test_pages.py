"""Tables in and out through the page: the same as the commands, with the same care."""

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.models import AuditEntry, Task
from tests.html import html_of
from tests.made_tables import task_row, write_tasks


@pytest.fixture
def tasks_file(tmp_path):
    return write_tasks(tmp_path / "tasks.csv", [task_row("NEW-1")]).read_bytes()


def send(client, content: bytes, name="tasks.csv", **fields):
    data = {"kind": "tasks", "file": SimpleUploadedFile(name, content), **fields}
    return client.post("/tables/", data)


def test_only_admins_come_in(client, cast):
    for person in (*cast.clinicians, cast.author, cast.viewer, cast.outsider):
        client.force_login(person)
        assert client.get("/tables/").status_code == 403
        assert client.get("/tables/export/?kind=tasks&suffix=.csv").status_code == 403
    client.force_login(cast.admin)
    assert client.get("/tables/").status_code == 200


def test_a_check_says_what_would_happen_and_writes_nothing(client, cast, tasks_file):
    client.force_login(cast.admin)
    answer = send(client, tasks_file, check="")
    assert "Nothing was written" in html_of(answer)
    assert not Task.objects.exists()


def test_a_file_is_imported_by_the_person_who_sent_it(client, cast, tasks_file):
    client.force_login(cast.admin)
    answer = send(client, tasks_file, split="public")
    assert answer.status_code == 200
    assert Task.objects.get().split == "public"
    assert AuditEntry.objects.get(verb="import_tasks").actor == cast.admin
    assert "0 were created" in html_of(send(client, tasks_file, split="public"))


def test_problems_have_the_files_own_name_row_and_column(client, cast, tasks_file):
    client.force_login(cast.admin)
    answer = send(client, tasks_file.replace(b",1,", b",21,", 1), name="my tasks.csv")
    text = html_of(answer)
    assert answer.status_code == 422
    assert "my tasks.csv:2:RUBRIC_1_WEIGHT" in text
    assert "/tmp" not in text
    assert not Task.objects.exists()


@pytest.mark.parametrize("name", ["tasks.csv", "tasks.exe", "..csv", "é" * 140 + ".csv"])
@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"\xef\xbb\xbfa,b\n"])
def test_a_file_that_is_none_gets_a_sentence(client, cast, name, content):
    client.force_login(cast.admin)
    assert send(client, content, name=name).status_code == 422


@pytest.mark.parametrize("kind", ["labels", "judgments"])
def test_what_a_table_is_about_must_be_said(client, cast, kind, tasks_file):
    client.force_login(cast.admin)
    answer = send(client, tasks_file, kind=kind)
    assert answer.status_code == 422
    assert "need" in html_of(answer)


def test_an_export_comes_back_as_a_file(client, cast, corpus):
    client.force_login(cast.admin)
    answer = client.get("/tables/export/?kind=tasks&suffix=.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="tasks.csv"'
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert [row["UNIQUE_ID"] for row in rows] == ["T1", "T2"]


def test_the_holdout_leaves_only_when_named(client, cast, corpus):
    corpus.tasks(task_row("SECRET"), split="private")
    client.force_login(cast.admin)
    plain = b"".join(client.get("/tables/export/?kind=tasks&suffix=.csv").streaming_content)
    named = b"".join(client.get("/tables/export/?kind=tasks&suffix=.csv&split=private").streaming_content)
    assert b"SECRET" not in plain
    assert b"SECRET" in named
    assert AuditEntry.objects.filter(verb="export_tasks", detail__split="private").count() == 1


def test_labels_need_their_round(client, cast):
    client.force_login(cast.admin)
    assert client.get("/tables/export/?kind=labels&suffix=.csv").status_code == 422
