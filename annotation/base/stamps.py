"""Move and read the revision stamps of rounds, judges and panels.

Every write of labels, votes, judgments or cells moves the stamp of what it belongs to, in its own
transaction: whoever sees the write sees the stamp moved, and nobody else does.
"""

import secrets
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Sum

from annotation.models import RevisionStamp

# Two thousand million moves of one scope still add up to what a database's integer holds.
LARGEST_TOKEN = 2**31
ROWS_FOLDED = 64


def round_scope(round_id: int) -> str:
    """Labels of a round: their values, standing, notes and flags."""
    return f"round {round_id}"


def move_stamps(scopes: Iterable[str]) -> None:
    """Say that something in these scopes was written. Call it in the transaction that writes."""
    RevisionStamp.objects.bulk_create(
        RevisionStamp(scope=scope, token=secrets.randbelow(LARGEST_TOKEN)) for scope in dict.fromkeys(scopes)
    )


def stamps_of(scopes: Iterable[str]) -> dict[str, str | None]:
    """The stamp of each scope, in one query; None for one that never moved, of which nothing may be kept."""
    wanted = list(dict.fromkeys(scopes))
    rows = RevisionStamp.objects.filter(scope__in=wanted).order_by().values_list("scope")
    sums = rows.annotate(n=Sum("moves"), total=Sum("token"))
    known = {scope: f"{moves}.{total}" for scope, moves, total in sums}
    return {scope: known.get(scope) for scope in wanted}


def give_first_stamps(scopes: Iterable[str]) -> None:
    """Move the stamps of those scopes that have none: their rows came in before stamps, or by another way."""
    move_stamps(scope for scope, stamp in stamps_of(scopes).items() if stamp is None)


def fold_stamps(scope: str) -> None:
    """Put many rows of a scope into one. The stamp stays what it is, and nobody who moves it waits."""
    rows = RevisionStamp.objects.filter(scope=scope)
    if rows.count() < ROWS_FOLDED:
        return
    with transaction.atomic():
        # Locked rows are being folded by somebody else; rows that are not committed yet are not seen.
        seen = list(rows.select_for_update(skip_locked=True))
        RevisionStamp.objects.filter(pk__in=[row.pk for row in seen]).delete()
        RevisionStamp.objects.create(
            scope=scope, moves=sum(row.moves for row in seen), token=sum(row.token for row in seen)
        )
