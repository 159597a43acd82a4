"""Somebody who asks the site for things, and what they are answered."""

import hashlib
import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client

from benchmarks.golden.site.normal import WITHOUT, normal

PART = {"HX-Request": "true"}
TEXTS = ("text/", "application/json", "application/vnd.oai", "application/javascript", "image/svg")


@dataclass(frozen=True)
class Answer:
    """An answer of the site. text: its body as it came; of one that is no text, its hash."""

    status: int
    headers: dict[str, str]
    text: str

    def as_text(self) -> str:
        """Status, headers and body, without what passes."""
        lines = [f"{name}: {value}" for name, value in sorted(self.headers.items()) if name not in WITHOUT]
        return normal("\n".join([str(self.status), *lines, "", self.text]))

    def json(self) -> Any:
        return json.loads(self.text)


class Visitor:
    """A person of the demo by user name, or somebody who is not signed in."""

    def __init__(self, name: str | None) -> None:
        self.name = name or "nobody"
        self.client = Client(raise_request_exception=False, SERVER_NAME="localhost")
        if name is not None:
            self.client.force_login(get_user_model().objects.get(username=name))

    def look(self, method: str, address: str, **sent: Any) -> Answer:
        """Ask, and undo whatever the asking wrote, here and in the browser."""
        cookies = deepcopy(self.client.cookies)
        with transaction.atomic():
            answer = self.ask(method, address, **sent)
            transaction.set_rollback(True)
        self.client.cookies = cookies
        return answer

    def ask(
        self,
        method: str,
        address: str,
        *,
        data: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Ask with a form (`data`) or with JSON (`body`); what it writes stays."""
        cache.clear()  # rates are counted there, and the clock that would empty it stands still
        options: dict[str, Any] = {"headers": headers}
        if body is not None:
            text = body if isinstance(body, str) else json.dumps(body)
            options |= {"data": text, "content_type": "application/json"}
        elif data is not None:
            options["data"] = data
        send = getattr(self.client, method.lower(), None)
        response = send(address, **options) if send else self.client.generic(method, address)
        return _answer(response)


def _answer(response: HttpResponseBase) -> Answer:
    body = b"".join(response.streaming_content) if response.streaming else response.content
    kind = response.headers.get("Content-Type", "")
    is_text = not body or kind.startswith(TEXTS)
    text = body.decode() if is_text else f"{len(body)} bytes, SHA-256 {hashlib.sha256(body).hexdigest()}"
    response.close()
    return Answer(response.status_code, dict(response.headers), text)
