"""What is sent beyond the largest file is dropped on its way in."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.jobs.upload_limit import was_too_large


@pytest.fixture
def sent(rf, settings):
    """Call it with files' contents: the request as a view gets it, ten bytes being the most."""
    settings.TABLE_LIMITS = settings.TABLE_LIMITS | {"bytes": 10}

    def send(**contents: bytes):
        files = {name: SimpleUploadedFile(f"{name}.csv", content) for name, content in contents.items()}
        return rf.post("/tables/", {"kind": "tasks", **files, "last": "word"})

    return send


def test_a_file_of_the_largest_size_comes_in_whole(sent):
    request = sent(file=b"0123456789")
    assert not was_too_large(request)
    assert request.FILES["file"].read() == b"0123456789"


def test_one_byte_more_is_left_out_and_the_rest_of_the_form_is_read(sent):
    request = sent(file=b"0123456789a")
    assert was_too_large(request)
    assert not request.FILES
    assert (request.POST["kind"], request.POST["last"]) == ("tasks", "word")


def test_files_of_one_request_count_together(sent):
    request = sent(a=b"01234567", b=b"01234567")
    assert was_too_large(request)
    assert list(request.FILES) == ["a"]
