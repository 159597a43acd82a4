"""How hard property tests look: the same examples in every run of the suite, many new ones when asked.

    HYPOTHESIS_PROFILE=thorough python -m pytest tests/calibration/stats

A suite that is to be green every time cannot draw new examples each time; a search for faults must.
"""

import os
from typing import Any

from hypothesis import settings

TIMES_AS_MANY = {"suite": 1, "thorough": 50}

settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.register_profile("thorough", deadline=None, print_blob=True)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "suite")
settings.load_profile(PROFILE)


def examples(number: int, **others: Any) -> settings:
    """Settings of a property test that draws `number` examples in the suite, and more where that is asked."""
    return settings(max_examples=number * TIMES_AS_MANY[PROFILE], **others)
