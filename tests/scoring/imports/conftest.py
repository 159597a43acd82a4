import pytest

from calibration.imports.panels import register_panel
from tests.small_corpus import corpus

__all__ = ["corpus"]


@pytest.fixture
def panel(corpus):
    """An imported panel of three judges."""
    return register_panel(judges=["a/x", "b/y", "c/z"], actor=None)
