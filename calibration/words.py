"""What calibration's measures are called on a page."""

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
STATISTIC_WORDS = METRIC_WORDS | RATE_WORDS
