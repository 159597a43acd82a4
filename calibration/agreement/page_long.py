"""/calibration/ROUND/ of long conversations: how far the clinicians agree over the round's own labels."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotation.base.errors import BadInputError
from annotation.models import Round
from calibration.agreement.long_agreement import long_agreement_of
from calibration.interval_plot import Row

COEFFICIENTS = {
    "fleiss_kappa": "Fleiss kappa",
    "krippendorff_alpha": "Krippendorff alpha",
    "gwet_ac1": "Gwet AC1",
    "pabak": "PABAK",
    "percent_agreement": "Agreement",
}


def long_agreement(request: HttpRequest, round: Round) -> HttpResponse:
    """The page. The caller has asked whether the round's labels may be context."""
    try:
        agreement = long_agreement_of(round)
    except BadInputError as problem:
        context = {"round": round, "problem": str(problem)}
        return render(request, "calibration/long_agreement.html", context)
    context = {
        "round": round,
        "agreement": agreement,
        "rows": [(words, agreement.overall[key]) for key, words in COEFFICIENTS.items()],
        "plotted": [
            Row(words, agreement.overall[key], key == "fleiss_kappa") for key, words in COEFFICIENTS.items()
        ],
        "prevalence": agreement.overall["prevalence"],
    }
    return render(request, "calibration/long_agreement.html", context)
