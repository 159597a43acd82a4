"""How a drawn set compares with what it was drawn from."""

from collections import Counter

from annotation.corpus.split import VARIABLES
from annotation.models import Response, Task

Balance = dict[str, list[dict[str, int | str]]]


def balance_table(
    population: list[Task], chosen: list[Task], responses: dict[int, list[Response]], levels: dict[int, str]
) -> Balance:
    """Per variable and value: how many are available and how many were drawn, as JSON.

    Task variables count tasks. `model` and `quality` count the drawn responses; `available` is absent there.
    """
    table: Balance = {}
    for name, field in VARIABLES.items():
        available, drawn = (Counter(getattr(task, field) for task in tasks) for tasks in (population, chosen))
        table[name] = [
            {"value": value, "available": available[value], "drawn": drawn[value]}
            for value in sorted(available)
        ]
    taken = [response for task in chosen for response in responses[task.id]]
    for name, counted in (
        ("model", Counter(response.model.model_id for response in taken)),
        ("quality", Counter(levels[response.id] for response in taken)),
    ):
        table[name] = [{"value": value, "drawn": count} for value, count in sorted(counted.items())]
    return table
