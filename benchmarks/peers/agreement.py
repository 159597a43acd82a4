"""python -m benchmarks.peers.agreement ARRAYS DRAWS SAMPLE: coefficients of three libraries."""

import json
import sys
import warnings

import krippendorff
import numpy as np
import pandas as pd
from irrCAC.raw import CAC
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from benchmarks.peers.reckon import reckon

OF_IRRCAC = {
    "fleiss_kappa": "fleiss",
    "gwet_ac1": "gwet",
    "krippendorff_alpha": "krippendorff",
    "pabak": "bp",
}


def of_irrcac(method: str):
    def coefficient(ratings: np.ndarray) -> float:
        found = getattr(CAC(pd.DataFrame(ratings)), method)()
        return float(found["est"]["coefficient_value"])

    return coefficient


def of_krippendorff(ratings: np.ndarray) -> float:
    return float(krippendorff.alpha(ratings.T, value_domain=[0, 1], level_of_measurement="nominal"))


def of_statsmodels(ratings: np.ndarray) -> float:
    return float(fleiss_kappa(aggregate_raters(ratings, n_cat=2)[0]))


PEERS = {
    **{("irrCAC", name): of_irrcac(method) for name, method in OF_IRRCAC.items()},
    ("krippendorff", "krippendorff_alpha"): of_krippendorff,
    ("statsmodels", "fleiss_kappa"): of_statsmodels,
}


def main(path: str, draws: int, sample: int) -> None:
    warnings.simplefilter("ignore")
    data = np.load(path)
    ratings, tasks = data["ratings"], data["tasks"]
    units = [np.flatnonzero(tasks == task) for task in range(tasks.max() + 1)]
    chance = np.random.RandomState(20260714)
    drawn = chance.randint(0, len(units), size=(sample, len(units)))
    resampled = [ratings[np.concatenate([units[task] for task in draw])] for draw in drawn]
    found = [
        {
            "library": library,
            "coefficient": coefficient,
            "value": compute(ratings),
            **reckon(compute, resampled, draws),
        }
        for (library, coefficient), compute in PEERS.items()
    ]
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
