"""The demonstration as `serve --demo` meets it: load it into an empty site, and say who can sign in."""

from collections.abc import Callable, Iterator

from django.core.management import call_command

from annotation.demo.people import DEMO_PASSWORD, DEMO_PEOPLE
from annotation.models import Person, Task


def load_demonstration_once(say: Callable[[str], None]) -> bool:
    """Run `load_demo` if the site holds neither people nor tasks yet, and return whether it ran."""
    if Person.objects.exists() or Task.objects.exists():
        return False
    say("Loading the demonstration, this once.")
    call_command("load_demo", verbosity=0)
    return True


def log_ins() -> Iterator[str]:
    """Yield the lines that tell a newcomer how to sign in to the demonstration."""
    here = set(Person.objects.filter(is_active=True).values_list("username", flat=True))
    people = [person for person in DEMO_PEOPLE if person.username in here]
    if not people:
        return
    yield f"Sign in as one of these, with the password {DEMO_PASSWORD}"
    for person in people:
        yield f"  {person.username:<14}{person.to_try}"
