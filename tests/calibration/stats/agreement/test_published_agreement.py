"""Every coefficient against published tables: within the published rounding, and to 1e-9 of the reference."""

import pytest

from calibration.stats.agreement.agreement import COEFFICIENTS
from calibration.stats.agreement.agreement_sums import agreement_sums
from calibration.stats.agreement.coefficients import cohen_kappa, package_alpha
from calibration.stats.agreement.pairwise import pair_tables
from calibration.stats.agreement.ratings import Ratings
from tests.calibration.stats.oracles import OWN_TABLES, SHARED_TABLES, Oracle, oracle, oracles_in

OURS = {
    "pa": "percent_agreement",
    "fleiss": "fleiss_kappa",
    "fleiss_5dp": "fleiss_kappa",
    "ac1": "gwet_ac1",
    "bp": "pabak",
    "pabak": "pabak",
    "alpha": "krippendorff_alpha",
    "fleiss_cuzick": "fleiss_cuzick",
    "stata_kappa": "fleiss_cuzick",
    "cohen": "cohen_kappa",
}
OWN = oracles_in(OWN_TABLES)
SHARED = oracles_in(SHARED_TABLES)


def computed(ratings: Ratings, name: str) -> float:
    if name == "cohen_kappa":
        return float(cohen_kappa(pair_tables(ratings).sum(axis=0)))
    return float(COEFFICIENTS[name](agreement_sums(ratings).total))


def check(table: Oracle) -> int:
    """Compare all that is published under a name we know; how many numbers were compared."""
    ratings = table.ratings()
    compared = 0
    for name, value, tolerance in table.published():
        if name in OURS:
            assert computed(ratings, OURS[name]) == pytest.approx(value, abs=tolerance), name
            compared += 1
    for name, value in table.reference.items():
        if name in OURS:
            assert computed(ratings, OURS[name]) == pytest.approx(value, abs=1e-9), name
            compared += 1
    return compared


@pytest.mark.parametrize("table", OWN, ids=lambda table: table.name)
def test_our_copy_gives_the_published_values(table: Oracle) -> None:
    assert check(table) >= 4


@pytest.mark.skipif(not SHARED, reason="the shared folder with published tables is not at hand")
def test_every_shared_table_gives_the_published_values() -> None:
    assert sum(check(table) for table in SHARED) >= 4 * len(SHARED)


@pytest.mark.parametrize("table", OWN, ids=lambda table: table.name)
def test_alpha_from_sums_equals_the_krippendorff_package(table: Oracle) -> None:
    ratings = table.ratings()
    assert computed(ratings, "krippendorff_alpha") == pytest.approx(package_alpha(ratings), abs=1e-12)


def test_the_two_fleiss_kappas_differ_only_when_ratings_are_missing() -> None:
    complete = oracle("landis_koch").ratings()
    holed = oracle("fleiss2003_table18.7").ratings()
    assert computed(complete, "fleiss_cuzick") == pytest.approx(computed(complete, "fleiss_kappa"), abs=1e-12)
    # Fleiss, Levin & Paik 2003, table 18.7: .54 by their formula, .56 by Gwet's.
    assert round(computed(holed, "fleiss_cuzick"), 4) == 0.5415
    assert round(computed(holed, "fleiss_kappa"), 4) == 0.5620
