"""Modules are named by their content, with all they import: no page mixes two versions."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.template import Context, Template

from config.static_files import HashedModuleStorage, modules_below

MODULES = {
    "js/page/main.js": 'import { a } from "./part.js";\nimport {\n  b,\n} from "../other.js";\na(b);\n',
    "js/page/part.js": 'import "../other.js";\nexport const a = 1;\n',
    "js/other.js": "export const b = 1;\n",
}


def collect(tmp_path, modules: dict[str, str]) -> dict[str, str]:
    """By name: the hashed name that each module gets."""
    storage = HashedModuleStorage(location=tmp_path, base_url="/static/")
    for name, text in modules.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    results = list(storage.post_process({name: (storage, name) for name in modules}))
    assert not [problem for _, _, problem in results if isinstance(problem, Exception)]
    return {name: storage.stored_name(name) for name in modules}


def test_a_change_of_one_module_renames_all_that_need_it_and_the_old_ones_stay(tmp_path):
    before = collect(tmp_path, MODULES)
    main = (tmp_path / before["js/page/main.js"]).read_text()
    named = re.findall(r'from "([^"]+)"', main)
    assert len(named) == 2
    for path in named:
        assert re.search(r"\.[0-9a-f]{12}\.js$", path)
        assert (tmp_path / "js/page" / path).exists()
    after = collect(tmp_path, MODULES | {"js/other.js": "export const b = 2;\n"})
    assert all(after[name] != before[name] for name in MODULES)
    assert all((tmp_path / name).exists() for name in before.values())


@pytest.mark.parametrize("main", ["js/labelling/main.js", "js/labelling/long/main.js"])
def test_every_import_of_a_page_is_known_and_there(main):
    names = modules_below(main)
    assert "js/labelling/aim.js" in names
    assert all(finders.find(name) for name in names)
    assert len(names) == len(set(names))
    assert main not in names


def test_a_module_that_is_not_there_is_named():
    with pytest.raises(ValueError, match=r"js/none\.js"):
        modules_below("js/none.js")


def test_a_page_fetches_all_its_modules_at_once():

    html = Template("{% load modules %}{% module_script 'js/labelling/main.js' %}").render(Context())
    preloaded = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', html)
    assert preloaded == modules_below("js/labelling/main.js")
    assert '<script type="module" src="/static/js/labelling/main.js"></script>' in html
