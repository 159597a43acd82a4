"""Long conversations, judged as a whole."""

from django.db import models
from django.db.models import Q

from annotation.models.corpus import EvaluatedModel


class Transcript(models.Model):
    """A long conversation. `violation_label` is the published word; NULL while there is none."""

    transcript_id = models.CharField(max_length=100, unique=True)
    model = models.ForeignKey(
        EvaluatedModel, on_delete=models.PROTECT, null=True, blank=True, related_name="transcripts"
    )
    violation_label = models.CharField(max_length=64, null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["transcript_id"]
        constraints = [
            models.CheckConstraint(condition=~Q(transcript_id=""), name="transcript_id_not_blank"),
            models.CheckConstraint(condition=~Q(violation_label=""), name="transcript_label_not_blank"),
        ]

    def __str__(self) -> str:
        return self.transcript_id


class TranscriptTurn(models.Model):
    """One exchange. The assistant's turn is NULL where unknown: public tables never bring it."""

    transcript = models.ForeignKey(Transcript, on_delete=models.PROTECT, related_name="turns")
    turn_index = models.PositiveIntegerField()
    user_turn = models.TextField()
    assistant_turn = models.TextField(null=True, blank=True)

    class Meta:
        ordering = ["transcript_id", "turn_index"]
        constraints = [
            models.UniqueConstraint(fields=["transcript", "turn_index"], name="transcript_turn_once"),
            models.CheckConstraint(condition=Q(turn_index__gte=1), name="transcript_turn_from_one"),
        ]
