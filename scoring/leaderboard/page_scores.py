"""The leaderboard and what a reader of it may choose, one model, one cell down to each vote."""

from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from annotation.base.errors import BadInputError
from annotation.models import Split
from annotation.models.corpus import response_texts
from annotation.site.choices import is_sound_filter, page_in
from calibration.interval_plot import PlotRow
from calibration.models import FrozenPanel
from scoring.access import cells_for, scores_required, splits_for
from scoring.leaderboard.cell_detail import cell_detail
from scoring.leaderboard.panel_cells import panels_with_cells
from scoring.leaderboard.report import ranked_leaderboard

CELLS_PER_PAGE = 50


class ScoreFilter(forms.Form):
    """Panel and split; by default the newest panel and the public split. A choice not offered is 404."""

    panel = forms.ModelChoiceField(
        FrozenPanel.objects.none(), required=False, empty_label=None, to_field_name="name"
    )
    split = forms.ChoiceField(required=False)

    def __init__(self, *args, panels: QuerySet[FrozenPanel], splits: list[str], **kwargs):
        super().__init__(*args, **kwargs)
        self.panels = panels.order_by("-frozen_at", "-id")
        self.fields["panel"].queryset = self.panels
        self.fields["split"].choices = [(split, Split(split).label) for split in splits]

    def choice(self) -> tuple[FrozenPanel | None, str]:
        """The panel and split to show; no panel when none has scores."""
        chosen = self.cleaned_data if self.is_bound and is_sound_filter(self) else {}
        return chosen.get("panel") or self.panels.first(), chosen.get("split") or Split.PUBLIC


@require_safe
@scores_required
def score_list(request: HttpRequest) -> HttpResponse:
    """The leaderboard of one panel on one split."""
    panels = panels_with_cells()
    form = ScoreFilter(request.GET or None, panels=panels, splits=splits_for(request.user))
    panel, split = form.choice()
    if panel is None:
        return render(request, "scoring/score_list.html", {"board": None})
    context = {"form": form, "panel": panel, "split": Split(split)}
    try:
        board = ranked_leaderboard(panel, split)
    except BadInputError as problem:
        return render(request, "scoring/score_list.html", context | {"board": None, "problem": str(problem)})
    rows = [PlotRow(row.model_id, row.mean) for row in board.standings]
    return render(request, "scoring/score_list.html", context | {"board": board, "plot_rows": rows})


@require_safe
@scores_required
def score_model(request: HttpRequest, model_id: str) -> HttpResponse:
    """One model: its dimensions, and its cells from the lowest score up."""
    panels = panels_with_cells(model_id)
    form = ScoreFilter(request.GET or None, panels=panels, splits=splits_for(request.user))
    panel, split = form.choice()
    if panel is None:
        raise Http404
    try:
        board = ranked_leaderboard(panel, split)
    except BadInputError as problem:
        raise Http404 from problem
    standing = next((row for row in board.standings if row.model_id == model_id), None)
    if standing is None:
        raise Http404
    cells = (
        cells_for(request.user)
        .filter(panel=panel, response__model__model_id=model_id, response__task__split=split)
        .select_related("response__task")
        .defer("dimensions", *response_texts("response"))
        .order_by("included", "score", "response__task__uid", "response__attempt")
    )
    context = {
        "form": form,
        "panel": panel,
        "split": Split(split),
        "standing": standing,
        "plot_rows": [PlotRow(name, estimate) for name, estimate in standing.dimensions.items()],
        "page": page_in(request, cells, CELLS_PER_PAGE),
    }
    return render(request, "scoring/score_model.html", context)


@require_safe
@scores_required
def score_cell(request: HttpRequest, cell_id: int) -> HttpResponse:
    """One cell: the conversation, each criterion with every vote, and how the score follows."""
    cells = cells_for(request.user).select_related("panel", "response__task", "response__model")
    cell = get_object_or_404(cells, pk=cell_id)
    return render(request, "scoring/score_cell.html", {"cell": cell, "detail": cell_detail(cell)})
