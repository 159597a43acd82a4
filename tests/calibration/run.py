"""Call a command as a script would: its JSON, or its exit code with what it said."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def as_json(name: str, *arguments: object, **options: object) -> dict:
    """The one JSON object of a command that succeeds. NaN and Infinity in it are a failure."""
    out = StringIO()
    call_command(name, *map(str, arguments), "--json", stdout=out, stderr=StringIO(), **options)
    return json.loads(out.getvalue(), parse_constant=_no_such_number)


def as_words(name: str, *arguments: object) -> str:
    """What a command that succeeds tells people."""
    out = StringIO()
    call_command(name, *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def refused(name: str, *arguments: object) -> str:
    """The sentences of a command that ends with exit code 1."""
    with pytest.raises(CommandError) as problem:
        call_command(name, *map(str, arguments), "--json", stdout=StringIO(), stderr=StringIO())
    assert problem.value.returncode == 1
    return str(problem.value)


def _no_such_number(word: str) -> None:
    raise AssertionError(f"{word} is no JSON.")
