"""Rows that a bundle proves itself with: the product must get the same probabilities."""

from collections.abc import Callable

import numpy as np
from rows import SEED, Rows

OF_AN_EXPORT = 24


def golden_rows(rows: Rows, probability_of: Callable[[np.ndarray], np.ndarray]) -> list[dict]:
    """Ordinary rows, rows with holes, and one of nothing at all."""
    random = np.random.default_rng(SEED)
    values = one_a_kind(rows) if rows.kinds else nobody(rows, random)
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


def one_a_kind(rows: Rows) -> np.ndarray:
    """Of a simulation: every other one without telemetry."""
    chosen: list[int] = []
    for kind in range(len(rows.kinds)):
        dark = rows.dark == (kind % 2 == 1)
        chosen.extend(np.nonzero((rows.kind == kind) & dark)[0][:1])
    return rows.values[chosen]


def nobody(rows: Rows, random: np.random.Generator) -> np.ndarray:
    """Of an export: every value from another row, since a bundle is passed on and guests are not."""
    width = rows.values.shape[1]
    drawn = random.integers(0, len(rows.values), (OF_AN_EXPORT, width))
    return rows.values[drawn, np.arange(width)]
