"""A language model that answers from this machine: the OpenAI protocol, and behaviours chosen by model name.

openai/always-met        {"met": true}
openai/never-met         {"met": false}
openai/by-length         met when the final reply has more than 60 characters
openai/mumbles           an answer that holds no vote
openai/mumbles-once      the same, but a vote when asked again
openai/breaks            status 400
openai/refuses           finish reason content_filter
"""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

FINAL_REPLY, CRITERION = "FINAL REPLY:\n", "\n\n===================="


class LanguageModel(ThreadingHTTPServer):
    """The server; `asked` counts the calls by model."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: Counter[str] = Counter()
        self.seen: Counter[tuple[str, str]] = Counter()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: LanguageModel

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        model, question = body["model"], body["messages"][-1]["content"]
        self.server.asked[model] += 1
        self.server.seen[model, question] += 1
        if model == "breaks":
            self._send(
                400, {"error": {"message": "this model always fails", "type": "invalid_request_error"}}
            )
            return
        text = _text(model, question, self.server.seen[model, question])
        finish = "content_filter" if model == "refuses" else "stop"
        choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}
        usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
        self._send(
            200, {"id": "x", "object": "chat.completion", "model": model, "choices": [choice], "usage": usage}
        )

    def _send(self, status: int, answer: dict[str, Any]) -> None:
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: object) -> None:
        """Stay silent in test output."""


def _text(model: str, question: str, times: int) -> str:
    reply = question.partition(FINAL_REPLY)[2].partition(CRITERION)[0]
    met = {"always-met": True, "never-met": False, "by-length": len(reply) > 60, "mumbles-once": True}.get(
        model
    )
    if model == "mumbles" or (model == "mumbles-once" and times == 1):
        return "I would rather not say."
    return f'Here is my answer: {{"met": {json.dumps(met)}, "reason": "Because it is so."}}'


@contextmanager
def language_model() -> Iterator[LanguageModel]:
    """Run the server on a free port of this machine."""
    server = LanguageModel()
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
