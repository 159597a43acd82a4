"""Numbers and marks as pages show them; each expected text is worked out by hand."""

import pytest
from django.core.paginator import Paginator
from django.template import Context, Template
from django.test import RequestFactory
from django.utils.safestring import mark_safe

from annotation.templatetags.concord import _rendered, bytes_of, coefficient, heat, percent, thousands
from tests.html import one_line


def rendered(source: str, **values: object) -> str:
    return one_line(Template("{% load concord %}" + source).render(Context(values)))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.6214, ".621"),
        (-0.05, "−.050"),
        (0.0, ".000"),
        (-0.0001, ".000"),  # a rounded zero has no sign
        (1.0, "1.000"),
        (-1.0, "−1.000"),
        (0.9996, "1.000"),
        (None, "–"),
    ],
)
def test_coefficient(value, text):
    assert coefficient(value) == text


def test_coefficient_with_other_digits():
    assert coefficient(0.6, 1) == ".6"
    assert coefficient(0.25, 2) == ".25"


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.824, "82%"),
        (0.0, "0%"),
        (1.0, "100%"),
        (0.998, "over 99%"),  # not quite all is not all
        (0.001, "under 1%"),
        (-0.12, "−12%"),
        (None, "–"),
    ],
)
def test_percent(share, text):
    assert percent(share) == text


def test_percent_with_a_decimal():
    assert percent(0.8246, 1) == "82.5%"
    assert percent(0.9999, 1) == "over 99.9%"
    assert percent(0.0001, 1) == "under 0.1%"


def test_counts_and_sizes():
    assert thousands(2892) == "2,892"
    assert thousands(0) == "0"
    assert thousands(None) == "–"
    assert bytes_of(512) == "512 bytes"
    assert bytes_of(1_400_000) == "1.4 MB"
    assert bytes_of(2_000) == "2.0 kB"


@pytest.mark.parametrize(
    ("value", "word", "shape"),
    [
        ("met", "Met", "#check"),
        ("not_met", "Not met", "#cross"),
        ("cannot_judge", "Cannot judge", "#question"),
        (None, "Not labelled", "#ring"),
        ("no_vote", "No vote", "#dash"),
        ("undecided", "Undecided", "#half"),
    ],
)
def test_each_label_has_its_own_word_and_shape(value, word, shape):
    shown = rendered("{% mark value %}", value=value)
    assert f">{word}</span>" in shown
    assert shape in shown


def test_an_unknown_label_is_a_fault():
    with pytest.raises(KeyError):
        rendered("{% mark 'perhaps' %}")


def test_progress_says_its_numbers():
    shown = rendered('{% progress 30 120 running=6 failed=3 label="Cells" unit="cells" %}')
    assert 'aria-label="Cells: 30 of 120 cells done"' in shown
    assert "30 of 120 cells done · 6 running · 3 failed" in shown
    assert 'class="progress-done" x="0" y="0" width="25.0"' in shown  # 30 / 120
    assert 'x="25.0" y="0" width="5.0"' in shown  # 6 / 120, after the done
    assert 'x="30.0" y="0" width="2.5"' in shown  # 3 / 120, after done and running


def test_progress_of_nothing():
    assert "0 of 0 done" in rendered("{% progress 0 0 %}")


def test_pagination_keeps_the_filters():
    page = Paginator(range(120), 50).page(2)
    request = RequestFactory().get("/audit/?verb=open&page=2")
    shown = rendered("{% pagination page 'entries' %}", page=page, request=request)
    assert "51 to 100 of 120 entries" in shown
    assert "?verb=open&amp;page=1" in shown
    assert "?verb=open&amp;page=3" in shown


def test_a_page_of_nothing_shows_no_pagination():
    page = Paginator([], 50).page(1)
    assert "nav" not in rendered("{% pagination page %}", page=page, request=RequestFactory().get("/"))


def test_heat_keeps_missing_apart_from_zero():
    assert heat(None) == "heat heat-none"
    assert heat(0.0) == "heat heat-0"
    assert heat(0.55) == "heat heat-5"
    assert heat(1.0) == "heat heat-9"


def test_text_is_escaped():
    assert "&lt;b&gt;" in rendered("{% message 'note' text %}", text="<b>")
    assert "&lt;b&gt;" in rendered("{% tag text %}", text="<b>")


@pytest.mark.parametrize("source", ["{% mark 'met' words %}", "{% tag words %}", "{% tag 'done' words %}"])
def test_a_safe_text_does_not_let_the_same_text_through_unescaped(source):
    """Small parts are rendered once for the same words, and these two are equal in Python."""
    safe, text = mark_safe("<b>3</b>"), "<b>3</b>"
    for first, second in ((safe, text), (text, safe)):
        _rendered.cache_clear()
        parts = {type(words): rendered(source, words=words) for words in (first, second)}
        assert "<b>3</b>" in parts[type(safe)]
        assert "<b>3</b>" not in parts[str]
        assert "&lt;b&gt;3&lt;/b&gt;" in parts[str]


def test_a_mark_says_its_own_word_unless_given_another():
    assert "Met</span>" in rendered("{% mark 'met' %}")
    assert "Yes</span>" in rendered("{% mark 'met' 'Yes' %}")
    assert "Not labelled</span>" in rendered("{% mark nothing %}")


def test_a_tag_has_a_tone_and_a_shape_where_given():
    assert one_line(rendered("{% tag 'Open' %}")) == '<span class="tag">Open</span>'
    toned = one_line(rendered("{% tag 'Open' 'active' 'dot' %}"))
    assert toned.startswith('<span class="tag tag-active"><svg')
    assert '#dot"></use></svg>Open</span>' in toned
