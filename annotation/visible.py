"""What of a text a reader can see: blank texts, invisible and steering characters, names that look alike."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping

# Blank on the page although Unicode calls them letters, signs or marks (its Default_Ignorable_Code_Point
# and three fillers).
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
VARIATIONS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x180B, 0x1810))
INVISIBLE_CATEGORIES = frozenset(("Cf", "Cc"))
UNUSUAL = re.compile(r"[^ -~\n\t]")
STEERING_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
# Letters of other scripts that are drawn like Latin ones (a part of the confusables of UTS #39).
LATIN_OF = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u051b\u051d"
    "\u03b1\u03bf\u03c1\u03c5\u03bd\u03b9\u03ba\u03c7"
    "\u0432\u043d\u043a\u043c\u0442",
    "aeopcyxijsdhqw" + "aopuvikx" + "bhkmt",
)


def is_blank(text: str) -> bool:
    """Whether a reader sees nothing: blank space and invisible characters alone."""
    return all(map(_is_blank_character, text))


def invisible_in(text: str) -> str:
    """The characters of a text that nobody sees and that are no ordinary space, in order."""
    return "".join(character for character in text if character != " " and _is_blank_character(character))


def spelled(text: str) -> str:
    """The text with invisible characters written as their numbers, such as `round<U+200B>1`."""
    return "".join(
        f"<U+{ord(character):04X}>" if character != " " and _is_blank_character(character) else character
        for character in text
    )


def for_terminal(text: str) -> str:
    """The text as a terminal may print it: what would steer it, or turn what follows round, as its number.

    Line feeds and tabs stay. Escapes control, format and lone surrogate characters (a file name that is no
    UTF-8 holds those) and the other line separators.
    """
    return UNUSUAL.sub(lambda found: f"<U+{ord(found[0]):04X}>" if _steers(found[0]) else found[0], text)


def on_one_line(text: str) -> str:
    """The same, with line feeds and tabs as their numbers too."""
    return for_terminal(text).replace("\n", "<U+000A>").replace("\t", "<U+0009>")


def for_terminal_json(text: str) -> str:
    """The same for JSON, where such a character stands as its own escape, so that the value stays."""
    return UNUSUAL.sub(lambda found: json.dumps(found[0])[1:-1] if _steers(found[0]) else found[0], text)


def fault_of_name(name: str) -> str | None:
    """What of a name cannot be seen, as a sentence without its full stop; None when all can be."""
    hidden = invisible_in(name)
    if hidden:
        characters = ", ".join(dict.fromkeys(_spoken(character) for character in hidden))
        return f"The name holds what cannot be seen ({characters}): {spelled(name)}"
    if name != name.strip():
        return f'The name begins or ends with a blank: "{name}"'
    return None


def alike(name: str) -> str:
    """The same for names that a reader takes for one: NFKC, case folded, look-alikes as Latin letters."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded).translate(LATIN_OF).strip()


def look_alikes(names: Iterable[str], known: Iterable[str]) -> Mapping[str, str]:
    """Each of the names that is not known and looks like an earlier or a known one, with that one."""
    first: dict[str, str] = {}
    present = set(known)
    for name in sorted(present):
        first.setdefault(alike(name), name)
    found = {}
    for name in dict.fromkeys(names):
        other = first.setdefault(alike(name), name)
        if other != name and name not in present:
            found[name] = other
    return found


def _steers(character: str) -> bool:
    return unicodedata.category(character) in STEERING_CATEGORIES


def _is_blank_character(character: str) -> bool:
    if "!" <= character <= "~":
        return False
    return (
        character.isspace()
        or character in BLANK
        or unicodedata.category(character) in INVISIBLE_CATEGORIES
        or any(ord(character) in span for span in VARIATIONS)
    )


def _spoken(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, 'control character')}"
