import hashlib

import pytest

from annotation.tables.canonical import canonical_json, sha256_of


def test_keys_are_sorted_and_nothing_is_padded():
    assert canonical_json({"b": [1, 2.5, None, True], "a": "x y"}) == b'{"a":"x y","b":[1,2.5,null,true]}'


def test_text_is_utf8_and_not_escaped():
    assert canonical_json("שלום 🙂") == '"שלום 🙂"'.encode()


def test_the_order_of_a_dict_does_not_matter():
    assert sha256_of({"a": 1, "b": {"d": 2, "c": 3}}) == sha256_of({"b": {"c": 3, "d": 2}, "a": 1})


def test_the_hash_is_of_the_bytes():
    assert sha256_of([1]) == hashlib.sha256(b"[1]").hexdigest()


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_numbers_without_a_json_form_are_refused(number):
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json({"a": number})


def test_keys_that_json_would_turn_into_text_are_refused():
    with pytest.raises(TypeError, match="must be text; 1 is not"):
        canonical_json({"a": [{1: "x"}]})


def test_other_types_are_refused():
    with pytest.raises(TypeError):
        canonical_json({"a": {1, 2}})
