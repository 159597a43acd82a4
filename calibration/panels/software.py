"""With what a freeze was computed."""

import platform
from importlib.metadata import version

from django.conf import settings

from calibration.judging.parse import PARSER_VERSION

LIBRARIES = ("numpy", "scipy", "krippendorff", "django")


def software_versions() -> dict[str, str]:
    """Versions of Concord, its parser of judges' replies, Python and the libraries that compute."""
    import tomllib

    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {
        "concord": project["version"],
        "parser": PARSER_VERSION,
        "python": platform.python_version(),
        **{name: version(name) for name in LIBRARIES},
    }
