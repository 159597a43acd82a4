"""Which lines of help a reader is shown. They are set at deployment; nothing here is ever logged."""

import re
from collections.abc import Iterable

_FOR_ONE_COUNTRY = re.compile(r"^([A-Z]{2})=(.+)$", re.DOTALL)


def lines_for(country: str, lines: Iterable[str]) -> list[str]:
    """Return the lines for someone in `country` (two letters, or "").

    A line that begins with two capital letters and `=`, as in `NL=...`, is for that country alone and comes
    first; any other line is for everybody.
    """
    local, general = [], []
    for line in lines:
        match = _FOR_ONE_COUNTRY.match(line.strip())
        if match is None:
            general.append(line.strip())
        elif match[1] == country:
            local.append(match[2].strip())
    return local + general
