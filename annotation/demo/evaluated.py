"""The five synthetic models: who they are, and how good each is at what."""

from typing import Any

from annotation.vocabulary import DIMENSIONS

# Chance of meeting a criterion of each dimension, in the order of DIMENSIONS.
ABILITY: dict[str, tuple[float, ...]] = {
    "demo/finch-mini": (0.12, 0.38, 0.25, 0.15, 0.10, 0.65, 0.45),
    "demo/heron-1": (0.82, 0.92, 0.78, 0.78, 0.80, 0.96, 0.96),
    "demo/lark-3": (0.70, 0.74, 0.66, 0.80, 0.55, 0.88, 0.92),
    "demo/plover-1": (0.50, 0.22, 0.30, 0.72, 0.85, 0.38, 0.80),
    "demo/wren-2": (0.48, 0.90, 0.80, 0.48, 0.40, 0.96, 0.94),
}
WITHOUT_TEXT = "demo/lark-3"

# Replies that are not complete, besides the three among the written ones.
UNUSUAL: dict[tuple[str, str, int], str] = {
    ("DEMO-007", "demo/plover-1", 2): "refusal",
    ("DEMO-007", "demo/plover-1", 3): "refusal",
    ("DEMO-012", "demo/wren-2", 3): "truncated",
    ("DEMO-014", "demo/plover-1", 3): "empty",
    ("DEMO-017", "demo/finch-mini", 2): "empty",
    ("DEMO-018", "demo/finch-mini", 1): "truncated",
    ("DEMO-020", "demo/lark-3", 3): "empty",
    ("DEMO-025", "demo/plover-1", 2): "refusal",
}


def models() -> list[dict[str, Any]]:
    """The evaluated models: model_id, name, provider, family, decoding. None of them exists."""
    return [
        {
            "model_id": model,
            "name": f"{model.removeprefix('demo/')} (synthetic)",
            "provider": "synthetic",
            "family": "demo",
            "decoding": {"temperature": 1.0, "max_tokens": 1024},
        }
        for model in ABILITY
    ]


def ability(model: str, dimension: str) -> float:
    """The chance that a usual reply of this model meets a criterion of this dimension."""
    return ABILITY[model][DIMENSIONS.index(dimension)]
