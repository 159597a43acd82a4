"""Run a command as a script would, in this process."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command


def run(*words: object) -> dict[str, Any]:
    """The one JSON object that the command prints."""
    out = StringIO()
    call_command(*map(str, words), "--json", stdout=out, stderr=StringIO())
    return json.loads(out.getvalue())


def refusal(*words: object) -> list[str]:
    """The lines of a command that must exit with 1, having printed nothing on stdout."""
    out = StringIO()
    with pytest.raises(CommandError) as refused:
        call_command(*map(str, words), "--json", stdout=out, stderr=StringIO())
    assert refused.value.returncode == 1
    assert out.getvalue() == ""
    return str(refused.value).splitlines()
