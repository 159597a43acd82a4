"""Where the dots of kappa against cost stand."""

from calibration.rankings import cost_plot as plots
from calibration.rankings.cost_plot import HEIGHT, LEFT, CostPlot, Dot


def dot(rank, kappa, cost=None, *, in_set=False, recommended=False):
    return Dot(rank, kappa, kappa - 0.1, kappa + 0.1, cost, in_set, recommended)


def cost_plot(dots) -> CostPlot | None:
    return plots.cost_plot(dots, len(dots))


def test_panels_that_were_not_fetched_are_counted():
    assert plots.cost_plot([dot(1, 0.8, 1.0)], 142_506).n_left_out == 142_505


def test_higher_kappa_stands_higher_and_higher_cost_to_the_right():
    drawn = cost_plot([dot(1, 0.8, 4.0, in_set=True), dot(2, 0.6, 2.0)])
    best = next(one for one in drawn.dots if one["rank"] == 1)
    other = next(one for one in drawn.dots if one["rank"] == 2)
    assert best["y"] < other["y"] < HEIGHT
    assert LEFT < other["x"] < best["x"]
    assert not drawn.by_rank


def test_the_recommended_panel_is_drawn_last_on_top_of_the_set():
    dots = [dot(1, 0.8, 1.0, in_set=True, recommended=True), dot(2, 0.7, 1.0, in_set=True), dot(3, 0.6, 1.0)]
    assert [one["kind"] for one in cost_plot(dots).dots] == ["other", "set", "recommended"]


def test_only_panels_of_the_set_have_an_interval():
    drawn = cost_plot([dot(1, 0.8, 1.0, in_set=True), dot(2, 0.6, 1.0)])
    assert len(drawn.intervals) == 1
    assert drawn.intervals[0]["high"] < drawn.intervals[0]["low"]  # SVG counts from the top


def test_without_any_cost_panels_stand_in_order_of_rank():
    drawn = cost_plot([dot(1, 0.8), dot(2, 0.6)])
    assert drawn.by_rank
    assert drawn.dots[0]["x"] < drawn.dots[1]["x"]


def test_panels_of_unknown_cost_are_left_out_and_counted():
    drawn = cost_plot([dot(1, 0.8, 1.0), dot(2, 0.6)])
    assert (len(drawn.dots), drawn.n_left_out) == (1, 1)


def test_one_panel_and_no_panel():
    assert len(cost_plot([dot(1, 0.8, 0.0)]).dots) == 1
    assert cost_plot([]) is None
