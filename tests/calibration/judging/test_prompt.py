"""The judging prompt: what is in it, what must be known, and that its versions stand still."""

import pytest

from calibration.judging.prompt import Exchange, judge_messages, prompt_sha256


def test_the_final_reply_and_the_criterion_are_set_apart():
    talk = [Exchange("Hello.", "Hi."), Exchange("I feel low.", "That sounds heavy.")]
    system, user = judge_messages(talk, "Names the feeling.")
    assert "FINAL REPLY" in system["content"]
    before, _, after = user["content"].partition("FINAL REPLY:")
    assert "Hi." in before
    assert "That sounds heavy." not in before
    assert after.index("That sounds heavy.") < after.index("Names the feeling.")


def test_an_unknown_earlier_reply_is_said_to_be_unknown():
    _, user = judge_messages([Exchange("One.", None), Exchange("Two.", "Reply.")], "Anything.")
    assert "(not known)" in user["content"]


@pytest.mark.parametrize("talk", [[], [Exchange("One.", None)]])
def test_without_a_known_final_reply_nothing_is_asked(talk):
    with pytest.raises(ValueError, match="ends with a known reply"):
        judge_messages(talk, "Anything.")


def test_a_version_never_changes():
    # Votes name the version of their prompt; another text under the same name would mix two instruments.
    assert prompt_sha256("judge-1") == "e095fc995abf55263ea55a52a19d5a2407e957556002ea33a36a4f858700db0c"
