"""Searches the settings of the trees on a merchant's own rows.

A history with few frauds needs fewer and smaller trees than a simulated season, and more of the
features in each where most of them say nothing. All combinations are tried on rows that the trees
have not learnt from (out_of_time.py); the one with the highest average precision is taken. The number
of combinations is fixed, so that the time is bounded.
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


def search(past: Rows, without: frozenset[str]) -> Search:
    """The best settings for these rows, without looking at any other.

    @param without: features whose known direction is ignored.
    """
    asked = [
        (model.compared_on(before), part.where(~part.dark))
        for before, part in blocks(past, tuple(one / PAST for one in BORDERS if one < PAST))
    ]
    frauds = [int(part.label.sum()) for _, part in asked]
    if min(frauds) < 1 or sum(frauds) < model.COMPARED_FRAUDS:
        return Search(model.Settings(), None, None, sum(frauds))
    found: dict[model.Settings, float] = {}
    since = time.monotonic()
    combinations = list(product(LEAVES, FEATURE_SHARES))
    for done, (leaves, features) in enumerate(combinations, start=1):
        precisions = [tried(before, part, leaves, features, without) for before, part in asked]
        for trees, mean in zip(TREES, np.average(precisions, axis=0, weights=frauds), strict=True):
            found[model.Settings(trees, leaves, features)] = float(mean)
        left = (time.monotonic() - since) / done * (len(combinations) - done)
        print(f"   settings: {done} of {len(combinations)} tried, {left:.0f} s left", file=sys.stderr)
    # Of equals the first, which has the fewest trees.
    chosen = max(found, key=lambda one: found[one])
    return Search(chosen, found[chosen], found[model.Settings()], sum(frauds))


def tried(
    before: Rows, part: Rows, leaves: int, features: float, without: frozenset[str]
) -> list[float]:
    """The average precision on a part by number of trees."""
    booster = model.train(before, without, model.Settings(max(TREES), leaves, features))
    found = []
    for trees in TREES:
        probability = booster.predict(part.values, num_iteration=trees, num_threads=2)
        ranking = Ranking(probability, probability, part.label)
        found.append(ranking.figures(part.weight)["averagePrecision"])
    return found

