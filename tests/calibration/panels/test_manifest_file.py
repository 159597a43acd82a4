"""Whether a file can be written is found out beforehand, and leaves everything as it was."""

import errno
import os
from pathlib import Path

import pytest

from annotation.base.errors import BadInputError
from calibration.panels.manifest_file import check_writable


def refusal(path: Path) -> str:
    with pytest.raises(BadInputError) as refused:
        check_writable(path)
    return str(refused.value)


def test_a_place_that_can_be_written_stays_as_it_is(tmp_path):
    check_writable(tmp_path / "new.json")
    (tmp_path / "old.json").write_text("old")
    check_writable(tmp_path / "old.json")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("old.json", "old")]


def test_a_link_is_followed_and_stays(tmp_path):
    link, target = tmp_path / "link.json", tmp_path / "target.json"
    link.symlink_to(target)
    check_writable(link)
    assert (link.is_symlink(), target.exists()) == (True, False)
    target.write_text("kept")
    check_writable(link)
    assert (link.is_symlink(), target.read_text()) == (True, "kept")


def test_a_link_to_itself_is_refused(tmp_path):
    link = tmp_path / "link.json"
    link.symlink_to(link)
    assert "cannot be written" in refusal(link)
    assert link.is_symlink()


def test_what_is_there_and_no_file_is_refused(tmp_path):
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        assert refusal(path) == f"{path}: cannot be written (it is there and no file). Choose another name."
    assert pipe.is_fifo()


def test_a_folder_that_is_not_there_and_a_name_too_long(tmp_path):
    (tmp_path / "file").write_text("")
    for folder in ("none", "file"):
        assert "Name a file in a folder that exists." in refusal(tmp_path / folder / "panel.json")
    assert "Choose a shorter name." in refusal(tmp_path / ("long" * 100))


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.EACCES, "Name a file in a folder you may write to."),
        (errno.EROFS, "Name a file in a folder you may write to."),
        (errno.ENOSPC, "Make room there, or name a file on another disk."),
        (errno.EIO, "Choose another file."),
    ],
)
def test_the_remedy_fits_what_stands_in_the_way(tmp_path, monkeypatch, number, remedy):
    def stopped(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "open", stopped)
    path = tmp_path / "panel.json"
    assert refusal(path) == f"{path}: cannot be written ({os.strerror(number)}). {remedy}"
