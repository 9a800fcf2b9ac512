"""Searches the settings of the trees on a merchant's own rows.

A history with few frauds needs fewer and smaller trees than a simulated season, and more of the
features in each where most of them say nothing; the mean of several trainings learns less of what is
chance. All combinations are tried on rows that the trees have not learnt from (out_of_time.py); the one
with the highest average precision is taken. The number of combinations is fixed, so that the time is
bounded.
"""

import sys
import time
from dataclasses import dataclass
from itertools import product

import model
import numpy as np
from evaluation import Ranking
from out_of_time import BORDERS, PAST, blocks
from rows import Rows

LEAVES = (8, 24)
FEATURE_SHARES = (0.35, 1.0)
# One training gives all of these, as the first trees of the longest.
TREES = (50, 100, 150, 200, 300)
# A mean of trainings. In all it has as many trees as one training may have: a decision takes as long as there are trees.
MEAN_OF = 5
MEAN_TREES = (30, 60)
MEAN_LEAVES = 24
MEAN_FEATURES = (0.5, 0.8)


@dataclass(frozen=True)
class Search:
    chosen: model.Settings
    # Of the chosen settings and of the default; None where there were too few frauds to search.
    precision: float | None
    default: float | None
    frauds: int

    def line(self) -> str:
        if self.precision is None:
            return (
                f"Settings: the default, untried: {self.frauds} frauds to compare on, and at least "
                f"{model.COMPARED_FRAUDS} are required"
            )
        return (
            f"Settings, tried on rows not learnt from with {self.frauds} frauds: {self.chosen}, average "
            f"precision {self.precision:.3f} ({self.default:.3f} with the default, {model.Settings()})"
        )


def search(past: Rows, without: frozenset[str], means: bool = True) -> Search:
    """The best settings for these rows, without looking at any other.

    @param without: features whose known direction is ignored.
    @param means: whether means of trainings, which obey no direction, are tried.
    """
    asked = [
        (model.compared_on(before), part.where(~part.dark))
        for before, part in blocks(past, tuple(one / PAST for one in BORDERS if one < PAST))
    ]
    frauds = [int(part.label.sum()) for _, part in asked]
    if min(frauds) < 1 or sum(frauds) < model.COMPARED_FRAUDS:
        return Search(model.Settings(), None, None, sum(frauds))
    found: dict[model.Settings, float] = {}
    progress = Progress(len(LEAVES) * len(FEATURE_SHARES) + len(MEAN_FEATURES) * means)

    def try_all(sizes: list[model.Settings]) -> None:
        precisions = [tried(before, part, sizes, without) for before, part in asked]
        for size, mean in zip(sizes, np.average(precisions, axis=0, weights=frauds), strict=True):
            found[size] = float(mean)
        progress.tried()

    for leaves, features in product(LEAVES, FEATURE_SHARES):
        try_all([model.Settings(trees, leaves, features) for trees in TREES])
    for features in MEAN_FEATURES if means else ():
        try_all([model.Settings(trees, MEAN_LEAVES, features, MEAN_OF) for trees in MEAN_TREES])
    # Of equals the first, which has the fewest trees.
    chosen = max(found, key=lambda one: found[one])
    return Search(chosen, found[chosen], found[model.Settings()], sum(frauds))


class Progress:
    """Prints how many combinations are tried, and how long the others will take."""

    def __init__(self, combinations: int) -> None:
        self.combinations = combinations
        self.done = 0
        self.since = time.monotonic()

    def tried(self) -> None:
        self.done += 1
        left = (time.monotonic() - self.since) / self.done * (self.combinations - self.done)
        print(
            f"   settings: {self.done} of {self.combinations} tried, {left:.0f} s left", file=sys.stderr
        )


def tried(
    before: Rows, part: Rows, sizes: list[model.Settings], without: frozenset[str]
) -> list[float]:
    """The average precision on a part for each number of trees, all of one training."""
    booster = model.train(before, without, max(sizes, key=lambda one: one.trees))
    found = []
    for size in sizes:
        probability = booster.predict(part.values, num_iteration=size.trees, num_threads=2)
        ranking = Ranking(probability, probability, part.label)
        found.append(ranking.figures(part.weight)["averagePrecision"])
    return found

