"""How static files are named by their content where it is used, modules with what they import alike."""

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN_MODULES = "js/*.js"  # with all folders below; scripts of packages are no modules of ours
_IMPORT = re.compile(r"""^import\s(?:[^"';]*\sfrom\s)?["'](\.[^"']+)["'];""", re.MULTILINE)


class HashedModuleStorage(CompressedManifestStaticFilesStorage):
    """Names every file by its content, and each import in our modules by the hashed name of what it means.

    A page therefore gets all its modules of one version: one that was opened before an upgrade goes on with
    the old ones, which stay where they are, and every file may be kept by browsers for ever.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        OWN_MODULES,
        ManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )


def modules_below(name: str) -> list[str]:
    """Every module that the module `name` imports, at any depth, in the order in which they are met."""
    return list(_modules_read_now(name) if settings.DEBUG else _modules_below(name))


@cache
def _modules_below(name: str) -> tuple[str, ...]:
    return _modules_read_now(name)


def _modules_read_now(name: str) -> tuple[str, ...]:
    known: dict[str, None] = {}
    waiting = [name]
    while waiting:
        module = waiting.pop(0)
        source = finders.find(module)
        if source is None:
            raise ValueError(f"There is no static file {module}, which {name} needs.")
        for imported in _IMPORT.findall(Path(source).read_text(encoding="utf-8")):
            path = normpath(join(dirname(module), imported))
            if path not in known and path != name:
                known[path] = None
                waiting.append(path)
    return tuple(known)
