"""Write the labelling guidelines of a round."""

from annotation.base.action import action, lock_row
from annotation.base.record_audit import record_audit
from annotation.base.refusals import NotNowError
from annotation.models import Guidelines, Person, Round


def begin_guidelines(*, actor: Person | None, round: Round, text: str) -> None:
    """Write version 1 for a round that is being made, whose making is audited; a blank text writes none."""
    text = _as_kept(text)
    if text:
        Guidelines.objects.create(round=round, number=1, text=text, author=actor)


@action
def revise_guidelines(*, actor: Person | None, round: Round, text: str) -> Guidelines:
    """Append a version. Guidelines of a closed round stay what its raters read."""
    round = lock_row(round)
    if round.is_final:
        raise NotNowError(f"Round {round.name} is {round.state}; its guidelines stay as they are.")
    text = _as_kept(text)
    latest = round.guidelines.last()
    if latest is not None and latest.text == text:
        return latest
    number = latest.number + 1 if latest else 1
    written = Guidelines.objects.create(round=round, number=number, text=text, author=actor)
    record_audit(actor=actor, verb="revise_guidelines", target=round, after=text, detail={"number": number})
    return written


def _as_kept(text: str) -> str:
    """With line ends of one kind, whatever sent them: the same words are the same version."""
    return text.replace("\r\n", "\n").strip()
