"""The one place that calls a language model: whatever a provider does, nothing is raised and no work lost."""

from types import SimpleNamespace

import pytest

from annotation.runs import llm
from annotation.runs.llm import PROVIDER_ERROR, LLMRequest, ask

REQUEST = LLMRequest("vendor/model", [{"role": "user", "content": "Hello."}])


@pytest.fixture
def provider(monkeypatch):
    """Let every call be answered with what `answer` returns; returns how often it was asked."""
    asked = []

    def answering(answer: object) -> list[str]:
        async def acompletion(*, model: str, **_: object) -> object:
            asked.append(model)
            return answer

        monkeypatch.setattr(llm, "_litellm", lambda: SimpleNamespace(acompletion=acompletion))
        return asked

    monkeypatch.setattr(llm, "PAUSE_SECONDS", (0, 0))
    return answering


@pytest.mark.parametrize("answer", [None, SimpleNamespace(choices=[]), SimpleNamespace(choices=[None])])
def test_an_answer_without_a_message_is_a_failure_that_may_pass(provider, answer):
    asked = provider(answer)
    reply = ask(REQUEST)
    assert (reply.text, reply.failure, reply.cost_usd) == (None, PROVIDER_ERROR, None)
    assert asked == ["vendor/model"] * 3
