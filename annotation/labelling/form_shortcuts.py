"""The person's own keys for labelling."""

from typing import Any

from django import forms

from annotation.models import Person
from annotation.site.shortcuts import SHORTCUTS, key_problems, keys_of


class KeysForm(forms.Form):
    """One field per act, and the switch."""

    are_on = forms.BooleanField(
        label="Use single keys",
        required=False,
        help_text="Switch them off if they get in the way of a screen reader or of speech input.",
    )

    def __init__(self, person: Person, are_on: bool, data: Any = None) -> None:
        keys = keys_of(person.display)
        super().__init__(data, initial={"are_on": are_on, **keys})
        for shortcut in SHORTCUTS:
            self.fields[shortcut.act] = forms.CharField(
                label=shortcut.words,
                max_length=1,
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "size": 2}),
            )

    def keys(self) -> dict[str, str]:
        return {shortcut.act: self.cleaned_data.get(shortcut.act, "").lower() for shortcut in SHORTCUTS}

    def clean(self) -> dict[str, Any]:
        for act, problem in key_problems(self.keys()).items():
            if act not in self.errors:
                self.add_error(act, problem)
        return self.cleaned_data

    def key_fields(self) -> list[forms.BoundField]:
        return [self[shortcut.act] for shortcut in SHORTCUTS]
