"""What models say of rows that they have not learnt from, in chronological order.

A model of the rows before a border is asked about the rows up to the next border. What these models
said calibrates a model of all rows, and selects its settings: they had not seen what they were asked
about, as it will not have seen tomorrow's attempts. Rolling-origin evaluation in Hyndman and
Athanasopoulos, "Forecasting: Principles and Practice", section 5.10.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from rows import Rows

# The rows before this share are never predicted: a model of fewer would say little.
FIRST = 0.4
# Where the rows are cut after that; those after the last border measure the model.
BORDERS = (FIRST, 0.6, 0.8)
PAST = BORDERS[-1]

Margin = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class HeldOut:
    """Rows, and for each what a model said that had not learnt from it."""

    rows: Rows
    margin: np.ndarray


def split(rows: Rows, at: tuple[float, ...]) -> list[Rows]:
    """Parts in chronological order, cut at these shares of the attempts, whatever copies lie between."""
    own = np.arange(len(rows.label)) if rows.kinds else np.nonzero(~rows.dark)[0]
    cuts = [0, *(int(own[int(part * len(own))]) for part in at), len(rows.label)]
    return [rows.where(slice(first, end)) for first, end in pairwise(cuts)]


def blocks(rows: Rows, borders: tuple[float, ...]) -> list[tuple[Rows, Rows]]:
    """For each part after the first: the rows before it, and its own."""
    parts = split(rows, borders)
    starts = np.cumsum([len(part.label) for part in parts])
    return [(rows.where(slice(0, int(start))), part) for start, part in zip(starts, parts[1:])]


def held_out(rows: Rows, fit: Callable[[Rows], Margin], share: float = 1.0) -> HeldOut:
    """@param share: how much of all attempts these rows are, of which BORDERS are shares."""
    borders = tuple(border / share for border in BORDERS if border < share)
    margin = np.concatenate([fit(before)(part.values) for before, part in blocks(rows, borders)])
    return HeldOut(rows.where(slice(-len(margin), None)), margin)

