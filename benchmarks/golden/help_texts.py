"""What each command says about itself."""

from benchmarks.golden.log import CommandLog

COMMANDS = (
    "agreement",
    "draw_calibration",
    "export_annex",
    "export_table",
    "freeze_panel",
    "grade_files",
    "import_annex",
    "import_table",
    "invite",
    "leaderboard",
    "load_demo",
    "make_corpus",
    "rank_panels",
    "recompute_cells",
    "serve",
    "split_tasks",
    "verify_panel",
)
WRONG_USAGE = (
    "agreement",
    "agreement first --by weather",
    "agreement first --draws many",
    "draw_calibration",
    "export_annex annex.csv",
    "export_table",
    "export_table people people.csv",
    "export_table labels labels.csv --json",
    "freeze_panel",
    "grade_files --tasks tasks.csv",
    "import_table labels labels.csv --json",
    "import_table judgments judgments.csv",
    "import_table judgments judgments.csv --panel a --judges a,b,c",
    "import_table tasks tasks.csv --map nothing",
    "import_table tasks tasks.csv --split half",
    "invite somebody@example.org",
    "leaderboard --by weather",
    "leaderboard --split half",
    "load_demo --twice",
    "make_corpus",
    "rank_panels",
    "rank_panels first --metric luck",
    "serve --port many",
    "split_tasks --fraction half",
    "verify_panel",
)
BEFORE_MIGRATE = (
    "agreement first --json",
    "leaderboard --json",
    "verify_panel panel-1",
    "export_table tasks tasks.csv",
    "load_demo --json",
)


def write_help(log: CommandLog) -> None:
    """The texts of `--help`, the answers to wrong usage, and what is said before `migrate`."""
    log.run_all(f"{command} --help" for command in COMMANDS)
    log.run_all(WRONG_USAGE)
    log.run_all(BEFORE_MIGRATE)
