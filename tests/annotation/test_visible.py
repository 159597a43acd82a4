"""What a reader sees of a text, and which names look like another."""

import json

import pytest

from annotation.visible import (
    alike,
    fault_of_name,
    for_terminal,
    for_terminal_json,
    is_blank,
    look_alikes,
    spelled,
)


@pytest.mark.parametrize(
    "text",
    ["", " ", "\t\n", "\u00a0", "\u200b\u2060\ufeff", "\u00ad", "\u3164", "\u2800", "\ufe0f", "\u202e"],
)
def test_a_text_without_a_visible_sign_is_blank(text):
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", "-", "\u200ba", " . ", "\u05d0", "\U0001f642", "\u0301", "0"])
def test_a_text_with_one_is_not(text):
    assert not is_blank(text)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("r\u200b1", "The name holds what cannot be seen (U+200B ZERO WIDTH SPACE): r<U+200B>1"),
        ("A\u00adB", "The name holds what cannot be seen (U+00AD SOFT HYPHEN): A<U+00AD>B"),
        ("\u202eR", "The name holds what cannot be seen (U+202E RIGHT-TO-LEFT OVERRIDE): <U+202E>R"),
        ("a\u00a0b", "The name holds what cannot be seen (U+00A0 NO-BREAK SPACE): a<U+00A0>b"),
        (" R", 'The name begins or ends with a blank: " R"'),
        ("R ", 'The name begins or ends with a blank: "R "'),
    ],
)
def test_what_cannot_be_seen_of_a_name_is_spelled_and_keeps_its_capitals(name, fault):
    assert fault_of_name(name) == fault


@pytest.mark.parametrize(
    "name", ["R 1", "provider/Model-2", "\u05d0\u05e0\u05d9", "caf\u00e9", "cafe\u0301", "\u211e"]
)
def test_a_name_of_visible_signs_has_no_fault(name):
    assert fault_of_name(name) is None
    assert spelled(name) == name


@pytest.mark.parametrize(
    "other",
    ["M/ONE", "\uff4d/one", "m/\u043ene", "m/\u03bfne", "m/one "],
    ids=["case", "wide", "cyrillic", "greek", "end"],
)
def test_names_that_a_reader_takes_for_one(other):
    assert look_alikes([other], ["m/one"]) == {other: "m/one"}
    assert look_alikes(["m/one", other], []) == {other: "m/one"}


@pytest.mark.parametrize("other", ["m/one", "m/two", "m/on\u00e9", "m/one1"])
def test_names_that_are_another_or_the_very_same(other):
    assert look_alikes([other], ["m/one"]) == {}


def test_composed_and_decomposed_are_alike_and_known_ones_are_not_remarked_on():
    assert alike("caf\u00e9") == alike("cafe\u0301") != alike("cafe")
    assert look_alikes(["R"], ["R", "r"]) == {}


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("\x1b[2Jgone", "<U+001B>[2Jgone"),
        ("\a", "<U+0007>"),
        ("a\rb", "a<U+000D>b"),
        ("\x9b31m", "<U+009B>31m"),
        ("\u202egnp.txt", "<U+202E>gnp.txt"),
        ("a\u2028b", "a<U+2028>b"),
        ("caf\udce9.csv", "caf<U+DCE9>.csv"),
        ("line\n\tnext caf\u00e9 \u00b7 \u05d0\u05e0\u05d9 \U0001f600\u00a0x", None),
    ],
)
def test_a_terminal_is_not_steered(text, printed):
    assert for_terminal(text) == (text if printed is None else printed)
    assert json.loads(for_terminal_json(json.dumps(text, ensure_ascii=False))) == text


def test_json_for_a_terminal_holds_what_steers_it_as_an_escape():
    assert (
        for_terminal_json(json.dumps("\u202e\u00e9\U000e0001", ensure_ascii=False))
        == '"\\u202e\u00e9\\udb40\\udc01"'
    )
