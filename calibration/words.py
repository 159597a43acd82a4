"""What calibration's measures are called on a page."""

# Measured: docs/coverage-study.md.
CORRECTED_INTERVAL_HOLDS = (
    "In simulations it holds the true kappa in 93% to 98% of the cases from 75 tasks on, in 92% to 96% with "
    "30 and in 89% to 95% with 15."
)

METRIC_WORDS = {
    "kappa": "Cohen kappa",
    "macro_f1": "Macro-F1",
    "agreement": "Agreement",
    "mcc": "MCC",
    "gwet_ac1": "Gwet AC1",
}
RATE_WORDS = {
    "sensitivity": "Sensitivity",
    "specificity": "Specificity",
    "false_met_rate": "False met",
    "false_not_met_rate": "False not met",
    "net_bias": "Net bias",
}
# Why a reply holds no vote; None where nobody recorded it.
NO_VOTE_WORDS = {
    "parse_failure": "Reply could not be read",
    "refusal": "Refused to answer",
    "timeout": "No reply in time",
    "provider_error": "Error at the provider",
    None: "Reason not recorded",
}
STATISTIC_WORDS = METRIC_WORDS | RATE_WORDS
