"""One person's browser: cookies, the CSRF token, a kept-open connection. Standard library only."""

import http.client
import json
import re
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
PATIENCE_SECONDS = 120
NO_CONNECTION = (OSError, http.client.HTTPException)


class UnexpectedAnswerError(Exception):
    """The server answered, but not as a browser would have it: the load test counts these as errors."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> dict[str, Any]:
        return json.loads(self.body)


@dataclass
class Browser:
    """Talks to 127.0.0.1. `scheme` and `address` are what a proxy in front of the server would tell it."""

    port: int
    scheme: str
    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    connection: http.client.HTTPConnection | None = None

    def get(self, path: str) -> str:
        """The text of a page, redirects followed. Raises UnexpectedAnswerError for anything but 200."""
        answer = self._ask("GET", path)
        if answer.status in (301, 302, 303):
            return self.get(urlsplit(answer.headers["Location"]).path)
        if answer.status != 200:
            raise UnexpectedAnswerError(f"GET {path} was answered {answer.status}.")
        if found := TOKEN.search(answer.text):
            self.token = found.group(1)
        return answer.text

    def submit(self, path: str, **fields: str) -> str:
        """Send a form as its page would, and return the page that follows."""
        body = urlencode({"csrfmiddlewaretoken": self.token, **fields})
        answer = self._ask("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})
        if answer.status not in (302, 303):
            raise UnexpectedAnswerError(f"POST {path} was answered {answer.status}.")
        return self.get(urlsplit(answer.headers["Location"]).path)

    def send(self, path: str, content: dict[str, Any]) -> Answer:
        """Send JSON as the labelling page does. Raises one of NO_CONNECTION when no answer comes."""
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.token}
        return self._ask("POST", path, json.dumps(content), headers)

    def sign_in(self, username: str, password: str) -> None:
        """Through the sign-in page, like everybody."""
        self.get("/account/login/")
        page = self.submit("/account/login/", login=username, password=password)
        if 'name="password"' in page:
            raise UnexpectedAnswerError(f"{username} could not sign in.")

    def _ask(
        self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        everything = {**self._headers(), **(headers or {})}
        was_open = self.connection is not None
        try:
            answer = self._ask_once(method, path, body, everything)
        except NO_CONNECTION:
            if not was_open:
                raise
            answer = self._ask_once(method, path, body, everything)  # it had been closed for being idle
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        return answer

    def _ask_once(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        try:
            self.connection.request(method, path, body, headers)
            response = self.connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        except NO_CONNECTION:
            self.connection.close()
            self.connection = None
            raise

    def _headers(self) -> dict[str, str]:
        origin = f"{self.scheme}://127.0.0.1:{self.port}"
        return {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Origin": origin,
            "Referer": f"{origin}/",
            "X-Forwarded-For": self.address,
            "X-Forwarded-Proto": self.scheme,
        }
