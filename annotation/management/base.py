"""What every command of Concord does the same way: `--json`, exit codes, problems on stderr."""

import gc
import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from annotation.base.errors import BadInputError
from annotation.base.refusals import RefusedError
from annotation.visible import for_terminal, for_terminal_json

# A command makes a million objects that stay until it ends; looking for cycles among them after every 700 new
# ones, as Python does by default, takes a fifth of its time.
OBJECTS_BETWEEN_COLLECTIONS = 1_000_000

NO_TEXT = "{} is no UTF-8 text. Rename the file, or set the terminal to UTF-8 and type the word again."
NOT_MIGRATED = "The database lacks Concord's tables. Run `manage.py migrate` first."


class UsageError(CommandError):
    """The words of the command line do not go together: exit 2, as for an unknown option."""

    def __init__(self, message: str) -> None:
        super().__init__(message, returncode=2)


class ConcordCommand(BaseCommand):
    """Base of Concord's commands.

    A subclass says what it takes and does, and returns one JSON-ready object:

        class Command(ConcordCommand):
            help = "Recompute the cells of a panel."

            def add_options(self, parser): parser.add_argument("--panel")
            def run(self, *, panel, **options): return {"cells": 3}
            def lines(self, result): yield f"{result['cells']} cells were computed."

    With `--json` that object is the only thing on stdout; without it stdout has the sentences of `lines`.
    Exit 0 on success. Raise BadInputError(problems) for bad input: each problem on its own line on stderr,
    exit 1. Raise UsageError(sentence) for options that do not go together: exit 2. `self.warn(sentence)` goes
    to stderr.
    What loads slowly (pandas, whatever imports it) is imported inside `run`: every other command, and
    `--help`, starts without it.
    Through call_command both arrive as CommandError (with `returncode`); on success it returns stdout's text.
    """

    requires_system_checks: list[str] = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Its own messages repeat the words that were typed."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.error = _escaped(parser.error)  # type: ignore[method-assign]
        return parser

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object on stdout")
        self.add_options(parser)

    def add_options(self, parser: CommandParser) -> None:
        """Declare the command's own arguments."""

    def run(self, **options: Any) -> dict[str, Any]:
        """Do the work and return one JSON-ready object. Options arrive by name."""
        raise NotImplementedError

    def lines(self, result: dict[str, Any]) -> Iterable[str]:
        """The same for people: whole sentences."""
        return (f"{key}: {value}" for key, value in result.items())

    def warn(self, sentence: object) -> None:
        """Say on stderr what is worth knowing but does not stop the work."""
        self.stderr.write(for_terminal(str(sentence)), self.style.WARNING)

    def handle(self, *args: Any, **options: Any) -> str:
        if word := next(filter(_is_no_text, map(str, options.values())), None):
            raise CommandError(NO_TEXT.format(for_terminal(word)))
        try:
            result = self.run(**options)
        except (BadInputError, RefusedError) as problem:
            raise CommandError(str(problem)) from problem
        except DatabaseError as problem:
            if not _lacks_migrations():
                raise
            raise CommandError(NOT_MIGRATED) from problem
        if options["json"]:
            return as_json(result)
        return for_terminal("\n".join(self.lines(result)))

    def execute(self, *args: Any, **options: Any) -> str | None:
        if self._called_from_command_line:
            gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
        try:
            return super().execute(*args, **options)
        except CommandError as problem:
            if not self._called_from_command_line or options.get("traceback"):
                raise
            for line in str(problem).split("\n"):  # without Django's "CommandError: " before the file's name
                self.stderr.write(for_terminal(line))
            sys.exit(problem.returncode)


def _is_no_text(word: str) -> bool:
    """Whether the terminal sent bytes that are no UTF-8; Python keeps those as lone surrogates."""
    return any("\ud800" <= character <= "\udfff" for character in word)


def _escaped(error: Callable[[str], NoReturn]) -> Callable[[str], NoReturn]:
    return lambda message: error(for_terminal(message))


def as_json(result: Any) -> str:
    """One line of JSON that a terminal may print."""
    return for_terminal_json(json.dumps(result, ensure_ascii=False, allow_nan=False))


def _lacks_migrations() -> bool:
    try:
        executor = MigrationExecutor(connection)
        return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError:
        return False
