"""What the site answers: every address to every role, and a day's work of all of them on the demo.

The demo is loaded by the real command. Then one process, in which the clock stands still, asks through
Django's test client; it knows the site only by its resolver, its links and its forms.
"""

import subprocess

from benchmarks.golden.log import CommandLog
from benchmarks.golden.programs import environment, steady
from benchmarks.golden.tables import exports

MOMENT = 60  # minutes after the demo was loaded


class SiteError(Exception):
    """The process that asks for the pages did not end well."""


def write_site(log: CommandLog) -> None:
    """Addresses, schema, pages and acts; then the tables as the acts left them."""
    log.run_all(["migrate --verbosity 0", "load_demo --json", "export_table tasks tasks.csv --split all"])
    words = steady(MOMENT, "-m", "benchmarks.golden.site", log.folder)
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings", "LOG_LEVEL": "ERROR"}
    done = subprocess.run(words, cwd=log.files, env=environment(log.data) | settings)
    if done.returncode != 0:
        raise SiteError(f"The pages could not be written down (exit {done.returncode}).")
    log.number = 1000  # after every act
    log.run_all(exports("demo-calibration", "."))
    log.run_all(["agreement demo-calibration --json", "agreement demo-open --by dimension --json"])
    log.run_all(["agreement demo-long --json", "verify_panel panel-1 --json", "leaderboard --json"])
    log.run_all(["verify_panel panel-2 --json", "export_table labels open.csv --round demo-open --json"])
