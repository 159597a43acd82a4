"""The one place that calls a language model. Everything else hands it messages and gets a Reply.

litellm is imported on the first call, never by the web server: it takes seconds and much memory. It is told
to use its own price list and to fetch nothing. One event loop in one thread serves the whole process, because
a loop for each call leaks sockets.
"""

import asyncio
import os
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any

Message = Mapping[str, str]

REFUSAL, TIMEOUT, PROVIDER_ERROR = "refusal", "timeout", "provider_error"
REFUSING_FINISHES = ("content_filter", "refusal")
PAUSE_SECONDS = (1.0, 4.0)  # before the second and the third try


@dataclass(frozen=True)
class LLMRequest:
    """What to ask. provider: litellm's model string. decoding: temperature, max_tokens and so on, as sent."""

    provider: str
    messages: Sequence[Message]
    decoding: Mapping[str, Any] = field(default_factory=dict)
    timeout_seconds: float = 60.0


@dataclass(frozen=True)
class Reply:
    """What came back. text is None when nothing usable came; `failure` then says why.

    failure: REFUSAL, TIMEOUT or PROVIDER_ERROR. cost_usd is None when the price is not known: unknown is not
    zero. detail: one line for people, without keys.
    """

    text: str | None
    failure: str | None = None
    detail: str = ""
    finish_reason: str | None = None
    decoding_sent: Mapping[str, Any] = field(default_factory=dict)
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost_usd: Decimal | None = None
    latency_ms: int = 0


def ask(request: LLMRequest) -> Reply:
    """Ask once, trying again after passing faults. Never raises for what a provider does."""
    return _submit(request).result()


def ask_all(requests: Iterable[tuple[int, LLMRequest]], at_once: int = 8) -> Iterator[tuple[int, Reply]]:
    """Ask many, `at_once` at a time; yields (number, reply) as they come, so that each can be stored."""
    waiting: dict[Future[Reply], int] = {}
    queue = iter(requests)
    while True:
        for number, request in queue:
            waiting[_submit(request)] = number
            if len(waiting) >= at_once:
                break
        if not waiting:
            return
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield waiting.pop(future), future.result()


def _submit(request: LLMRequest) -> "Future[Reply]":
    return asyncio.run_coroutine_threadsafe(_with_retries(request), _loop())


async def _with_retries(request: LLMRequest) -> Reply:
    for pause in PAUSE_SECONDS:
        reply, is_passing = await _once(request)
        if not is_passing:
            return reply
        await asyncio.sleep(pause)
    return (await _once(request))[0]


async def _once(request: LLMRequest) -> tuple[Reply, bool]:
    """One call: the reply, and whether it failed in a way that may pass."""
    litellm = _litellm()
    decoding = dict(request.decoding)
    base = {"api_base": os.environ["LLM_API_BASE"]} if os.environ.get("LLM_API_BASE") else {}
    start = time.monotonic()
    try:
        answer = await litellm.acompletion(
            model=request.provider,
            messages=[dict(message) for message in request.messages],
            timeout=request.timeout_seconds,
            num_retries=0,
            **base,
            **decoding,
        )
        return _reply(litellm, answer, decoding, start), False
    except Exception as problem:  # they differ by provider, as do answers without a choice
        return _failed(problem, decoding, start)


def _failed(problem: Exception, decoding: dict[str, Any], start: float) -> tuple[Reply, bool]:
    name, status = type(problem).__name__, getattr(problem, "status_code", None)
    is_timeout = "Timeout" in name or isinstance(problem, TimeoutError)
    is_refusal = "ContentPolicy" in name
    is_passing = is_timeout or status in (408, 409, 429) or (status or 500) >= 500
    failure = TIMEOUT if is_timeout else REFUSAL if is_refusal else PROVIDER_ERROR
    detail = f"{name}, status {status}" if status else name
    reply = Reply(None, failure, detail, decoding_sent=decoding, latency_ms=_since(start))
    return reply, is_passing and not is_refusal


def _reply(litellm: Any, answer: Any, decoding: dict[str, Any], start: float) -> Reply:
    choice = answer.choices[0]
    refused = choice.finish_reason in REFUSING_FINISHES or bool(getattr(choice.message, "refusal", None))
    usage = getattr(answer, "usage", None)
    return Reply(
        text=None if refused else choice.message.content or "",
        failure=REFUSAL if refused else None,
        finish_reason=choice.finish_reason,
        decoding_sent=decoding,
        prompt_tokens=getattr(usage, "prompt_tokens", None),
        completion_tokens=getattr(usage, "completion_tokens", None),
        cost_usd=_cost(litellm, answer),
        latency_ms=_since(start),
    )


def _cost(litellm: Any, answer: Any) -> Decimal | None:
    try:
        cost = litellm.completion_cost(completion_response=answer)
    except Exception:  # a model that is not in the price list
        return None
    return Decimal(str(cost)) if cost else None


def _since(start: float) -> int:
    return round(1000 * (time.monotonic() - start))


@lru_cache(maxsize=1)
def _litellm() -> Any:
    os.environ.setdefault("LITELLM_OFFLINE_MODE", "true")
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    litellm.telemetry = False
    litellm.suppress_debug_info = True
    return litellm


@lru_cache(maxsize=1)
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="language-models", daemon=True).start()
    return loop
