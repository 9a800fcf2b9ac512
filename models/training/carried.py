"""What a bundle carries beside the model: its evidence, typical guests, and how attempts looked."""

import numpy as np
from golden import nobody
from reference import reference
from rows import SEED, Rows

BINS = 20
TYPICAL = 32


def carried(learn: Rows, learnt: np.ndarray, held_out: Rows, told: np.ndarray) -> dict[str, object]:
    """`learnt` and `told` are the calibrated probabilities of the rows before them."""
    own = ~learn.dark
    return {
        "calibrationEvidence": {
            "from": "the last days of the training data, which were not learnt from",
            "bins": evidence(held_out, told),
        },
        "reference": reference(learn.names, learn.values[own], learn.weight[own], learnt[own]),
        "background": typical(learn),
    }


def evidence(rows: Rows, told: np.ndarray) -> list[dict[str, float]]:
    """Bins of equally many attempts, by the probability told; weights of mean 1."""
    order = np.argsort(told, kind="stable")
    weight = (rows.weight / rows.weight.mean())[order]
    place = np.minimum((np.cumsum(weight) / weight.sum() * BINS).astype(int), BINS - 1)
    attempts = np.bincount(place, weight, BINS)
    frauds = np.bincount(place, weight * rows.label[order], BINS)
    mean = np.bincount(place, weight * told[order], BINS) / np.maximum(attempts, 1e-12)
    return [
        {
            "probability": round(float(mean[i]), 9),
            "attempts": round(float(attempts[i]), 3),
            "frauds": round(float(frauds[i]), 3),
        }
        for i in range(BINS)
        if attempts[i] > 0
    ]


def typical(rows: Rows) -> list[list[float | None]]:
    """Legitimate attempts; of an export every value from another guest, as golden rows are."""
    honest = rows.where(rows.label == 0)
    if rows.kinds:
        places = np.linspace(0, len(honest.label) - 1, TYPICAL).astype(int)
        values = honest.values[places]
    else:
        values = nobody(honest, np.random.default_rng(SEED))
    return [[None if np.isnan(v) else float(v) for v in row] for row in values]
