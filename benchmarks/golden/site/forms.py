"""The forms of a page as a browser would send them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

BUTTONS = ("submit", "button", "image", "reset")


@dataclass
class Form:
    """action: where it goes; empty for the page itself. values: what it would send untouched, by name."""

    action: str
    method: str
    values: dict[str, list[str]] = field(default_factory=dict)


def forms_of(text: str) -> list[Form]:
    """All forms of a page, in order."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.forms


class _Reader(HTMLParser):
    """Keeps the form that is open, and fields that name a form by its id."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._by_id: dict[str, Form] = {}
        self._open: Form | None = None
        self._select: tuple[Form, str] | None = None
        self._options: list[tuple[str, bool]] = []
        self._needs_one = True
        self._textarea: tuple[Form, str] | None = None
        self._text = ""

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        has = dict(pairs)
        if tag == "form":
            self._open = Form(has.get("action") or "", (has.get("method") or "get").lower())
            self.forms.append(self._open)
            self._by_id[has.get("id") or ""] = self._open
        form = self._by_id.get(has.get("form") or "\0", self._open)
        name = has.get("name")
        if tag == "option" and self._select:
            self._options.append((has.get("value") or "", "selected" in has))
        if form is None or not name or "disabled" in has:
            return
        if tag == "input":
            self._input(form, name, has)
        elif tag == "select":
            self._select, self._options = (form, name), []
            self._needs_one = "multiple" not in has
        elif tag == "textarea":
            self._textarea, self._text = (form, name), ""

    def _input(self, form: Form, name: str, has: dict[str, str | None]) -> None:
        kind = has.get("type") or "text"
        if kind in BUTTONS or kind == "file":
            return
        if kind in ("checkbox", "radio") and "checked" not in has:
            return
        usual = "on" if kind in ("checkbox", "radio") else ""
        form.values.setdefault(name, []).append(has.get("value") or usual)

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "textarea" and self._textarea:
            form, name = self._textarea
            form.values[name] = [self._text.removeprefix("\n")]
            self._textarea = None
        elif tag == "select" and self._select:
            form, name = self._select
            chosen = [value for value, is_selected in self._options if is_selected]
            first = [value for value, _ in self._options[:1]] if self._needs_one else []
            form.values[name] = chosen or first
            self._select = None
