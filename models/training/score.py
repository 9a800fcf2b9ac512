"""The risk score of a probability, as in src/risk/score.ts, and how close scores are to the truth."""

from dataclasses import dataclass

import numpy as np

BANDS = ((0, 19), (20, 34), (35, 49), (50, 64), (65, 74), (75, 84), (85, 99))
POINTS = 2.0
# The bandwidth at each point of the curve includes at least this many frauds and honest rows.
NEIGHBOURS = 200
REACHES = np.geomspace(0.3, 12, 40)
STEP = 0.05
ROUNDS = 30


def exact_score(probability: np.ndarray) -> np.ndarray:
    inside = np.clip(probability, 1e-12, 1 - 1e-12)
    return np.clip(75 + 10 * np.log2(inside / (1 - inside) / 0.2), 0, 99)


def risk_score(probability: np.ndarray) -> np.ndarray:
    return np.floor(exact_score(probability) + 0.5)


def probability_from(score: float) -> float:
    """The probability with this score, before rounding."""
    odds = 0.2 * 2 ** ((score - 75) / 10)
    return odds / (1 + odds)


@dataclass(frozen=True)
class Band:
    name: str
    attempts: int
    predicted: float
    observed: float
    # The share of its decisions whose score is within two points of that of the observed rate.
    close: float
    # One standard error of the observed rate, in points.
    standard_error: float


class TruthCurve:
    """The observed fraud rate as a smooth function of the predicted probability.

    Local logistic regression on log-odds: at each point a line fitted to the nearby rows (Gaussian
    weights). The bandwidth grows until it includes enough frauds and honest rows, so the curve is
    smoother where fraud is rare. It is not shrunk towards the predictions.
    """

    def __init__(self, probability: np.ndarray) -> None:
        inside = np.clip(probability, 1e-6, 1 - 1e-6)
        place = np.floor(np.log(inside / (1 - inside)) / STEP).astype(int)
        cells, self.cell = np.unique(place, return_inverse=True)
        self.at = (cells + 0.5) * STEP

    def fit(self, label: np.ndarray, weight: np.ndarray) -> np.ndarray:
        """The log-odds of the observed rate in each cell."""
        fraud = np.bincount(self.cell, weight * label, len(self.at))
        honest = np.bincount(self.cell, weight * (1 - label), len(self.at))
        distance = self.at[None, :] - self.at[:, None]
        near = self.kernel(distance, fraud, honest, float(weight.mean()))
        # Small constants (1e-6) keep the system solvable where one class is absent.
        a, b = np.zeros(len(self.at)), np.ones(len(self.at))
        total = fraud + honest
        for _ in range(ROUNDS):
            line = np.clip(a[:, None] + b[:, None] * distance, -20, 20)
            p = 1 / (1 + np.exp(-line))
            gap = near * (fraud - total * p)
            curve = near * total * p * (1 - p)
            g0, g1 = gap.sum(1), (gap * distance).sum(1)
            h00, h01 = curve.sum(1) + 1e-6, (curve * distance).sum(1)
            h11 = (curve * distance**2).sum(1) + 1e-6
            scale = h00 * h11 - h01**2
            a = np.clip(a + np.clip((h11 * g0 - h01 * g1) / scale, -2, 2), -20, 20)
            b = np.clip(b + np.clip((h00 * g1 - h01 * g0) / scale, -2, 2), -5, 5)
        return a

    def kernel(
        self, distance: np.ndarray, fraud: np.ndarray, honest: np.ndarray, unit: float
    ) -> np.ndarray:
        need = min(NEIGHBOURS * unit, fraud.sum() / 2, honest.sum() / 2)
        chosen = np.exp(-0.5 * (distance / REACHES[-1]) ** 2)
        open_ = np.ones(len(distance), bool)
        for reach in REACHES:
            near = np.exp(-0.5 * (distance[open_] / reach) ** 2)
            enough = (near @ fraud >= need) & (near @ honest >= need)
            places = np.nonzero(open_)[0][enough]
            chosen[places] = near[enough]
            open_[places] = False
        return chosen


def bands(
    probability: np.ndarray, label: np.ndarray, weight: np.ndarray, resampled: list[np.ndarray]
) -> tuple[list[Band], Band]:
    """By risk score and overall: predicted and observed rate, and how close the score is."""
    curve = TruthCurve(probability)
    score = risk_score(probability)
    truth = as_score(curve.fit(label, weight))
    drawn = np.array([as_score(curve.fit(label, one)) for one in resampled])
    errors = drawn.std(axis=0)[curve.cell] if len(drawn) else np.full(len(score), np.nan)
    close = np.abs(score - truth[curve.cell]) <= POINTS
    found = []
    for low, high in (*BANDS, (0, 99)):
        one = (score >= low) & (score <= high)
        if not one.any():
            continue
        w = weight[one]
        parts = (probability[one], label[one], close[one], errors[one])
        figures = [float(np.average(part, weights=w)) for part in parts]
        found.append(Band(f"{low} to {high}", int(one.sum()), *figures))
    return found[:-1], found[-1]


def as_score(log_odds: np.ndarray) -> np.ndarray:
    return exact_score(1 / (1 + np.exp(-log_odds)))
