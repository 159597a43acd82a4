"""/jobs/: follow a job, read what became of it, try it again."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from annotation.access import admin_required, job_for
from annotation.jobs.kinds import kind_of
from annotation.jobs.start import try_again
from annotation.jobs.uploads import kept_until
from annotation.models import Job


@require_safe
@admin_required
def job_detail(request: HttpRequest, job_id: int) -> HttpResponse:
    """Where the job stands, or its outcome."""
    return render(request, "annotation/job_detail.html", _context(job_for(request.user, job_id)))


@require_safe
@admin_required
def job_progress(request: HttpRequest, job_id: int) -> HttpResponse:
    """The part that the waiting page asks for again; once the job has ended, the browser loads the page."""
    job = job_for(request.user, job_id)
    answer = render(request, "annotation/_job_progress.html", _context(job))
    if not job.is_waiting:
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
@admin_required
def job_again(request: HttpRequest, job_id: int) -> HttpResponse:
    """Queue a job that stopped; pressed twice, it is queued once."""
    try_again(job_for(request.user, job_id))
    return redirect("job_detail", job_id)


def _context(job: Job) -> dict[str, object]:
    kind = kind_of(job)
    is_stopped = job.state == Job.State.FAILED
    return {
        **job.outcome,
        "job": job,
        "outcome_template": kind.outcome_template,
        "back_url": kind.back[0],
        "back_title": kind.back[1],
        "kept_until": kept_until(job) if is_stopped else None,
    }
