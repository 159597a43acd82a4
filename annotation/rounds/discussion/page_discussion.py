"""/rounds/ROUND/discussion/: after closing, what all three raters said, for the raters and admins."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.access import closed_round_for
from annotation.assignments.conversation import conversation_of
from annotation.models import Role, RoundKind
from annotation.rounds.discussion.overview import CONTESTED, SHOWN, discussion_overview
from annotation.rounds.discussion.report import discussed_items, only
from annotation.rounds.transcripts.page_transcripts import long_discussion
from annotation.site.choices import choice_in, page_in

ITEMS_A_PAGE = 10
WORDS = {
    "contested": "To discuss",
    "two_to_one": "Two to one",
    "undecided": "Undecided",
    "partly": "Not judged by all",
    "unanimous": "Unanimous",
    "flagged": "Flagged",
    "all": "Everything",
}


@require_safe
@login_required
def round_discussion(request: HttpRequest, name: str) -> HttpResponse:
    round = closed_round_for(request.user, name)
    if round.kind == RoundKind.TRANSCRIPTS:
        return long_discussion(request, round)
    overview = discussion_overview(round)
    show = choice_in(request, "show", SHOWN, CONTESTED)
    counts = overview.counts
    page = page_in(request, overview.items_with(show), ITEMS_A_PAGE)
    items = only(discussed_items(round, request.user, page.object_list, overview.rater_slots), show)
    context = {
        "round": round,
        "page": page,
        "rows": [
            {"discussed": discussed, "turns": conversation_of(discussed.item.response)} for discussed in items
        ],
        "show": show,
        "tabs": [{"key": key, "words": words, "n": counts[key]} for key, words in WORDS.items()],
        "words": WORDS,
        "counts": counts,
        "is_admin": request.user.has_role(Role.ADMIN),
    }
    return render(request, "annotation/round_discussion.html", context)
