"""A clinician labels: by the page's own script, by a plain form, and by a program."""

from typing import Any

from benchmarks.golden.site.stage import Stage

WHO, OTHER = "clinician-3", "clinician-1"
ROUND, LONG = "demo-open", "demo-long"
BAD_CHANGES: tuple[dict[str, Any], ...] = (
    {"change": {"value": "maybe"}},
    {"change": {"value": "cannot_judge"}},
    {"change": {"note": "x" * 20_001}},
    {"change": {"note": "\ud800"}},
    {"change": {}},
    {"change": "met"},
    {"uuid": "1"},
    {"version": -1},
    {"version": 7},
    {"criterion": "nobody"},
    {"criterion": 7},
    {"criterion_version": 999_999},
)


def labelling_acts(stage: Stage) -> None:
    items = [one["item"] for one in stage.send(WHO, "GET", f"/api/rounds/{ROUND}/items/").json()]
    for item in items:
        _read(stage, item)
    _by_script(stage, items[0])
    _by_form(stage, items[0])
    _by_program(stage, items)
    _care(stage, items)
    _long(stage)


def _read(stage: Stage, item: int) -> None:
    stage.get(WHO, f"/label/{ROUND}/{item}/")
    stage.post(WHO, f"/label/{ROUND}/{item}/reveal/")


def _criteria(stage: Stage, item: int) -> list[dict[str, Any]]:
    return stage.send(WHO, "GET", f"/api/rounds/{ROUND}/items/{item}/").json()["criteria"]


def _change(stage: Stage, criterion: dict[str, Any], /, **fields: Any) -> dict[str, Any]:
    """A sound change of a label; `fields` override what it says."""
    sound = {
        "uuid": stage.uuid(),
        "criterion": criterion["criterion"],
        "criterion_version": criterion["criterion_version"],
        "change": {"value": "met"},
        "version": criterion["label"]["version"],
        "client_at": "2026-03-02T11:00:00Z",
        "active_ms": 4200,
    }
    return sound | fields


def _by_script(stage: Stage, item: int) -> None:
    save = f"/label/{ROUND}/{item}/save/"
    first, second, *_ = _criteria(stage, item)
    sound = _change(stage, first)
    for _ in range(2):
        stage.send(WHO, "POST", save, sound)
    stage.send(WHO, "POST", save, _change(stage, first, change={"value": "not_met"}))
    for bad in BAD_CHANGES:
        stage.send(WHO, "POST", save, _change(stage, second, **bad))
    for body in ("", "[]", "{", '{"a": ' * 2000):
        stage.send(WHO, "POST", save, body)
    stage.send(OTHER, "POST", f"/label/{ROUND}/999999/save/", sound)
    stage.send("viewer", "POST", save, sound)
    stage.send(None, "POST", save, sound)
    first = _criteria(stage, item)[0]
    stage.send(WHO, "POST", save, _change(stage, first, change={"note": "It names a way.", "flagged": True}))
    first = _criteria(stage, item)[0]
    stage.send(WHO, "POST", save, _change(stage, first, change={"value": None}))
    stage.send(WHO, "POST", f"/label/{ROUND}/{item}/reading/", {"uuid": stage.uuid(), "active_ms": 90_000})
    stage.send(WHO, "POST", f"/label/{ROUND}/{item}/reading/", {"uuid": "1"})


def _by_form(stage: Stage, item: int) -> None:
    page = f"/label/{ROUND}/{item}/"
    keys = _keys(stage.get(WHO, page).text)
    stage.submit(WHO, page, {f"value-{keys[0]}": "not_met", f"value-{keys[1]}": "met"})
    stage.submit(WHO, page, {f"value-{keys[2]}": "cannot_judge"})
    stage.submit(WHO, page, {f"value-{keys[2]}": "cannot_judge", f"note-{keys[2]}": "Nothing to go by."})
    stage.submit(WHO, page, {f"value-{keys[0]}": "met", f"version-{keys[0]}": "0"})
    stage.submit(WHO, page, {"clear": keys[1]})
    stage.submit(WHO, page, {f"flag-{keys[1]}": "on"})
    stage.get(WHO, page)


def _keys(text: str) -> list[str]:
    """The keys of the criteria in the names of a page's fields."""
    return [part.split('"')[0] for part in text.split('name="version-')[1:]]


def _by_program(stage: Stage, items: list[int]) -> None:
    here = f"/api/rounds/{ROUND}/items/{items[-1]}/"
    for criterion in _criteria(stage, items[-1])[:-1]:
        sound = _change(stage, criterion, change={"value": "not_met", "note": "As a program says."})
        stage.send(WHO, "PUT", f"{here}labels/", sound)
    last = _criteria(stage, items[-1])[-1]
    for bad in BAD_CHANGES:
        stage.send(WHO, "PUT", f"{here}labels/", _change(stage, last, **bad))
    stage.send(WHO, "PUT", f"{here}whole-label/", {"uuid": stage.uuid(), "version": 0, "change": {}})
    stage.send(WHO, "POST", f"{here}skip/")
    stage.send(WHO, "POST", f"{here}reading/", {"uuid": stage.uuid(), "active_ms": 1000})
    stage.send("admin", "GET", here)
    stage.send(OTHER, "GET", f"/api/rounds/{ROUND}/items/")
    for part in ("", "resume/", "items/", "to-confirm/"):
        stage.send(WHO, "GET", f"/api/rounds/{ROUND}/{part}")
    stage.send(WHO, "GET", "/api/exposure/")


def _care(stage: Stage, items: list[int]) -> None:
    own = f"/label/{ROUND}/{items[1]}"
    stage.post(WHO, f"{own}/skip/")
    stage.submit(WHO, f"{own}/leave-out/", {"what": "item"})
    stage.get(WHO, f"{own}/")
    stage.get("admin", f"/rounds/{ROUND}/")
    stage.get("admin", f"/rounds/{ROUND}/unassigned/")
    stage.send(WHO, "GET", "/api/left-out/")
    stage.get(WHO, "/account/topics/")
    stage.post(WHO, f"{own}/take-back/")
    stage.post(WHO, f"{own}/take-back/")
    stage.submit(OTHER, "/account/topics/", {"leave_out": "Grief & Loss"})
    stage.submit(OTHER, "/account/topics/", {"leave_out": "Weather"})
    stage.post(OTHER, "/account/topics/", {"take_back": "Grief & Loss"})
    stage.send(OTHER, "PUT", "/api/topics/", {"topic": "Self Worth", "left_out": True})
    stage.send(OTHER, "PUT", "/api/topics/", {"topic": "Self Worth", "left_out": "yes"})
    stage.send(OTHER, "PUT", "/api/topics/", {"topic": "Self Worth", "left_out": False})
    stage.get(WHO, f"/label/{ROUND}/pause/")
    stage.post(WHO, f"/label/{ROUND}/pause/aside/", {"back": f"{own}/"})
    stage.post(WHO, f"/label/{ROUND}/pause/aside/", {"back": "https://example.org/"})
    stage.get(WHO, "/account/exposure/")
    stage.get(WHO, f"/label/{ROUND}/")


def _long(stage: Stage) -> None:
    items = [one["item"] for one in stage.send(WHO, "GET", f"/api/rounds/{LONG}/items/").json()]
    first, second = (f"/label/{LONG}/{item}/" for item in items[:2])
    for page in (first, second):
        stage.get(WHO, page)
        stage.post(WHO, f"{page}reveal/")
    change = {"value": "violation", "evidence_turns": [3, 2]}
    sound = {"uuid": stage.uuid(), "version": 0, "change": change}
    for _ in range(2):
        stage.send(WHO, "POST", f"{first}save-whole/", sound)
    for bad in ({"value": "maybe"}, {"value": "cannot judge"}, {"evidence_turns": [9999]}, {}):
        body = {"uuid": stage.uuid(), "version": 1, "change": bad}
        stage.send(WHO, "POST", f"{first}save-whole/", body)
        stage.send(WHO, "PUT", f"/api/rounds/{LONG}/items/{items[0]}/whole-label/", body)
    stage.submit(WHO, first, {"note": "It asks for nobody else.", "evidence": ["2", "4"]})
    stage.submit(WHO, second, {"value": "no violation"})
    stage.submit(WHO, second, {"value": "violation", "version": "0"})
    stage.get(WHO, f"/label/{LONG}/")
