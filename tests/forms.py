"""A page's forms, as a browser without scripts would send them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """method and action as written; what its fields hold before anybody types; the words on its buttons."""

    method: str
    action: str
    data: dict[str, str] = field(default_factory=dict)
    buttons: list[str] = field(default_factory=list)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._is_inside = self._is_button = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.forms.append(Form(found.get("method", "get").lower(), found.get("action", "")))
            self._is_inside = True
        elif self._is_inside and tag == "input" and found.get("name") and self._is_sent(attributes):
            self.forms[-1].data[found["name"]] = found.get("value", "")
        elif self._is_inside and tag == "button":
            self._is_button = True
            self.forms[-1].buttons.append("")

    @staticmethod
    def _is_sent(attributes: list[tuple[str, str | None]]) -> bool:
        found = dict(attributes)
        return "disabled" not in found and (
            found.get("type") not in ("radio", "checkbox") or "checked" in found
        )

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_inside = False
        elif tag == "button":
            self._is_button = False

    def handle_data(self, data: str) -> None:
        if self._is_inside and self._is_button:
            self.forms[-1].buttons[-1] += data


def form_with(page: str, button: str) -> Form:
    """Return the form of the page that the button of these words sends. Fields but inputs are not read."""
    parser = _Forms()
    parser.feed(page)
    (form,) = (form for form in parser.forms if button in map(str.strip, form.buttons))
    return form
