"""Modules of scripts on a page."""

from typing import Any

from django import template

from config.static_files import modules_below

register = template.Library()


@register.inclusion_tag("components/module.html")
def module_script(name: str) -> dict[str, Any]:
    """Run the module `name`; all that it imports is fetched at once and not one after the other."""
    return {"name": name, "imported": modules_below(name)}
