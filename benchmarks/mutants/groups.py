"""Which rules mutants are planted in, how many are sampled, and the tests that could catch them."""

from dataclasses import dataclass
from glob import glob


@dataclass(frozen=True)
class Group:
    """files, tests: patterns of paths. sample: how many mutants; fewer when there are not that many."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    sample: int

    def sources(self) -> list[str]:
        """The product's files, in order."""
        names = {name for pattern in self.files for name in glob(pattern, recursive=True)}
        return sorted(name for name in names if not name.endswith("__init__.py"))

    def test_paths(self) -> list[str]:
        """The test files and folders that exist."""
        return sorted({name for pattern in self.tests for name in glob(pattern, recursive=True)})


GROUPS = {
    "rules": Group(
        ("scoring/cell_scores.py", "annotation/verdicts/*.py"),
        ("tests/scoring/test_cell_scores.py", "tests/annotation/verdicts"),
        60,
    ),
    "statistics": Group(("calibration/stats/**/*.py",), ("tests/calibration/stats",), 170),
    "access": Group(
        ("annotation/access.py", "calibration/access.py", "scoring/access.py"),
        (
            "tests/annotation/test_access.py",
            "tests/annotation/rounds/test_admin_who_rates.py",
            "tests/annotation/rounds/test_reassign.py",
            "tests/annotation/rounds/discussion",
            "tests/annotation/care/test_opting_out.py",
            "tests/annotation/corpus/test_tasks.py",
            "tests/annotation/people/test_people.py",
            "tests/calibration/sets/test_pages.py",
            "tests/calibration/judges/test_pages.py",
            "tests/calibration/panels/test_pages.py",
            "tests/scoring/leaderboard/test_pages.py",
            "tests/scoring/test_while_rating.py",
        ),
        60,
    ),
    "freeze": Group(
        (
            "calibration/panels/freeze.py",
            "calibration/panels/build_manifest.py",
            "calibration/panels/manifest*.py",
            "calibration/panels/verification.py",
            "calibration/panels/frozen_already.py",
            "calibration/panels/import_panels.py",
        ),
        ("tests/calibration/panels/test_[fimw]*.py",),
        60,
    ),
    "imports": Group(
        (
            "annotation/corpus/imports/*.py",
            "annotation/rounds/import_labels.py",
            "calibration/judges/import_votes.py",
            "scoring/cells/import_judgments.py",
        ),
        (
            "tests/annotation/corpus",
            "tests/annotation/rounds/test_import_labels.py",
            "tests/calibration/judges/test_import_votes.py",
            "tests/scoring/cells",
        ),
        80,
    ),
}
