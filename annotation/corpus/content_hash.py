"""The hash of a rubric and of a reference: equal content gives equal hashes in every revision and
database.
"""

from collections.abc import Iterable

from annotation.tables.canonical import sha256_of

CriterionContent = tuple[str, str, int, str]


def rubric_hash(criteria: Iterable[CriterionContent]) -> str:
    """SHA-256 of the criteria in order. Each is (criterion id, text, weight, dimension)."""
    return sha256_of([[name, text, int(weight), dimension] for name, text, weight, dimension in criteria])


def reference_hash(text: str) -> str:
    """SHA-256 of a reference response."""
    return sha256_of(text)
