"""What attempts looked like where a model was trained: `reference` in the manifest.

`booking-risk drift` measures from it how far bookings have moved since; src/drift/reference.ts says
what its members mean.
"""

import numpy as np
from score import risk_score

PARTS = 10
TELEMETRY = "collection_is_known"


def reference(
    names: list[str], values: np.ndarray, weight: np.ndarray, probability: np.ndarray
) -> dict[str, object]:
    """Of the rows that were learnt from, without copies of them.

    `values` are float32, a column a name, NaN where missing; `weight` is how many attempts a row
    stands for; `probability` is the calibrated one.
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
    """Deciles as upper edges, each once; nothing lies above the largest value, so it is none."""
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
    """The least values that 10 %, 20 %, … of the weight are not above."""
    if len(sorted_) == 0:
        return []
    below = np.cumsum(weights)
    wanted = np.arange(1, PARTS) / PARTS * below[-1]
    # Sums of weights are not exact: a decile must not move by their last bit.
    places = np.searchsorted(below, wanted * (1 - 1e-12), side="left")
    return [edge for edge in np.unique(sorted_[places]) if edge < sorted_[-1]]


def share(part: float, whole: float) -> float:
    return round(float(part) / float(whole), 6) if whole > 0 else 0.0
