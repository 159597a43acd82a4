"""Forest plots: geometry by hand, and the drawing with its title, description and table."""

import xml.etree.ElementTree as ET

import pytest
from django.template import Context, Template

from calibration.interval_plot import NARROW, PlotRow, axis_for, drawn_rows
from calibration.stats.resampling.estimate import Estimate, no_estimate

KAPPA = Estimate(0.621, 0.598, 0.644, 2892, 75)
MISSING = no_estimate("one_category", n_units=12, n_tasks=3)
NO_INTERVAL = Estimate(0.5, None, None, 9, 1, reason="one_task")


def rendered(source: str, **values: object) -> str:
    return Template("{% load estimates %}" + source).render(Context(values))


def test_an_axis_ends_on_round_numbers_around_its_values():
    axis = axis_for([0.33, 0.79])
    assert (axis.low, axis.high) == (pytest.approx(0.3), pytest.approx(0.8))  # steps of .1: .46 / 5 = .092
    assert axis.ticks == (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


def test_fixed_ends_stay():
    axis = axis_for([0.2, 0.3], low=0, high=1)
    assert (axis.low, axis.high) == (0, 1)
    assert axis.ticks == (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


@pytest.mark.parametrize("values", [[], [0.4], [0.0, 0.0], [-0.2, -0.2]])
def test_an_axis_exists_for_few_values(values):
    axis = axis_for(values)
    assert axis.low < axis.high
    assert all(axis.low <= value <= axis.high for value in values)
    assert len(axis.ticks) >= 2


def test_ends_the_wrong_way_round_are_refused():
    with pytest.raises(ValueError, match="from a lower to a higher number"):
        axis_for([], low=1, high=0)


def test_places_are_linear_and_stay_on_the_axis():
    axis = axis_for([], low=0, high=1, left=100, right=300)
    assert axis.place(0.25) == 150  # a quarter of 200, after 100
    assert axis.place(-5) == 100
    assert axis.place(5) == 300


def test_missing_values_have_no_place():
    axis = axis_for([], low=0, high=1, left=100, right=200)
    drawn = drawn_rows(
        [PlotRow("All", KAPPA, is_marked=True), PlotRow("One", MISSING), PlotRow("Two", NO_INTERVAL)], axis
    )
    assert drawn[0]["value"] == 162.1  # .621 of 100, after 100
    assert (drawn[1]["low"], drawn[1]["value"], drawn[1]["high"]) == (None, None, None)
    assert drawn[2]["low"] is None
    assert drawn[2]["value"] is not None


def test_on_a_phone_words_stand_above_their_line():
    axis = axis_for([], low=0, high=1, left=NARROW.axis_left, right=NARROW.axis_right)
    first, second = drawn_rows([PlotRow("One", KAPPA), PlotRow("Two", KAPPA)], axis, NARROW)
    assert first["baseline"] < first["middle"] < second["baseline"]


def test_an_estimate_is_value_interval_and_count():
    assert text_of("{% estimate e %}", KAPPA) == ".621 (.598 to .644) · 2,892 pairs, 75 tasks"
    percent = '{% estimate e unit="cells" style="percent" %}'
    assert text_of(percent, KAPPA) == "62% (60% to 64%) · 2,892 cells, 75 tasks"
    assert text_of("{% estimate_only e %}", KAPPA) == ".621 (.598 to .644)"


def test_an_undefined_estimate_is_a_dash_and_its_reason():
    shown = text_of("{% estimate e %}", MISSING)
    assert shown.startswith("– · 12 pairs, 3 tasks Every rating is in the same category")


def test_a_value_without_an_interval_says_why():
    shown = text_of("{% estimate e %}", NO_INTERVAL)
    assert shown.startswith(".500 · 9 pairs, 1 task All data comes from one task")


def test_a_plot_is_an_image_with_words_and_a_table():
    rows = [PlotRow("All <dimensions>", KAPPA), PlotRow("Harmless response", MISSING)]
    shown = rendered('{% interval_plot_of rows "Kappa" "Two dots." "k" head="Dimension" %}', rows=rows)
    figure = ET.fromstring(shown.strip())  # well formed, so the label was escaped
    for drawing in figure.findall("svg"):  # the wide one and the narrow one, of which one is displayed
        name = drawing.get("class")
        assert drawing.get("role") == "img"
        assert drawing.get("aria-labelledby") == f"k-{name}-title k-{name}-desc"
        assert drawing.find("title").text == "Kappa"
        assert drawing.find("desc").text == "Two dots."
        assert len(drawing.findall(".//circle")) == 1  # what is undefined has no dot
    assert [drawing.get("class") for drawing in figure.findall("svg")] == ["plot-wide", "plot-narrow"]
    cells = [cell.text for cell in figure.findall(".//tbody/tr[1]/td")]
    assert cells == [".621", ".598 to .644", "2,892", "75", None]
    assert "Harmless response: Every rating is in the same category" in figure.find("ul/li").text


def test_where_all_tasks_agree_a_line_is_drawn_and_the_table_says_what_it_is():
    # Ten tasks wholly met: .05 ** .1 = .741. Were it a single point, the line would have no length.
    bound = Estimate(1.0, 0.741, 1.0, 44, 10, method="bound", percentile_low=1.0, percentile_high=1.0)
    shown = rendered(
        '{% interval_plot_of rows "T" "D" "i" "percent" low=0 high=1 %}', rows=[PlotRow("All", bound)]
    )
    figure = ET.fromstring(shown.strip())
    line = figure.find("svg").find(".//line[@class='plot-interval']")
    assert float(line.get("x2")) - float(line.get("x1")) == pytest.approx(0.259 * (530 - 200), abs=0.1)
    cells = [cell.text for cell in figure.findall(".//tbody/tr[1]/td")]
    assert cells[1] == "74% to 100%"
    assert cells[4] == "All tasks agree: the interval is a bound from their number."


def test_the_table_says_which_interval_it_is_only_where_there_is_one():
    of_words = Estimate(0.5, 0.4, 0.6, 9, 12, method="studentised")
    assert "studentised" in rendered("{{ e|remark }}", e=of_words)
    assert rendered("{{ e|remark }}", e=KAPPA) == ""
    assert "one task" in rendered("{{ e|remark }}", e=NO_INTERVAL)


def test_a_line_at_zero_only_where_both_signs_are_drawn():
    both = [PlotRow("Mixed", Estimate(0.1, -0.2, 0.4, 10, 5))]
    source = '{% interval_plot_of rows "T" "D" "i" %}'
    assert "plot-zero" in rendered(source, rows=both)
    assert "plot-zero" not in rendered(source, rows=[PlotRow("All", KAPPA)])


def test_a_spark_shows_what_there_is():
    assert "circle" in rendered("{% spark e %}", e=KAPPA)
    shown = rendered("{% spark e %}", e=MISSING)
    assert "circle" not in shown
    assert "plot-interval" not in shown


def text_of(source: str, estimate: Estimate) -> str:
    return " ".join("".join(ET.fromstring(rendered(source, e=estimate).strip()).itertext()).split())
