"""The distribution of the training data: `reference` in the manifest.

The page of a decision says from it what is usual; src/evaluation/drift/reference.ts documents its members.
"""

import numpy as np
from score import risk_score

PARTS = 10
TELEMETRY = "collection_is_known"


def reference(
    names: list[str], values: np.ndarray, weight: np.ndarray, probability: np.ndarray
) -> dict[str, object]:
    """Computed from the training rows without their copies.

    `values` are float32 with one column per name and NaN for missing values; `weight` is the number
    of attempts that a row represents; `probability` is calibrated.
    """
    columns = {name: binned(values[:, place], weight) for place, name in enumerate(names)}
    found: dict[str, object] = {
        "rows": len(weight),
        "features": columns,
        "score": binned(risk_score(probability), weight),
    }
    if TELEMETRY in names:
        seen = values[:, names.index(TELEMETRY)] == 1
        found["telemetry"] = share(weight[seen].sum(), weight.sum())
    return found


def binned(values: np.ndarray, weight: np.ndarray) -> dict[str, object]:
    """Bins between distinct deciles; the largest value is not an edge, as nothing lies above it."""
    values = values.astype(np.float32)
    known = ~np.isnan(values)
    order = np.argsort(values[known], kind="stable")
    sorted_, weights = values[known][order], weight[known][order]
    edges = deciles(sorted_, weights)
    place = np.searchsorted(np.array(edges, np.float32), sorted_, side="left")
    counts = np.bincount(place, weights, len(edges) + 1)
    total = float(weight.sum())
    return {
        "edges": [float(edge) for edge in edges],
        "shares": [share(count, total) for count in counts],
        "missing": share(weight[~known].sum(), total),
    }


def deciles(sorted_: np.ndarray, weights: np.ndarray) -> list[np.float32]:
    """The weighted 10 %, 20 %, … quantiles."""
    if len(sorted_) == 0:
        return []
    below = np.cumsum(weights)
    wanted = np.arange(1, PARTS) / PARTS * below[-1]
    # Sums of weights are inexact, and rounding must not move a decile.
    places = np.searchsorted(below, wanted * (1 - 1e-12), side="left")
    return [edge for edge in np.unique(sorted_[places]) if edge < sorted_[-1]]


def share(part: float, whole: float) -> float:
    return round(float(part) / float(whole), 6) if whole > 0 else 0.0
