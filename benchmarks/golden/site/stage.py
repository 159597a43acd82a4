"""Acts on the site, one after another, a minute apart, each with its answer in a file of its own."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

import time_machine
from django.core import mail

from benchmarks.golden.programs import START
from benchmarks.golden.site.forms import Form, forms_of
from benchmarks.golden.site.visitor import Answer, Visitor

FIRST_MINUTE = 120
CHANGES = UUID("5f0c3a52-6d1c-4b7e-9c55-0f2f7d1a9e10")
Fields = Mapping[str, Any]


class Stage:
    """Lets the people of the demo act; what they write stays."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "acts"
        self.folder.mkdir()
        self.number = 0
        self._visitors: dict[str | None, Visitor] = {}

    def uuid(self) -> str:
        """The UUID of the next change."""
        return str(uuid5(CHANGES, str(self.number)))

    def get(self, who: str | None, address: str, data: Fields | None = None) -> Answer:
        return self._act(who, "GET", address, data=data)

    def post(self, who: str | None, address: str, data: Fields | None = None) -> Answer:
        return self._act(who, "POST", address, data=data or {})

    def send(self, who: str | None, method: str, address: str, body: Any = None) -> Answer:
        """Ask with JSON."""
        return self._act(who, method, address, body=body)

    def submit(self, who: str | None, page: str, fields: Fields | None = None, *, action: str = "") -> Answer:
        """Open a page and send its form for `action` (or its first) with these fields instead of its own.

        A field that is None is not sent.
        """
        answer = self.get(who, page)
        form = _form(answer.text, page, action)
        if form is None:  # the page does not offer the act, which its record shows
            return answer
        sent = {**form.values, **(fields or {})}
        wanted = {name: value for name, value in sent.items() if value is not None}
        return self.post(who, form.action or page, wanted)

    def _act(self, who: str | None, method: str, address: str, **sent: Any) -> Answer:
        self.number += 1
        moment = START + timedelta(minutes=FIRST_MINUTE + self.number)
        mail.outbox = []
        with time_machine.travel(moment, tick=False):
            visitor = self._visitor(who)
            answer = visitor.ask(method, address, **sent)
            parts = [f"=== {method} {address} by {visitor.name}", answer.as_text()]
            if answer.status in (301, 302, 303):
                parts += ["=== and then", visitor.ask("GET", answer.headers["Location"]).as_text()]
        parts += [f"=== mail\n{message.message()['Subject']}\n{message.body}" for message in mail.outbox]
        name = f"{self.number:05} {visitor.name} {method} {address.strip('/').replace('/', '_')[:100]}.txt"
        (self.folder / name).write_text("\n".join(parts) + "\n", encoding="utf-8")
        return answer

    def _visitor(self, who: str | None) -> Visitor:
        if who not in self._visitors:
            self._visitors[who] = Visitor(who)
        return self._visitors[who]


def _form(text: str, page: str, action: str) -> Form | None:
    for form in forms_of(text):
        if form.method == "post" and (form.action == action or (not action and form.action in ("", page))):
            return form
    return None
