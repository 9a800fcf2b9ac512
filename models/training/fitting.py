"""Makes the trees of a bundle, and those that measure it, of the same rows and by the same method."""

from dataclasses import dataclass

import calibration
import directions
import model
import numpy as np
from mean import Trees
from out_of_time import PAST, HeldOut, Margin, held_out
from rows import Rows


def asked(booster: Trees) -> Margin:
    return lambda values: booster.predict(values, num_threads=2)


@dataclass(frozen=True)
class Trained:
    """Trees, and the calibration of what they say."""

    booster: Trees
    calibration: calibration.Calibration
    calibration_name: str
    calibration_errors: dict[str, float]

    def raw(self, values: np.ndarray) -> np.ndarray:
        return asked(self.booster)(values)

    def probability(self, values: np.ndarray) -> np.ndarray:
        return calibration.apply(self.calibration, self.raw(values))


def trained(booster: Trees, known: HeldOut) -> Trained:
    """@param known: rows that trees like these had not learnt from."""
    rows = known.rows
    return Trained(booster, *calibration.choose(known.margin, rows.label, rows.weight))


@dataclass(frozen=True)
class Method:
    """How trees are made of rows."""

    without: frozenset[str]
    settings: model.Settings
    honest_kept: float

    def fit(self, rows: Rows) -> Trees:
        return model.train(model.fewer_honest(rows, self.honest_kept), self.without, self.settings)

    def margin(self, rows: Rows) -> Margin:
        return asked(self.fit(rows))


@dataclass(frozen=True)
class Fitted:
    """The trees of a bundle, and those that measure it."""

    shipped: Trained
    # Of the past only, so that the rows after it can test them.
    measured: Trained
    directions: directions.Directions | None
    learnt: Rows
    past: Rows
    test: Rows
    # Rows as the shipped trees are used to them, with what trees said of them.
    known: HeldOut


def cross_fitted(
    rows: Rows, past: Rows, test: Rows, method: Method, tried: directions.Directions | None
) -> Fitted:
    """The trees learn from all rows, and are calibrated on what those of earlier rows said of later ones."""
    before = held_out(past, method.margin, PAST)
    measured = trained(method.fit(past), before)
    margin = np.concatenate([before.margin, measured.raw(test.values)])
    known = HeldOut(rows.where(slice(-len(margin), None)), margin)
    return Fitted(trained(method.fit(rows), known), measured, tried, rows, past, test, known)


def calibrated_on(
    natural: Rows, past: Rows, test: Rows, method: Method, tried: directions.Directions | None
) -> Fitted:
    booster = method.fit(past)
    one = trained(booster, HeldOut(natural, asked(booster)(natural.values)))
    return Fitted(one, one, tried, past, past, test, HeldOut(past, one.raw(past.values)))
