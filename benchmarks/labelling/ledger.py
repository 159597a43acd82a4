"""python -m benchmarks.labelling.ledger CHANGES: compare what clinicians know with what the database holds.

CHANGES is a JSON list of `outbox.Change`. Prints counts and every difference; nothing is written.
"""

import json
import os
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import django

SHOWN = 20


def main(path: Path) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    print(json.dumps(account(json.loads(path.read_text()))))


def account(made: list[dict[str, Any]]) -> dict[str, Any]:
    """Counts of events, labels and changes; under "differences" what does not add up, empty when all does."""
    from annotation.models import Label, LabelEvent

    changes = {change["uuid"]: change for change in made}
    events = list(LabelEvent.objects.select_related("rater", "criterion").order_by("version"))
    labels = list(Label.objects.all())
    differences = {
        "acknowledged but not recorded": lost(changes, events, acknowledged=True),
        "made but neither acknowledged nor recorded": lost(changes, events, acknowledged=False),
        "recorded but made by nobody": [str(e.uuid) for e in events if str(e.uuid) not in changes],
        "recorded otherwise than made": altered(changes, events),
        "label and its events differ": inconsistent(labels, events),
    }
    counts = {"events": len(events), "labels": len(labels), "changes": len(changes)}
    found = {name: {"count": len(rows), "first": rows[:SHOWN]} for name, rows in differences.items() if rows}
    return {**counts, "differences": found}


def lost(changes: dict[str, Any], events: list[Any], *, acknowledged: bool) -> list[str]:
    """Changes without an event."""
    recorded = {str(event.uuid) for event in events}
    return [
        uuid
        for uuid, change in changes.items()
        if uuid not in recorded and (change["acknowledged_at"] is not None) == acknowledged
    ]


def altered(changes: dict[str, Any], events: list[Any]) -> list[str]:
    """Events that say something else than their change, or about another place, or of another person."""
    different = []
    for event in events:
        change = changes.get(str(event.uuid))
        if change is None:
            continue
        made = (change["person"], change["criterion"], change["version"] + 1, change["change"])
        new = {"value": event.new_value, "note": event.new_note, "flagged": event.new_flagged}
        said = {name: new[name] for name in change["change"]}
        is_here = change["address"].endswith(f"/{event.item_id}/")
        if made != (event.rater.username, event.criterion.criterion_id, event.version, said) or not is_here:
            different.append(str(event.uuid))
    return different


def inconsistent(labels: list[Any], events: list[Any]) -> list[str]:
    """Labels that are not what their last event says, or whose versions skip or repeat a number."""
    events_of = defaultdict(list)
    for event in events:
        events_of[event.item_id, event.criterion_id, event.rater_id].append(event)
    different = []
    for label in labels:
        own = events_of.pop((label.item_id, label.criterion_id, label.rater_id), [])
        is_whole = [event.version for event in own] == list(range(1, label.version + 1))
        last = own[-1] if own else None
        now = (label.value, label.note, label.flagged)
        if not is_whole or last is None or now != (last.new_value, last.new_note, last.new_flagged):
            different.append(f"label {label.pk}")
    return different + [f"no label at {place}" for place in events_of]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
