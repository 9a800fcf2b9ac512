"""The model and its baselines as they are evaluated: a ranking and a probability for each."""

from collections.abc import Callable
from dataclasses import dataclass

import calibration
import numpy as np
from baselines import squashed
from evaluation import Measured, Ranking, Resamples
from out_of_time import HeldOut, Margin
from rows import Rows

MODEL = "the model"


@dataclass(frozen=True)
class Contender:
    name: str
    # Any number that increases with the risk.
    margin: Margin
    # Maps such a number to a probability.
    probability: Callable[[np.ndarray], np.ndarray]


def the_model(raw_of: Margin, fitted: calibration.Calibration) -> Contender:
    return Contender(MODEL, raw_of, lambda raw: calibration.apply(fitted, raw))


def calibrated(name: str, margin: Margin, known: HeldOut) -> Contender:
    """A baseline, calibrated as the model is: on rows that it has not learnt from."""
    middle, spread = float(known.margin.mean()), float(max(known.margin.std(), 1e-9))

    def raw_of(margins: np.ndarray) -> np.ndarray:
        return squashed((margins - middle) / spread)

    rows = known.rows
    fitted, _, _ = calibration.choose(raw_of(known.margin), rows.label, rows.weight)
    return Contender(name, margin, lambda margins: calibration.apply(fitted, raw_of(margins)))


@dataclass(frozen=True)
class Result:
    """The figures of each contender on some rows, measured on the same resamples."""

    rows: Rows
    measured: dict[str, Measured]
    # The model's predictions.
    probability: np.ndarray
    resamples: Resamples


def measure(contenders: list[Contender], rows: Rows) -> Result | None:
    """None where the rows lack fraud or honest attempts."""
    if len(rows.label) == 0 or not 0 < rows.label.sum() < len(rows.label):
        return None
    resamples = Resamples(rows.episode, rows.weight)
    measured, probabilities = {}, {}
    for one in contenders:
        margin = one.margin(rows.values)
        probabilities[one.name] = one.probability(margin)
        ranking = Ranking(margin, probabilities[one.name], rows.label)
        measured[one.name] = resamples.measure(ranking)
    return Result(rows, measured, probabilities[MODEL], resamples)
