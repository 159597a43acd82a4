"""The single keys of the labelling page: what they do, and which ones a person chose."""

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_lowercase, digits
from typing import Any

from annotation.base.action import action, lock_row
from annotation.base.record_audit import record_audit
from annotation.base.refusals import UnusableError
from annotation.models import Person

# Taken on every page: support, and the list of keys.
RESERVED = ("h", "?")
SPARE = ascii_lowercase + digits


@dataclass(frozen=True)
class Shortcut:
    """One act of the labelling page with its usual key."""

    act: str
    key: str
    words: str


SHORTCUTS: tuple[Shortcut, ...] = (
    Shortcut("met", "m", "Met, and on to the next criterion"),
    Shortcut("not_met", "n", "Not met, and on to the next criterion"),
    Shortcut("cannot_judge", "c", "Cannot judge, and on to its note"),
    Shortcut("confirm", "y", "Yes, my answer still holds"),
    Shortcut("note", "e", "Write a note"),
    Shortcut("flag", "f", "Flag for discussion, or take the flag away"),
    Shortcut("undo", "u", "Undo the last change (also Ctrl+Z)"),
    Shortcut("next_criterion", "j", "Go to the next criterion"),
    Shortcut("previous_criterion", "k", "Go to the previous criterion"),
    Shortcut("reply", "r", "Go to the reply"),
    Shortcut("next_item", ".", "Go to the next unfinished item"),
    Shortcut("previous_item", ",", "Go to the previous item"),
    Shortcut("open", "o", "Open the conversation whose note is shown"),
    Shortcut("guidelines", "g", "Open the guidelines"),
)
_ACTS = frozenset(shortcut.act for shortcut in SHORTCUTS)


def keys_of(display: Mapping[str, Any] | None) -> dict[str, str]:
    """Return the key of each act: the person's own (`display["keys"]`) if sound, else the usual one.

    An act that is newer than the person's choice never takes one of their keys: where its usual key is one of
    them, it gets another that is free.
    """
    usual = {shortcut.act: shortcut.key for shortcut in SHORTCUTS}
    stored = (display or {}).get("keys")
    if not isinstance(stored, Mapping):
        return usual
    own = {act: key for act, key in stored.items() if act in _ACTS and isinstance(key, str)}
    chosen = usual | own
    for act in usual.keys() - own.keys():
        if usual[act] in own.values():
            chosen[act] = next(key for key in SPARE if key not in {*chosen.values(), *RESERVED})
    return usual if key_problems(chosen) else chosen


def key_problems(keys: Mapping[str, str]) -> dict[str, str]:
    """What is wrong with a choice of keys, by act: each act needs one visible sign that no other act uses."""
    problems = {}
    taken = dict.fromkeys(RESERVED, "another part of every page")
    for shortcut in SHORTCUTS:
        key = keys.get(shortcut.act, "")
        if len(key) != 1 or not key.isprintable() or key.isspace() or key != key.lower():
            problems[shortcut.act] = "Please give one small letter, digit or sign."
        elif key in taken:
            problems[shortcut.act] = f"“{key}” is taken already: {taken[key]}."
        taken.setdefault(key, shortcut.words)
    return problems


@action
def choose_keys(*, person: Person, keys: Mapping[str, str], are_on: bool) -> Person:
    """Store the person's keys by act, and whether single keys work at all (WCAG 2.1.4)."""
    problems = key_problems(keys)
    if problems:
        raise UnusableError(" ".join(problems.values()))
    person = lock_row(person)
    person.display = {**person.display, "keys": dict(keys), "shortcuts": are_on}
    person.save(update_fields=["display"])
    record_audit(actor=person, verb="choose_keys", target=person)
    return person
