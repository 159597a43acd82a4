"""An admin makes, changes, opens and closes rounds; a rubric moves meanwhile."""

from django.apps import apps

from benchmarks.golden.site.stage import Stage

WHO, RATER = "admin", "clinician-3"
ROUND, LONG, NEW = "demo-open", "demo-long", "round-1"


def round_acts(stage: Stage) -> None:
    _new_round(stage)
    _moving_rubric(stage)
    _give_away(stage)
    _close(stage, ROUND)
    _close(stage, LONG)
    _after_closing(stage)
    _repeats(stage)
    _new_long_round(stage)


def _new_round(stage: Stage) -> None:
    raters = _raters()
    stage.submit(WHO, "/rounds/new/", {"name": "a/b", **raters})
    stage.submit(WHO, "/rounds/new/", {"name": NEW, **raters, "rater_2": raters["rater_1"]})
    stage.submit(WHO, "/rounds/new/", {"name": NEW, **raters, "at_most": "6", "guidelines": "Read *all*."})
    stage.submit(WHO, "/rounds/new/", {"name": NEW, **raters, "at_most": "6"})
    stage.get(WHO, f"/rounds/{NEW}/")
    stage.get(RATER, f"/rounds/{NEW}/")
    edit = f"/rounds/{NEW}/edit/"
    stage.submit(WHO, edit, {"title": "Evening", "sitting_size": "2"})
    stage.submit(WHO, edit, {"at_most": "3"})
    stage.submit(WHO, edit, {"items": "choose", "at_most": "4", "seed": "5"})
    stage.submit(WHO, edit, {"title": "Lost", "seen": "nothing"})
    stage.submit(WHO, edit, {"sitting_size": "0", "retest_share": "0.9"})
    stage.submit(WHO, f"/rounds/{NEW}/guidelines/", {"text": "Read all of it."})
    stage.submit(WHO, f"/rounds/{NEW}/guidelines/", {"text": ""})
    stage.post(WHO, f"/rounds/{NEW}/open/")
    stage.post(WHO, f"/rounds/{NEW}/open/")
    stage.get(WHO, f"/rounds/{NEW}/")
    stage.get(RATER, f"/label/{NEW}/")
    stage.submit(WHO, "/rounds/new/", {"name": "unwanted", **raters, "at_most": "2"})
    stage.submit(WHO, "/rounds/unwanted/withdraw/")
    stage.get(WHO, "/rounds/")


def _moving_rubric(stage: Stage) -> None:
    """Two criteria of a task that the rater has labelled are reworded, one means something else now."""
    page = f"/label/{ROUND}/confirm/"
    number = _append_revision("DEMO-011")
    task = apps.get_model("annotation", "Task").objects.get(uid="DEMO-011").pk
    stage.get(WHO, f"/rounds/{ROUND}/rubrics/")
    stage.get(WHO, f"/rounds/{ROUND}/")
    stage.get("author", "/tasks/DEMO-011/")
    stage.post(WHO, f"/rounds/{ROUND}/rubrics/{task}/99/")
    stage.post(WHO, f"/rounds/{ROUND}/rubrics/{task}/{number}/")
    for who in (RATER, "clinician-1"):
        stage.send(who, "GET", f"/api/rounds/{ROUND}/to-confirm/")
        stage.get(who, f"/label/{ROUND}/")
        stage.get(who, page)
    waiting = stage.send("clinician-1", "GET", f"/api/rounds/{ROUND}/to-confirm/").json()
    if waiting:
        stage.submit("clinician-1", page)
        stage.post("clinician-1", page, {"label": "1", "version": "99"})
        stage.get("clinician-1", f"/label/{ROUND}/{waiting[0]['item']}/")
    stage.get(WHO, f"/rounds/{ROUND}/")


def _append_revision(uid: str) -> int:
    """A revision as an author would write it, for which there is no page yet."""
    revisions = apps.get_model("annotation", "RubricRevision")
    versions = apps.get_model("annotation", "CriterionVersion")
    last = revisions.objects.filter(task__uid=uid).order_by("-number").first()
    facts = {"origin": "human", "edit_class": "wording", "content_hash": "0" * 64}
    made = revisions.objects.create(task_id=last.task_id, number=last.number + 1, parent=last, **facts)
    classes = ("wording", "wording", "meaning")
    for version in versions.objects.filter(revision=last).order_by("position"):
        edit_class = classes[version.position - 1] if version.position <= len(classes) else "order"
        version.pk, version.revision, version.edit_class = None, made, edit_class
        version._state.adding = True
        version.text += "" if edit_class == "order" else " In other words."
        version.save()
    return made.number


def _give_away(stage: Stage) -> None:
    items = [one["item"] for one in stage.send(RATER, "GET", f"/api/rounds/{ROUND}/items/").json()]
    own = f"/label/{ROUND}/{items[-1]}/leave-out/"
    stage.submit(RATER, own, {"what": "topic"})
    page = f"/rounds/{ROUND}/unassigned/"
    stage.get(WHO, page)
    stage.post(WHO, page, {"item": str(items[-1]), "rater": ""})
    stage.post(WHO, page, {"item": str(items[-1]), "rater": str(_person("viewer"))})
    stage.post(WHO, page, {"item": str(items[-1]), "rater": str(_person("clinician-1"))})


def _close(stage: Stage, name: str) -> None:
    page = f"/rounds/{name}/close/"
    stage.submit(WHO, page)
    stage.submit(WHO, page, {"accept_holes": "on", "holes": "1"})
    stage.submit(WHO, page, {"accept_holes": "on"})
    stage.get(WHO, page)
    for who in (WHO, RATER, "viewer"):
        stage.get(who, f"/rounds/{name}/")
        stage.get(who, f"/rounds/{name}/discussion/")
        stage.get(who, f"/calibration/{name}/")
    for show in ("two_to_one", "undecided", "partly", "unanimous", "flagged", "all", "nonsense"):
        stage.get(RATER, f"/rounds/{name}/discussion/", {"show": show})
    stage.get(RATER, f"/label/{name}/")
    stage.get(WHO, f"/calibration/{name}/agreement.csv")


def _after_closing(stage: Stage) -> None:
    for _ in range(2):
        stage.post(WHO, f"/rounds/{LONG}/majority/")
    stage.post(WHO, f"/rounds/{ROUND}/majority/")
    stage.submit(WHO, f"/rounds/{ROUND}/reopen/", {"name": ROUND})
    stage.submit(WHO, f"/rounds/{ROUND}/reopen/")
    stage.submit(WHO, f"/rounds/{ROUND}/reopen/?after=discussion")
    stage.submit(WHO, f"/rounds/{LONG}/reopen/")
    for name in (f"{ROUND} again", f"{ROUND} after discussion", f"{LONG} again"):
        stage.get(WHO, f"/rounds/{name}/")
        stage.post(WHO, f"/rounds/{name}/open/")
        stage.get(RATER, f"/label/{name}/")
        items = stage.send(RATER, "GET", f"/api/rounds/{name}/items/").json()
        stage.get(RATER, f"/label/{name}/{items[0]['item']}/")
        stage.get(WHO, f"/rounds/{name}/edit/")
    stage.get(WHO, "/rounds/")


def _repeats(stage: Stage) -> None:
    page = f"/rounds/{ROUND} again/repeats/"
    stage.submit(WHO, page, {"share": "2"})
    stage.submit(WHO, page, {"share": "0.5", "min_days": "0"})
    stage.submit(WHO, page, {"share": "0.5", "min_days": "0"})
    stage.get("clinician-1", f"/label/{ROUND} again/")
    stage.get(WHO, f"/rounds/{ROUND} again/")


def _new_long_round(stage: Stage) -> None:
    raters = _raters()
    transcripts = apps.get_model("annotation", "Transcript").objects.values_list("pk", flat=True)
    chosen = [str(key) for key in transcripts[:2]]
    page = "/rounds/new/conversations/"
    stage.submit(WHO, page, {"name": "long-1", **raters})
    stage.submit(WHO, page, {"name": "long-1", **raters, "transcripts": chosen, "words": "calm"})
    stage.submit(WHO, page, {"name": "long-1", **raters, "transcripts": chosen, "words": "calm\nharmful"})
    stage.submit(WHO, "/rounds/long-1/edit/", {"transcripts": chosen[:1]})
    stage.post(WHO, "/rounds/long-1/open/")
    stage.get(RATER, "/label/long-1/")


def _raters() -> dict[str, str]:
    return {f"rater_{slot}": str(_person(f"clinician-{slot}")) for slot in (1, 2, 3)}


def _person(username: str) -> int:
    return apps.get_model("annotation", "Person").objects.get(username=username).pk
