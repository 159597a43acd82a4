"""Fixtures of the labelling page's tests."""

import pytest

from tests.annotation.labelling.browsing import Desk
from tests.annotation.scene import make_open_round


@pytest.fixture
def desk(page, sign_in, cast) -> Desk:
    """asha signed in, her item of three criteria open, another item after it."""
    opened = make_open_round(cast)
    sign_in(cast.clinicians[0])
    return Desk(page, cast.clinicians[0], opened).open()
