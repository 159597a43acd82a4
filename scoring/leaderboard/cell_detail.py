"""One cell laid open: every criterion with its verdict and each judge's vote."""

from dataclasses import dataclass

from annotation.assignments.conversation import Turn, conversation_of
from annotation.models import EarlierReply, Response
from annotation.verdicts.coding import decode_unit
from annotation.verdicts.rules import panel_verdict
from scoring.models import Cell, Judgment


@dataclass(frozen=True)
class CriterionRow:
    """A criterion of the cell. verdict and votes: True met, False not met, None no vote."""

    criterion_id: str
    text: str
    dimension: str
    weight: int
    verdict: bool | None
    votes: list[bool | None]


@dataclass(frozen=True)
class CellDetail:
    """The conversation, the rows of a cell in rubric order, the judges in seat order, and the replies that
    had failed before this one.
    """

    conversation: list[Turn]
    judges: list[str]
    rows: list[CriterionRow]
    earlier: list[EarlierReply]

    @property
    def weight_without_verdict(self) -> int:
        """Weight of the criteria that are in neither sum because no judge voted on them."""
        return sum(row.weight for row in self.rows if row.verdict is None)


def cell_detail(cell: Cell) -> CellDetail:
    """The cell laid open, from the stored votes by the rules."""
    judgments = (
        Judgment.objects.filter(panel=cell.panel, response=cell.response, reply=cell.response.reply)
        .select_related("criterion_version__criterion")
        .order_by("criterion_version__position")
    )
    rows = []
    for judgment in judgments:
        version, votes = judgment.criterion_version, decode_unit(judgment.votes)
        rows.append(
            CriterionRow(
                criterion_id=version.criterion.criterion_id,
                text=version.text,
                dimension=version.dimension,
                weight=version.weight,
                verdict=panel_verdict(votes, empty_response=cell.empty_response),
                votes=votes,
            )
        )
    seats = cell.panel.seats.select_related("judge").order_by("position")
    return CellDetail(
        conversation_of(cell.response), [seat.judge.judge_id for seat in seats], rows, _earlier(cell.response)
    )


def _earlier(response: Response) -> list[EarlierReply]:
    return list(response.earlier_replies.all()) if response.reply > 1 else []
