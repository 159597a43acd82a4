"""Draw the tasks and responses that the clinicians label."""

from annotation.base.errors import BadInputError
from annotation.management.base import ConcordCommand
from annotation.models import Person
from calibration.management.words import names_in
from calibration.sets.draw import DEFAULT_PER_TASK, DEFAULT_SIZE, draw_calibration
from calibration.sets.report import draw_report
from calibration.stats.resampling.defaults import DEFAULT_SEED


class Command(ConcordCommand):
    help = "Draw a stratified calibration set of approved public tasks, with a draft round for its raters."

    def add_options(self, parser):
        parser.add_argument("name")
        parser.add_argument("--size", type=int, default=DEFAULT_SIZE, help="tasks; default %(default)s")
        parser.add_argument("--per-task", type=int, default=DEFAULT_PER_TASK, help="responses to each task")
        parser.add_argument("--seed", type=int, default=DEFAULT_SEED)
        parser.add_argument("--clinicians", help="three user names, separated by commas, in rater order")

    def run(self, *, name, size, per_task, seed, clinicians, **options):
        drawn = draw_calibration(
            name=name,
            size=size,
            per_task=per_task,
            seed=seed,
            actor=None,
            clinicians=_people(names_in(clinicians, "--clinicians", "clinician") or []),
        )
        return draw_report(drawn)

    def lines(self, result):
        yield (
            f"Set {result['name']}: {result['n_tasks']} tasks, {result['n_responses']} responses, "
            f"{result['n_units']:,} pairs to label, seed {result['seed']}."
        )
        for variable, rows in result["balance"].items():
            yield variable.capitalize()
            for row in rows:
                of = f" of {row['available']}" if "available" in row else ""
                yield f"  {row['value']:<40} {row['drawn']}{of}"
        if result["round"] is None:
            yield "No clinicians were named, so there is no round yet. Make it on the page Calibration."
        else:
            yield f"Draft round {result['round']} is ready. Open it on the page Rounds."


def _people(wanted: list[str]) -> list[Person]:
    people = {person.username: person for person in Person.objects.filter(username__in=wanted)}
    unknown = [name for name in wanted if name not in people]
    if unknown:
        raise BadInputError(
            [f"Nobody here has the user name {name!r}. Invite them first." for name in unknown]
        )
    return [people[name] for name in wanted]
