"""The manners of every command: JSON, exit codes and problems, from a shell and through call_command."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation.base.errors import BadInputError
from annotation.management.base import ConcordCommand, UsageError


class Echo(ConcordCommand):
    def add_options(self, parser):
        parser.add_argument("word")
        parser.add_argument("--twice", action="store_true")

    def run(self, *, word, twice, **options):
        if word == "bad":
            raise BadInputError(["a.csv:2:A: it is bad", "a.csv:3:A: so is this"])
        if word == "strange" and twice:
            raise UsageError("strange cannot be said twice.")
        if word == "odd":
            self.warn("That is odd.")
        return {"word": word, "times": 2 if twice else 1}

    def lines(self, result):
        yield f"{result['word']} was said {result['times']} times."


def call(*arguments):
    out, err = StringIO(), StringIO()
    text = call_command(Echo(), *arguments, stdout=out, stderr=err)
    return text, out.getvalue(), err.getvalue()


def from_shell(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        Echo().run_from_argv(["manage.py", "echo", *arguments])
    said = capsys.readouterr()
    return ended.value.code, said.out, said.err


def test_json_is_one_object_and_nothing_else():
    text, out, _ = call("é", "--json")
    assert out == text + "\n"
    assert json.loads(out) == {"word": "é", "times": 1}


def test_people_get_sentences_and_warnings_go_to_stderr():
    _, out, err = call("odd", "--twice")
    assert out == "odd was said 2 times.\n"
    assert err == "That is odd.\n"


def test_bad_input_through_call_command_is_a_command_error_with_code_1():
    with pytest.raises(CommandError) as refused:
        call("bad", "--json")
    assert refused.value.returncode == 1
    assert "a.csv:3:A: so is this" in str(refused.value)


def test_bad_input_from_a_shell_is_a_line_a_problem_and_exit_1(capsys):
    assert from_shell(capsys, "bad", "--json") == (1, "", "a.csv:2:A: it is bad\na.csv:3:A: so is this\n")


def test_options_that_do_not_go_together_exit_2(capsys):
    assert from_shell(capsys, "strange", "--twice") == (2, "", "strange cannot be said twice.\n")


def test_an_unknown_option_exits_2(capsys):
    code, out, err = from_shell(capsys, "word", "--loud")
    assert (code, out) == (2, "")
    assert "--loud" in err
