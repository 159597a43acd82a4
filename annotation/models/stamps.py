"""Revision stamps: what tells arrays and results that were kept from those that must be made anew."""

from django.db import models


class RevisionStamp(models.Model):
    """One move of a scope's stamp, such as "round 3": a write of what arrays of that scope are made from.

    A scope's stamp is the number of its moves with the sum of their tokens. Whoever writes adds a row of its
    own and waits for nobody's. The worker folds old rows into one that adds up to the same. The token is
    drawn at random, so that a stamp seen by a transaction that was rolled back is never seen again.
    """

    scope = models.CharField(max_length=40)
    moves = models.PositiveBigIntegerField(default=1)
    token = models.BigIntegerField()

    class Meta:
        # All three, so that a stamp is read from the index alone.
        indexes = [models.Index(fields=["scope", "moves", "token"], name="revision_stamp_scope")]
