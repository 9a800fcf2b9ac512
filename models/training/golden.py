"""Golden rows: the product refuses a bundle unless it computes the same probabilities for them."""

from collections.abc import Callable

import numpy as np
from rows import SEED, Rows

EXPORT_ROWS = 24


def golden_rows(rows: Rows, probability_of: Callable[[np.ndarray], np.ndarray]) -> list[dict]:
    """Ordinary rows, rows with missing values, and an empty row."""
    random = np.random.default_rng(SEED)
    values = one_of_each_kind(rows) if rows.kinds else mixed_rows(rows, random)
    holes = values[:6].copy()
    holes[random.random(holes.shape) < 0.5] = np.nan
    values = np.vstack([values, holes, np.full((1, values.shape[1]), np.nan, np.float32)])
    return [
        {
            "features": [None if np.isnan(v) else float(v) for v in row],
            "probability": round(float(p), 12),
        }
        for row, p in zip(values, probability_of(values), strict=True)
    ]


def one_of_each_kind(rows: Rows) -> np.ndarray:
    """Rows of a simulation, every other one without telemetry."""
    chosen: list[int] = []
    for kind in range(len(rows.kinds)):
        dark = rows.dark == (kind % 2 == 1)
        chosen.extend(np.nonzero((rows.kind == kind) & dark)[0][:1])
    return rows.values[chosen]


def mixed_rows(rows: Rows, random: np.random.Generator) -> np.ndarray:
    """Rows of an export whose every value comes from another row: a bundle contains no real guest."""
    width = rows.values.shape[1]
    drawn = random.integers(0, len(rows.values), (EXPORT_ROWS, width))
    return rows.values[drawn, np.arange(width)]
