"""Write the labelling guidelines of a round."""

from django.db import transaction

from annotation.actions.audit import record_audit
from annotation.actions.refusals import NotNowError
from annotation.models import Guidelines, Person, Round


@transaction.atomic
def revise_guidelines(*, actor: Person | None, round: Round, text: str) -> Guidelines:
    """Append a version. Guidelines of a closed round stay what its raters read."""
    round = Round.objects.select_for_update().get(pk=round.pk)
    if round.is_final:
        raise NotNowError(f"Round {round.name} is {round.state}; its guidelines stay as they are.")
    text = text.replace("\r\n", "\n").strip()
    latest = round.guidelines.last()
    if latest is not None and latest.text == text:
        return latest
    number = latest.number + 1 if latest else 1
    written = Guidelines.objects.create(round=round, number=number, text=text, author=actor)
    record_audit(actor=actor, verb="revise_guidelines", target=round, after=text, detail={"number": number})
    return written
