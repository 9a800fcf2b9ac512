"""The model and its baselines, as they are measured: who is first, and what probability is told."""

from collections.abc import Callable
from dataclasses import dataclass

import calibration
import numpy as np
from baselines import Baseline, Margin, squashed
from evaluation import Measured, Ranking, Resamples
from rows import Rows

MODEL = "the model"


@dataclass(frozen=True)
class Contender:
    name: str
    # Any number that rises with the risk.
    margin: Margin
    # From such a number to a probability.
    probability: Callable[[np.ndarray], np.ndarray]


def the_model(raw_of: Margin, fitted: calibration.Calibration) -> Contender:
    return Contender(MODEL, raw_of, lambda raw: calibration.apply(fitted, raw))


def calibrated(baseline: Baseline, learn: Rows, fit: Rows) -> Contender:
    """A baseline, trained and calibrated on the same rows as the model."""
    margin = baseline.fit(learn)
    found = margin(fit.values)
    middle, spread = float(found.mean()), float(max(found.std(), 1e-9))

    def raw_of(margins: np.ndarray) -> np.ndarray:
        return squashed((margins - middle) / spread)

    fitted, _, _ = calibration.choose(raw_of(found), fit.label, fit.weight)
    return Contender(
        baseline.name, margin, lambda margins: calibration.apply(fitted, raw_of(margins))
    )


@dataclass(frozen=True)
class Result:
    """How each contender did on some rows, measured on the same resamples of them."""

    rows: Rows
    measured: dict[str, Measured]
    # The model's own.
    probability: np.ndarray
    resamples: Resamples


def measure(contenders: list[Contender], rows: Rows) -> Result | None:
    """None where there is nothing to measure on."""
    if len(rows.label) == 0 or not 0 < rows.label.sum() < len(rows.label):
        return None
    resamples = Resamples(rows.episode, rows.weight)
    measured, told = {}, {}
    for one in contenders:
        margin = one.margin(rows.values)
        told[one.name] = one.probability(margin)
        measured[one.name] = resamples.measure(Ranking(margin, told[one.name], rows.label))
    return Result(rows, measured, told[MODEL], resamples)
