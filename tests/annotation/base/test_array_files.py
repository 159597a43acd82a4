"""A file of arrays is believed only when it is whole and made from the stamp that is asked for."""

import numpy as np
import pytest

from annotation.base.array_files import FileContent, read_content, write_content

CONTENT = FileContent({"votes": np.array([[1, 0], [-1, 1]], dtype=np.int8)}, {"judges": ["a", "b"]})


@pytest.fixture
def path(tmp_path):
    written = tmp_path / "round-1" / "votes.npz"
    write_content(written, "7.1", CONTENT)
    return written


def test_what_is_written_is_read(path):
    content = read_content(path, "7.1")
    assert content.facts == {"judges": ["a", "b"]}
    assert content.arrays.keys() == {"votes"}
    assert content.arrays["votes"].dtype == np.int8
    assert content.arrays["votes"].tolist() == [[1, 0], [-1, 1]]


def test_another_stamp_is_not_read(path):
    assert read_content(path, "8.1") is None


def test_no_file_is_nothing(tmp_path):
    assert read_content(tmp_path / "none.npz", "7.1") is None


@pytest.mark.parametrize("share", [0, 0.3, 0.9])
def test_part_of_a_file_is_not_read(path, share):
    whole = path.read_bytes()
    path.write_bytes(whole[: int(share * len(whole))])
    assert read_content(path, "7.1") is None


def test_a_changed_byte_of_an_array_is_noticed(path):
    whole = bytearray(path.read_bytes())
    place = whole.index(bytes([1, 0, 255, 1]))  # the votes themselves
    whole[place] = 0
    path.write_bytes(bytes(whole))
    assert read_content(path, "7.1") is None


def test_other_bytes_are_no_file(path):
    path.write_bytes(b"not arrays at all" * 100)
    assert read_content(path, "7.1") is None


def test_a_folder_in_its_place_is_no_file(tmp_path):
    (tmp_path / "votes.npz").mkdir()
    assert read_content(tmp_path / "votes.npz", "7.1") is None


def test_the_old_file_stands_until_the_new_one_is_whole(path):
    class Unwritable:
        def __array__(self, *args, **kwargs):
            raise ValueError("no array")

    with pytest.raises(ValueError, match="no array"):
        write_content(path, "8.1", FileContent({"votes": Unwritable()}))
    assert read_content(path, "7.1") is not None
    assert [entry.name for entry in path.parent.iterdir()] == ["votes.npz"]


def test_a_new_file_takes_the_place_of_the_old_one(path):
    write_content(path, "8.1", FileContent(facts=[1.5]))
    assert read_content(path, "7.1") is None
    assert read_content(path, "8.1").facts == [1.5]
    assert [entry.name for entry in path.parent.iterdir()] == ["votes.npz"]
