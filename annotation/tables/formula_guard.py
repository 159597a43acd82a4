"""Text that a spreadsheet program would run as a formula, and the apostrophe that keeps it from that.

Source: OWASP, "CSV Injection": the signs, the blank characters that some programs skip before one, and the
full-width forms that some take for the same.
"""

import re

SIGNS = "=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20"
RUN_AS_FORMULA = f"^[{SIGNS}]"  # for Arrow's expressions as well as for Python's
GUARDED = re.compile(f"'[{SIGNS}]")


def guarded(text: str) -> str:
    """The text as a spreadsheet may have it."""
    return f"'{text}" if re.match(RUN_AS_FORMULA, text) else text
