"""Tries the known directions (`MONOTONE`) on a merchant's own rows, and drops what they contradict.

The directions are prior knowledge of hotels. Another trade, another form or another way of reporting
may contradict one: where each device is used once, a device with a past is suspicious, whatever was
reported of it. Only the training rows are used. The trees are trained on the earlier part of them,
with all directions, without each group of them and without any, and compared by the average
precision on the later part. A group is dropped if the trees are better without it beyond chance.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import model
import numpy as np
from catalogue import Catalogue
from evaluation import Ranking, Resamples
from feature_constraints import MONOTONE
from rows import SEED, Rows

# The trees are compared on the training rows after this share of them, by time.
TRIED_FROM = 0.75
RESAMPLES = 100
# Trees of other seeds differ too: a group that looks better without it is tried with all of these.
SEEDS = (SEED, SEED + 1, SEED + 2)
# Standard errors that the gain must exceed: one to be tried further, two to be dropped.
PROMISING, CONTRADICTED = 1.0, 2.0

Names = frozenset[str]
KEPT: Names = frozenset()
ALL = "all directions"


@dataclass(frozen=True)
class Trial:
    """Trees without some directions, compared with trees that have more of them."""

    without: str
    features: list[str]
    precision: float
    # By how much the average precision is higher without them, and the standard error of that.
    gain: float
    error: float
    dropped: bool

    def line(self) -> str:
        verdict = "dropped" if self.dropped else "kept"
        return (
            f"without {self.without}: {self.precision:.3f} "
            f"({self.gain:+.4f}, standard error {self.error:.4f}): {verdict}"
        )


@dataclass(frozen=True)
class Directions:
    dropped: Names
    trials: list[Trial]
    # The average precision with all directions; None where they could not be tried.
    precision: float | None
    attempts: int
    frauds: int

    def lines(self) -> list[str]:
        if self.precision is None and self.dropped:
            return ["Directions: none are obeyed"]
        if self.precision is None:
            return [
                f"Directions: all kept, untried: {self.frauds} frauds to compare on, and at least "
                f"{model.COMPARED_FRAUDS} are required"
            ]
        head = (
            f"Directions, tried on the last {self.attempts:,} training attempts with {self.frauds} "
            f"frauds: average precision {self.precision:.3f} with all of them"
        )
        dropped = ", ".join(sorted(self.dropped)) or "none"
        return [head, *(f"  {one.line()}" for one in self.trials), f"  dropped: {dropped}"]


def contradicted(rows: Rows, catalogue: Catalogue) -> Directions:
    """The directions that these rows, all for training, contradict."""
    border = int(TRIED_FROM * len(rows.label))
    first, then = rows.where(slice(0, border)), rows.where(slice(border, None))
    then = then.where(~then.dark)
    frauds = int(then.label.sum())
    groups = grouped(first, catalogue)
    if frauds < model.COMPARED_FRAUDS or first.label.sum() < model.COMPARED_FRAUDS or not groups:
        return Directions(KEPT, [], None, len(then.label), frauds)
    compare = comparison(model.compared_on(first), then)
    trials = [compare(text, names, KEPT) for text, names in groups.items()]
    dropped = frozenset(name for one in trials if one.dropped for name in one.features)
    every = frozenset(name for names in groups.values() for name in names)
    if dropped != every:
        rest = compare("any direction", sorted(every), dropped)
        trials.append(rest)
        dropped = every if rest.dropped else dropped
    return Directions(dropped, trials, compare(ALL, [], KEPT).precision, len(then.label), frauds)


def grouped(rows: Rows, catalogue: Catalogue) -> dict[str, list[str]]:
    """The directions that matter in these rows, by the catalogue's group and by direction."""
    found: dict[str, list[str]] = {}
    for column, name in enumerate(rows.names):
        known = rows.values[:, column]
        known = known[~np.isnan(known)]
        if name not in MONOTONE or len(known) == 0 or np.ptp(known) == 0:
            continue
        side = "raise" if MONOTONE[name] > 0 else "lower"
        found.setdefault(f"{catalogue.features[name].group} that {side} the risk", []).append(name)
    return found


def none() -> Directions:
    """Obeys no direction, without trying any."""
    return Directions(frozenset(MONOTONE), [], None, 0, 0)


Compare = Callable[[str, list[str], Names], Trial]


def comparison(first: Rows, then: Rows) -> Compare:
    """Compares trees without some directions with trees that lack only those already dropped."""
    resamples = Resamples(then.episode, then.weight, RESAMPLES)
    known: dict[tuple[Names, int], np.ndarray] = {}

    def precisions(without: Names, seed: int) -> np.ndarray:
        """The average precision on all rows, then on each resample."""
        if (without, seed) not in known:
            booster = model.train(first, without, seed=seed)
            probability = booster.predict(then.values, num_threads=2)
            measured = resamples.measure(Ranking(probability, probability, then.label))
            figures = [measured.point, *measured.drawn]
            known[without, seed] = np.array([one["averagePrecision"] for one in figures])
        return known[without, seed]

    def gain(more: Names, less: Names, seeds: Iterable[int]) -> tuple[float, float]:
        gaps = np.array([precisions(more, seed) - precisions(less, seed) for seed in seeds])
        by_chance = np.nanvar(gaps[:, 1:].mean(axis=0))
        by_seed = gaps[:, 0].var(ddof=1) / len(gaps) if len(gaps) > 1 else 0.0
        return float(gaps[:, 0].mean()), float(np.sqrt(by_chance + by_seed))

    def compare(text: str, names: list[str], already: Names) -> Trial:
        without = already | frozenset(names)
        gained, error = gain(without, already, SEEDS[:1])
        if gained > PROMISING * error:
            gained, error = gain(without, already, SEEDS)
        is_dropped = gained > CONTRADICTED * error
        return Trial(text, names, float(precisions(without, SEED)[0]), gained, error, is_dropped)

    return compare
