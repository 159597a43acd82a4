"""`manage.py serve`: the whole of Concord in one command, for one machine."""

import os
import socket
import sys
import urllib.request
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connections

from annotation.demo.people import DEMO_PASSWORD, DEMO_PEOPLE
from annotation.models import Person, Task
from config.broker import clear_stale_replies
from config.health import HEALTH_PATH
from config.listening import CannotListenError, address_of, open_listener
from config.supervisor import ChildFailedError, Supervisor

START_SECONDS = 180


class Command(BaseCommand):
    help = "Run the web server and a worker together; Ctrl-C stops both."
    requires_system_checks: list[str] = []  # the port comes first, and the children check the rest

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="load the demonstration the first time")
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
        parser.add_argument("--port", type=int, default=8000, help="port, 0 for any free one (default: 8000)")

    def handle(self, *, demo: bool, host: str, port: int, **options: Any) -> None:
        try:
            with open_listener(host, port) as listener:
                self.prepare(demo)
                self.supervise(listener, demo, host)
        except (CannotListenError, ChildFailedError) as problem:
            sys.exit(str(problem))
        except KeyboardInterrupt:
            sys.exit("Stopped before Concord had started.")

    def prepare(self, demo: bool) -> None:
        """Bring the database and the static files up to date; with `demo`, load it into an empty site."""
        self.say("Preparing the database.")
        call_command("migrate", interactive=False, verbosity=0, skip_checks=False)
        if demo and load_demonstration_once(self.say):
            self.say("The demonstration is loaded.")
        call_command("collectstatic", interactive=False, verbosity=0)
        clear_stale_replies(settings.DATA_DIR / "broker")
        connections.close_all()

    def supervise(self, listener: socket.socket, demo: bool, host: str) -> None:
        """Run both children until a signal or a failure."""
        environment = self.environment(demo, host)
        address = address_of(listener)
        with Supervisor(settings.BASE_DIR) as supervisor:
            web = [sys.executable, "-m", "config.web", str(listener.fileno())]
            supervisor.start("web server", web, environment, listeners=[listener.fileno()])
            supervisor.start("worker", [sys.executable, "-m", "config.worker"], environment)
            listener.close()  # else this process would keep the port open after a failed web server
            if supervisor.wait_for(lambda: _is_healthy(address), START_SECONDS):
                self.welcome(address, demo)
            elif not supervisor.signals:
                raise ChildFailedError(f"The web server did not answer within {START_SECONDS} seconds.")
            supervisor.run()
            self.say("Stopping.")

    def environment(self, demo: bool, host: str) -> dict[str, str]:
        """The children's environment. A demonstration that listens to the network answers by any name."""
        environment = {**os.environ, "DEMONSTRATION": "true" if demo else str(settings.DEMONSTRATION)}
        if settings.DEBUG and "ALLOWED_HOSTS" not in os.environ and not _is_loopback(host):
            self.say(
                "Everyone on this network can reach this site, and it is set up for trying out, not for work."
            )
            environment["ALLOWED_HOSTS"] = "*"
        return environment

    def welcome(self, address: str, demo: bool) -> None:
        """Say where the site is and, for a demonstration, who can sign in."""
        self.say(f"\nConcord is running at {address}  (Ctrl-C stops it)\n")
        for line in log_ins() if demo else ():
            self.say(line)

    def say(self, sentence: str) -> None:
        """Print at once, also into a pipe or a file."""
        self.stdout.write(sentence)
        self.stdout.flush()


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_healthy(address: str) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # this machine, whatever the proxy
    try:
        with opener.open(address.rstrip("/") + HEALTH_PATH, timeout=2) as answer:
            return answer.status == 200
    except OSError:
        return False


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
