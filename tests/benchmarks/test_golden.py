"""The golden comparison notices what anybody could see, and nothing else."""

import pytest

from benchmarks.golden.compare import compare
from benchmarks.golden.markup import layout_free
from benchmarks.golden.site.forms import forms_of
from benchmarks.golden.site.normal import normal

HEAD = "=== GET /\n200\nContent-Type: text/html; charset=utf-8\n\n"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p>a  b</p>", "<p>\n  a\n  b\n</p>"),
        ('<p class="x  y" id="z">a</p>', '<p\n  class="x y"\n  id="z">a</p>'),
        ("<ul><li>a</li><li>b</li></ul>", "<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>"),
        ("<p>a <b>c</b></p>", "<p>\n  a\n  <b>c</b>\n</p>"),
        ("<p>&ldquo;</p>", "<p>“</p>"),
    ],
)
def test_pages_that_look_the_same_are_the_same(one, other):
    assert layout_free(one) == layout_free(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p>a</p>", "<p>b</p>"),
        ("<p>a <b>c</b></p>", "<p>a<b>c</b></p>"),
        ("<a>x</a> <a>y</a>", "<a>x</a><a>y</a>"),
        ('<p id="a">x</p>', '<p id="b">x</p>'),
        ('<p title="a  b">x</p>', '<p title="a b">x</p>'),
        ('<p id="a" lang="b">x</p>', '<p lang="b" id="a">x</p>'),
        ("<pre>a  b</pre>", "<pre>a b</pre>"),
        ("<textarea>\na\n</textarea>", "<textarea>\na</textarea>"),
        ("<p>a</p>", "<div>a</div>"),
        ("<p>a\xa0 b</p>", "<p>a b</p>"),
    ],
)
def test_pages_that_differ_are_not(one, other):
    assert layout_free(one) != layout_free(other)


@pytest.fixture
def folders(tmp_path):
    """Two equal folders with a table and a page."""
    pair = tmp_path / "here", tmp_path / "there"
    for folder in pair:
        (folder / "site" / "pages").mkdir(parents=True)
        (folder / "site" / "pages" / "home.txt").write_text(f"{HEAD}<p>a</p>")
        (folder / "table.csv").write_text("a,b\n1,2\n")
    return pair


def test_equal_folders_are_equal(folders):
    found = compare(*folders)
    assert (found.equal, found.laid_out, found.differences) == (2, [], [])


def test_a_page_laid_out_anew_is_told_apart_from_a_page_that_changed(folders):
    page = folders[1] / "site" / "pages" / "home.txt"
    page.write_text(f"{HEAD}<p>\n  a\n</p>")
    found = compare(*folders)
    assert (found.equal, found.laid_out, found.differences) == (1, ["site/pages/home.txt"], [])
    page.write_text(f"{HEAD.replace('200', '404')}<p>\n  a\n</p>")
    assert [one.name for one in compare(*folders).differences] == ["site/pages/home.txt"]


def test_a_table_is_compared_byte_for_byte(folders):
    (folders[1] / "table.csv").write_text("a,b\n1,2\n\n")
    (difference,) = compare(*folders).differences
    assert (difference.name, "line 3, byte 8" in difference.words) == ("table.csv", True)


def test_a_file_in_one_folder_alone_is_a_difference(folders):
    for folder, name in zip(folders, ("mine", "theirs"), strict=True):
        (folder / name).write_text("")
    assert [one.name for one in compare(*folders).differences] == ["mine", "theirs"]
    assert compare(*folders, parts=["site"]).differences == []


def test_only_tokens_and_random_numbers_pass():
    page = (
        '<input type="hidden" name="csrfmiddlewaretoken" value="{token}">'
        '<body hx-headers=\'{{"X-CSRFToken": "{token}"}}\'>'
        '<input name="uuid-7" value="{uuid}">'
    )
    drawn = "3f2b8c1e-9d4a-4e6b-8f00-0123456789ab", "0a1b2c3d-4e5f-4a6b-9c7d-8e9f0a1b2c3d"
    one, other = (
        page.format(token=token, uuid=uuid) for token, uuid in zip(("abc", "def"), drawn, strict=True)
    )
    assert one != other
    assert normal(one) == normal(other)
    chosen = '"uuid": "3f2b8c1e-9d4a-5e6b-8f00-0123456789ab"'  # version 5: an act sent it
    assert normal(chosen) == chosen


def test_a_form_is_read_as_a_browser_would_send_it():
    page = """
      <form method="post" id="f"><input type="hidden" name="a" value="1"><input type="checkbox" name="b">
      <input type="checkbox" name="c" checked><select name="d"><option value="x"><option value="y" selected>
      </select><select name="e" multiple><option value="z"></select><textarea name="g">
two</textarea><button name="h" value="no">Go</button><input name="i" value="j" disabled></form>
      <input form="f" name="k" value="l">
    """
    (form,) = forms_of(page)
    expected = {"a": ["1"], "c": ["on"], "d": ["y"], "e": [], "g": ["two"], "k": ["l"]}
    assert (form.action, form.method, form.values) == ("", "post", expected)
