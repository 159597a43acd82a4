"""May this person reach this object? The only way from a person to rows.

Views, API and exports ask here and never filter by themselves. A stranger to an object gets 404, so that its
existence does not leak; someone who may read but not act gets 403. Tasks of the private split: `tasks_for`;
scores on it: scoring/access.py.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse

from annotation.base.lookups import row_or_none
from annotation.models import (
    Assignment,
    AssignmentState,
    AuditEntry,
    EvaluatedModel,
    Invitation,
    Job,
    Person,
    Response,
    Role,
    Round,
    RoundState,
    Split,
    Task,
    Transcript,
)

View = Callable[..., HttpResponse]

LABELLING_OBJECTS = (
    "annotation.label",
    "annotation.labelevent",
    "annotation.assignment",
    "annotation.rounditem",
    "annotation.transcriptlabel",
    "annotation.transcriptlabelevent",
)
COUNTING_VERBS = ("move_round_to_revision", "add_repeats")  # their details tell how far others are

OPEN_TABLES = ("tasks",)  # those that tell a rater nothing about models, judges or labels
_TABLES = Q(verb__startswith="import_") | Q(verb__startswith="export_")
_OPEN_ACTS = [f"{act}_{table}" for act in ("import", "export") for table in OPEN_TABLES]
CLOSED_TO_RATERS = (
    Q(object_type__startswith="calibration.")
    | Q(object_type__startswith="scoring.")
    | (_TABLES & ~Q(verb__in=_OPEN_ACTS))
    | Q(verb="publish_majority")
)

WHILE_RATING = (
    "You are labelling in an open round. This page or act is about models or about what judges said, so it "
    "opens to you when your round is closed. Nothing was looked up and nothing was changed."
)


def roles_required(*roles: str) -> Callable[[View], View]:
    """A page for people who hold one of `roles`; other people get 403, strangers the sign-in page."""

    def decorate(view: View) -> View:
        @wraps(view)
        @login_required
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.has_role(*roles):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return guarded

    return decorate


admin_required = roles_required(Role.ADMIN)
author_required = roles_required(Role.AUTHOR, Role.ADMIN)
clinician_required = roles_required(Role.CLINICIAN)
viewer_required = roles_required(Role.VIEWER, Role.ADMIN)


def closed_to_raters(view: View) -> View:
    """A page that names models or shows judges' votes, beneath one of the guards above.

    A rater of an open round gets 403 and the reason, whatever other roles they hold.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        refuse_raters(request.user)
        return view(request, *args, **kwargs)

    return guarded


def refuse_raters(person: Person | None) -> None:
    """Raise PermissionDenied for a rater of an open round, before anything is looked up for them.

    Asked first by every page and every action that answers about closed data, also an action that only
    writes or checks: a refusal that told a right guess from a wrong one would be an answer.
    docs/while-rating.md lists them. None is the owner of the machine, at a command, who can read the database
    anyway.
    """
    if person is not None and rates_open_round(person):
        raise PermissionDenied(WHILE_RATING)


def tasks_for(person: Person) -> QuerySet[Task]:
    """Tasks the person may open: admins and authors all of them, viewers the public split, others none."""
    if person.has_role(Role.ADMIN, Role.AUTHOR):
        return Task.objects.all()
    if person.has_role(Role.VIEWER):
        return Task.objects.filter(split=Split.PUBLIC)
    return Task.objects.none()


def responses_for(person: Person) -> QuerySet[Response]:
    """Responses for a round or for reading; an admin who rates an open round may choose among them unseen."""
    if person.has_role(Role.ADMIN):
        return Response.objects.all()
    if rates_open_round(person):
        return Response.objects.none()
    if person.has_role(Role.VIEWER):
        return Response.objects.filter(task__split=Split.PUBLIC)
    return Response.objects.none()


def transcripts_for(person: Person) -> QuerySet[Transcript]:
    """Long conversations outside of a round's pages: for admins."""
    return Transcript.objects.all() if person.has_role(Role.ADMIN) else Transcript.objects.none()


def models_for(person: Person) -> QuerySet[EvaluatedModel]:
    """Evaluated models by name, for admins who do not rate an open round."""
    may = person.has_role(Role.ADMIN) and not rates_open_round(person)
    return EvaluatedModel.objects.all() if may else EvaluatedModel.objects.none()


def rates_open_round(person: Person) -> bool:
    """Whether the person is a rater of a round that is open now."""
    return open_rounds_rated_by(person).exists()


def open_rounds_rated_by(person: Person) -> QuerySet[Round]:
    """The rounds that make the person blind now; also to be asked within another query."""
    return _rated_by(person).filter(state=RoundState.OPEN)


def rounds_for(person: Person) -> QuerySet[Round]:
    """Rounds the person may open: admins all, raters their own once those were opened."""
    if person.has_role(Role.ADMIN):
        return Round.objects.all()
    return rounds_to_label(person)


def round_for(person: Person, name: str) -> Round:
    """The round of that name, or 404."""
    return _one(rounds_for(person), name=name)


def rounds_to_label(person: Person) -> QuerySet[Round]:
    """Rounds in which the person is a rater, open or closed."""
    return _rated_by(person).filter(state__in=(RoundState.OPEN, RoundState.CLOSED))


def _rated_by(person: Person) -> QuerySet[Round]:
    """Rounds in which the person has a slot, or took over an item of somebody who has."""
    took_over = Assignment.objects.filter(rater=person, in_place_of__isnull=False)
    return Round.objects.filter(Q(slots__rater=person) | Q(pk__in=took_over.values("round"))).distinct()


def round_to_label(person: Person, name: str) -> Round:
    """A round in which the person is a rater, or 404."""
    return _one(rounds_to_label(person), name=name)


def assignments_for(person: Person) -> QuerySet[Assignment]:
    """The person's own assignments in rounds that were opened; items they opted out of are gone from here."""
    return Assignment.objects.active().filter(
        rater=person, round__state__in=(RoundState.OPEN, RoundState.CLOSED)
    )


def assignment_for(person: Person, round_name: str, item_id: int) -> Assignment:
    """The person's own assignment of an item, or 404 (also for an admin: nobody labels for another)."""
    return _one(
        assignments_for(person).select_related(
            "round", "item__response", "item__rubric_revision", "item__transcript"
        ),
        round__name=round_name,
        item_id=item_id,
    )


def assignment_to_save(person: Person, round_name: str, item_id: int) -> Assignment:
    """The same assignment by its key alone: a save reads the rest once it holds the row's lock."""
    return _one(assignments_for(person).only("pk"), round__name=round_name, item_id=item_id)


def left_out_for(person: Person) -> QuerySet[Assignment]:
    """What the person themselves left out of rounds that are open; nobody else ever sees this."""
    left_out = Assignment.objects.filter(
        rater=person, state=AssignmentState.OPTED_OUT, round__state=RoundState.OPEN
    )
    return left_out.select_related("round", "item").order_by("round", "order")


def one_left_out_for(person: Person, round_name: str, item_id: int) -> Assignment:
    """One of those, or 404."""
    return _one(left_out_for(person), round__name=round_name, item_id=item_id)


def may_see_progress(person: Person, round: Round) -> bool:
    """Whether the person may see how far other raters are: an admin, unless they rate in this open round."""
    return person.has_role(Role.ADMIN) and not (round.is_open and round.pk in rated_now(person))


def rated_now(person: Person) -> set[int]:
    """The ids of the open rounds in which the person is a rater; a list of rounds asks once."""
    return set(open_rounds_rated_by(person).values_list("pk", flat=True))


def may_steer(person: Person, round: Round) -> bool:
    """Whether the person may do to the round what shows how far its raters are: close it, change its rubrics,
    mix in repeats.

    An admin who rates in it leaves that to another, to stay blind; where there is no other, they may.
    """
    if not person.has_role(Role.ADMIN):
        return False
    others = Person.objects.filter(is_active=True, role_grants__role=Role.ADMIN).exclude(pk=person.pk)
    return may_see_progress(person, round) or not others.exists()


def may_see_all_labels(person: Person, round: Round) -> bool:
    """Whether labels of all raters may be shown: after closing to raters and admins, before that to nobody.

    An admin who is a rater of an open round is a rater. Of an open round, admins see progress and holes only.
    """
    if not round.is_closed:
        return False
    return person.has_role(Role.ADMIN) or _rated_by(person).filter(pk=round.pk).exists()


def closed_round_for(person: Person, name: str) -> Round:
    """A round whose labels the person may compare: 404 when it is not theirs, 403 while it is not closed."""
    round = round_for(person, name)
    if not may_see_all_labels(person, round):
        raise PermissionDenied
    return round


def people_for(person: Person) -> QuerySet[Person]:
    """Everybody, for admins; nobody else keeps the list of people."""
    return Person.objects.all() if person.has_role(Role.ADMIN) else Person.objects.none()


def person_for(reader: Person, person_id: int) -> Person:
    """The person with that key, or 404."""
    return _one(people_for(reader), pk=person_id)


def invitations_for(person: Person) -> QuerySet[Invitation]:
    """Invitations, for admins."""
    return Invitation.objects.all() if person.has_role(Role.ADMIN) else Invitation.objects.none()


def invitation_for(person: Person, invitation_id: int) -> Invitation:
    """The invitation with that key, or 404."""
    return _one(invitations_for(person), pk=invitation_id)


def audit_entries_for(person: Person) -> QuerySet[AuditEntry]:
    """The audit log, for admins. One who rates an open round does not see what other raters do there, nor
    what was done with judges, panels and tables that are closed to them.
    """
    if not person.has_role(Role.ADMIN):
        return AuditEntry.objects.none()
    if not rates_open_round(person):
        return AuditEntry.objects.all()
    about_labels = Q(object_type__in=LABELLING_OBJECTS) | Q(verb__in=COUNTING_VERBS)
    return AuditEntry.objects.exclude((about_labels & ~Q(actor=person)) | CLOSED_TO_RATERS)


def jobs_for(person: Person) -> QuerySet[Job]:
    """Work in the background, for admins. One who rates an open round is told nothing that is closed to
    them.
    """
    if not person.has_role(Role.ADMIN):
        return Job.objects.none()
    jobs = Job.objects.select_related("started_by")
    return jobs.filter(closed_to_raters=False) if rates_open_round(person) else jobs


def job_for(person: Person, job_id: int) -> Job:
    """The job with that key, or 404."""
    return _one(jobs_for(person), pk=job_id)


def _one(queryset: QuerySet, **lookup: Any) -> Any:
    if not all(_can_be_asked(value) for value in lookup.values()):
        raise Http404
    row = row_or_none(queryset.filter(**lookup))
    if row is None:
        raise Http404
    return row


def _can_be_asked(value: Any) -> bool:
    """Whether a row could have it: databases refuse the very question for a NUL or beyond 64 bits."""
    if isinstance(value, str):
        return "\0" not in value
    return not isinstance(value, int) or abs(value) < 2**63
