"""Sections of the manifest besides the model: calibration evidence, background rows, reference."""

import numpy as np
from golden import mixed_rows
from reference import reference
from rows import SEED, Rows

BINS = 20
BACKGROUND_ROWS = 32
LAST_DAYS = "the last days of the training data, held out from the trees that scored them"


def manifest_sections(
    usual: Rows,
    usual_probability: np.ndarray,
    last: Rows,
    last_probability: np.ndarray,
    evidence_from: str = LAST_DAYS,
) -> dict[str, object]:
    """Each calibrated probability belongs to the rows in the argument before it.

    @param last: rows that the trees had not learnt from when they gave these probabilities.
    """
    own = ~usual.dark
    return {
        "calibrationEvidence": {
            "from": evidence_from,
            "bins": evidence(last, last_probability),
        },
        "reference": reference(
            usual.names, usual.values[own], usual.weight[own], usual_probability[own]
        ),
        "background": background(usual),
    }


def evidence(rows: Rows, probability: np.ndarray) -> list[dict[str, float]]:
    """Bins of equal weight by predicted probability; weights are normalised to a mean of 1."""
    order = np.argsort(probability, kind="stable")
    weight = (rows.weight / rows.weight.mean())[order]
    place = np.minimum((np.cumsum(weight) / weight.sum() * BINS).astype(int), BINS - 1)
    attempts = np.bincount(place, weight, BINS)
    frauds = np.bincount(place, weight * rows.label[order], BINS)
    mean = np.bincount(place, weight * probability[order], BINS) / np.maximum(attempts, 1e-12)
    return [
        {
            "probability": round(float(mean[i]), 9),
            "attempts": round(float(attempts[i]), 3),
            "frauds": round(float(frauds[i]), 3),
        }
        for i in range(BINS)
        if attempts[i] > 0
    ]


def background(rows: Rows) -> list[list[float | None]]:
    """Legitimate attempts. Those of an export are mixed, like golden rows, to protect guests."""
    honest = rows.where(rows.label == 0)
    if rows.kinds:
        places = np.linspace(0, len(honest.label) - 1, BACKGROUND_ROWS).astype(int)
        values = honest.values[places]
    else:
        values = mixed_rows(honest, np.random.default_rng(SEED))
    return [[None if np.isnan(v) else float(v) for v in row] for row in values]
