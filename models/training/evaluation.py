"""Evaluates probabilities of fraud, with intervals that account for dependent attempts."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from score import probability_from

FALSE_POSITIVE_RATES = (0.001, 0.005, 0.01)
BINS = 20
HIGH_BINS = 10
HIGH_SCORE = 50
RESAMPLES = 400

Interval = tuple[float, float, float]
Figures = dict[str, float]


def calibration_error(
    probability: np.ndarray, label: np.ndarray, weight: np.ndarray, bins: int = BINS
) -> float:
    """Expected calibration error over bins of equal weight (ECE, equal mass)."""
    order = np.argsort(-probability, kind="stable")
    return error_in_order(probability[order], label[order], weight[order], bins)


def error_in_order(p: np.ndarray, y: np.ndarray, w: np.ndarray, bins: int) -> float:
    if not w.any():
        return float("nan")
    reached = np.cumsum(w)
    place = np.minimum((reached / reached[-1] * bins).astype(int), bins - 1)
    return float(np.abs(np.bincount(place, w * (y - p), bins)).sum() / reached[-1])


class Ranking:
    """Scores sorted once, to be evaluated under many weights.

    `score` decides the order and `probability` is the prediction; for most models they are the same.
    """

    def __init__(self, score: np.ndarray, probability: np.ndarray, label: np.ndarray) -> None:
        self.order = np.argsort(-score, kind="stable")
        self.label = label[self.order].astype(float)
        # Rows with equal scores are a single point of the curve.
        self.last = np.append(np.nonzero(np.diff(score[self.order]))[0], len(score) - 1)
        self.probability_order = np.argsort(-probability, kind="stable")
        self.probability = probability[self.probability_order]
        self.probability_label = label[self.probability_order].astype(float)
        self.high = int(np.searchsorted(-self.probability, -probability_from(HIGH_SCORE), side="right"))

    def figures(self, weight: np.ndarray) -> Figures:
        w = weight[self.order]
        hits, alarms = np.cumsum(w * self.label)[self.last], np.cumsum(w)[self.last]
        alarms = alarms - hits
        recall, false_positives = hits / hits[-1], alarms / alarms[-1]
        precision = hits / np.maximum(hits + alarms, 1e-12)
        recall_0, false_0 = np.append(0, recall), np.append(0, false_positives)
        found = {
            "rocAuc": float(np.trapezoid(recall_0, false_0)),
            "averagePrecision": float(np.sum(np.diff(recall_0) * precision)),
        }
        for rate in FALSE_POSITIVE_RATES:
            found[f"recallAt{rate:.1%}Fpr"] = float(np.interp(rate, false_0, recall_0))
        return {**found, **self.calibration(weight[self.probability_order])}

    def calibration(self, w: np.ndarray) -> Figures:
        high = slice(0, self.high)
        error = error_in_order(self.probability, self.probability_label, w, BINS)
        fraud_rate = float((w * self.probability_label).sum() / w.sum())
        return {
            "calibrationError": error,
            # The error as a share of all fraud.
            "relativeCalibrationError": error / fraud_rate,
            f"calibrationErrorFrom{HIGH_SCORE}": error_in_order(
                self.probability[high], self.probability_label[high], w[high], HIGH_BINS
            ),
        }


@dataclass(frozen=True)
class Measured:
    """Figures on all rows and under each resample."""

    point: Figures
    drawn: list[Figures]

    def intervals(self) -> dict[str, Interval]:
        return {
            name: interval(value, np.array([one[name] for one in self.drawn]))
            for name, value in self.point.items()
        }

    def ahead_of(self, other: "Measured", name: str) -> Interval:
        """By how much a figure exceeds another contender's, on the same resamples."""
        gaps = [a[name] - b[name] for a, b in zip(self.drawn, other.drawn, strict=True)]
        return interval(self.point[name] - other.point[name], np.array(gaps))


def interval(value: float, drawn: np.ndarray) -> Interval:
    """The value with the 2.5 % and 97.5 % quantiles of the resampled values."""
    if np.isnan(value) or np.isnan(drawn).all():
        return (value, float("nan"), float("nan"))
    low, high = np.nanquantile(drawn, [0.025, 0.975])
    return (value, float(low), float(high))


class Resamples:
    """A bootstrap over whole episodes, identical for all contenders on the same rows."""

    def __init__(self, episode: np.ndarray, weight: np.ndarray, count: int = RESAMPLES) -> None:
        _, self.group = np.unique(episode, return_inverse=True)
        self.groups = int(self.group.max()) + 1
        self.weight = weight
        self.count = count

    def weights(self) -> Iterator[np.ndarray]:
        """The weights of the rows in each resample."""
        random = np.random.default_rng(20190222)
        for _ in range(self.count):
            drawn = random.integers(0, self.groups, self.groups)
            times = np.bincount(drawn, minlength=self.groups)
            yield self.weight * times[self.group]

    def measure(self, ranking: Ranking) -> Measured:
        point = ranking.figures(self.weight)
        with np.errstate(invalid="ignore", divide="ignore"):
            return Measured(point, [ranking.figures(weight) for weight in self.weights()])


def recall_at(
    sought: np.ndarray, honest: np.ndarray, weight: np.ndarray, rate: float
) -> np.ndarray:
    """Whether each sought score exceeds the threshold at this false positive rate.

    A score equal to the threshold counts with the share of the tie that fits below the rate.
    """
    order = np.argsort(-honest, kind="stable")
    scores, mass = honest[order], np.cumsum(weight[order])
    allowed = rate * mass[-1]
    threshold = scores[min(int(np.searchsorted(mass, allowed)), len(scores) - 1)]
    above = weight[honest > threshold].sum()
    tied = weight[honest == threshold].sum()
    part = float(np.clip((allowed - above) / max(tied, 1e-12), 0, 1))
    return np.where(sought > threshold, 1.0, np.where(sought == threshold, part, 0.0))


def threshold_at(
    probability: np.ndarray, honest: np.ndarray, weight: np.ndarray, rate: float
) -> float:
    """The probability threshold with this false positive rate."""
    p, w = probability[honest], weight[honest]
    order = np.argsort(-p, kind="stable")
    mass = np.cumsum(w[order])
    return float(p[order][min(int(np.searchsorted(mass, rate * mass[-1])), len(p) - 1)])
