"""An admin draws a set, registers judges, ranks panels and freezes one."""

from django.apps import apps

from benchmarks.golden.site.stage import Stage

WHO = "admin"
ROUND = "demo-calibration"
BY = ("dimension", "subcategory", "stage", "age", "intent", "explicitness", "turns", "model")


def calibration_acts(stage: Stage) -> None:
    _agreement(stage)
    _sets(stage)
    _judges(stage)
    _rankings(stage)
    _freeze(stage)
    _scores(stage)


def _agreement(stage: Stage) -> None:
    for who in (WHO, "clinician-1"):
        for name in BY:
            stage.get(who, f"/calibration/{ROUND}/", {"by": name})
    stage.get(WHO, f"/calibration/{ROUND}/agreement.csv", {"by": "dimension"})


def _sets(stage: Stage) -> None:
    page = "/calibration/new/"
    stage.submit(WHO, page, {"name": "set-1", "size": "9999"})
    stage.submit(WHO, page, {"name": "set-1", "size": "2", "per_task": "2", "seed": "3"})
    stage.submit(WHO, page, {"name": "set-1", "size": "2", "per_task": "2", "seed": "3"})
    people = apps.get_model("annotation", "Person").objects
    raters = {f"rater_{n}": str(people.get(username=f"clinician-{n}").pk) for n in (1, 2, 3)}
    stage.submit(WHO, "/calibration/set-1/set/", raters | {"rater_3": raters["rater_1"]})
    stage.submit(WHO, "/calibration/set-1/set/", raters)
    stage.get(WHO, "/calibration/set-1/set/")
    stage.submit(WHO, page, {"name": "set-2", "size": "1", "per_task": "2", "seed": "1", **raters})


def _judges(stage: Stage) -> None:
    stage.submit(WHO, "/judges/new/", {"judge_id": ""})
    new = {"judge_id": "maker/judge", "family": "maker", "provider": "maker/judge-1"}
    for decoding in ("{", '{"temperature": 0}', '{"temperature": 0}'):
        stage.submit(WHO, "/judges/new/", {**new, "decoding": decoding, "price_in": "0.15"})
    for judge in (1, 4):
        stage.submit(WHO, f"/judges/{judge}/change/", {"active": None})
        stage.submit(WHO, f"/judges/{judge}/change/", {"price_out": "-1"})
        stage.get(WHO, f"/judges/{judge}/")
    stage.submit(WHO, "/judges/1/change/", {"active": "on"})


def _rankings(stage: Stage) -> None:
    page = f"/calibration/{ROUND}/rank/"
    stage.submit(WHO, page, {"size": "99"})
    stage.submit(WHO, page, {"draws": "1"})
    stage.submit(WHO, page, {"size": "2", "draws": "200"})
    stage.get(WHO, "/rankings/2/")
    stage.get(WHO, "/rankings/2/progress/")
    for query in ("?page=2", "?sort=macro_f1", "?sort=-agreement", "?show=indifference"):
        stage.get(WHO, f"/rankings/1/{query}")
    stage.get(WHO, "/rankings/1/compare/", {"other": "2"})
    stage.get(WHO, "/rankings/1/panels.csv")


def _freeze(stage: Stage) -> None:
    page = "/rankings/1/freeze/"
    stage.get(WHO, page)
    stage.get(WHO, page, {"preview": "", "reason": ""})
    stage.get(WHO, page, {"rank": "3"})
    stage.get(WHO, page, {"rank": "3", "preview": "", "reason": ""})
    chosen = {"rank": "3", "preview": "", "reason": "Cheaper.", "replaces": "panel-1"}
    stage.get(WHO, page, chosen)
    fields = {"reason": "Cheaper.", "replaces": "panel-1"}
    for typed in ("", "panel-1", "panel-2", "panel-2"):
        stage.post(WHO, f"{page}?rank=3", {**fields, "confirm": typed})
    stage.get(WHO, page, {"rank": "999"})
    for name in ("panel-1", "panel-2"):
        stage.get(WHO, f"/panels/{name}/")
        stage.get(WHO, f"/panels/{name}/verify/")
        stage.get(WHO, f"/panels/{name}/selected_judge_panel.json")
    stage.get("viewer", "/panels/panel-2/")


def _scores(stage: Stage) -> None:
    for who in (WHO, "viewer", "author"):
        for query in (
            "",
            "?panel=panel-1",
            "?panel=panel-2",
            "?split=private",
            "?panel=panel-1&split=public",
        ):
            stage.get(who, f"/scores/{query}")
