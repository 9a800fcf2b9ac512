"""How good a probability of fraud is, with intervals that know that bursts are not independent."""

from collections.abc import Callable

import numpy as np

FALSE_POSITIVE_RATES = (0.001, 0.005, 0.01)
BINS = 20
RESAMPLES = 400

Metrics = dict[str, float]
Interval = tuple[float, float, float]


def calibration_error(probability: np.ndarray, label: np.ndarray) -> float:
    """Expected calibration error over 20 bins of equally many rows (ECE, equal mass)."""
    return weighted_calibration_error(probability, label, np.ones(len(label)))


def weighted_calibration_error(
    probability: np.ndarray, label: np.ndarray, weight: np.ndarray
) -> float:
    order = np.argsort(probability, kind="stable")
    p, y, w = probability[order], label[order], weight[order]
    place = np.minimum((np.cumsum(w) / w.sum() * BINS).astype(int), BINS - 1)
    gaps = np.abs(np.bincount(place, w * y, BINS) - np.bincount(place, w * p, BINS))
    return float(gaps.sum() / w.sum())


def metrics(
    probability: np.ndarray, label: np.ndarray, weight: np.ndarray | None = None
) -> Metrics:
    """ROC AUC, average precision, recall at low false-positive rates, calibration error."""
    weight = np.ones(len(label)) if weight is None else weight
    order = np.argsort(-probability, kind="stable")
    p, y, w = probability[order], label[order].astype(bool), weight[order]
    # Rows of one probability are one point of the curve: their order is chance.
    last = np.append(np.nonzero(np.diff(p))[0], len(p) - 1)
    hits, alarms = np.cumsum(w * y)[last], np.cumsum(w * ~y)[last]
    recall, false_positives = hits / hits[-1], alarms / alarms[-1]
    precision = hits / np.maximum(hits + alarms, 1e-12)
    found: Metrics = {
        "rocAuc": float(np.trapezoid(np.append(0, recall), np.append(0, false_positives))),
        "averagePrecision": float(np.sum(np.diff(np.append(0, recall)) * precision)),
    }
    for rate in FALSE_POSITIVE_RATES:
        found[f"recallAt{rate:.1%}Fpr"] = float(
            np.interp(rate, np.append(0, false_positives), np.append(0, recall))
        )
    found["calibrationError"] = weighted_calibration_error(probability, label, weight)
    return found


def threshold_at(probability: np.ndarray, label: np.ndarray, rate: float) -> float:
    """The probability that this part of the honest rows reaches."""
    return float(np.quantile(probability[label == 0], 1 - rate))


def with_intervals(
    probability: np.ndarray,
    label: np.ndarray,
    episode: np.ndarray,
    measure: Callable[..., Metrics] = metrics,
) -> dict[str, Interval]:
    """Each figure with the 2.5 % and 97.5 % quantiles of a bootstrap over whole episodes."""
    random = np.random.default_rng(20190222)
    _, group = np.unique(episode, return_inverse=True)
    count = group.max() + 1
    point = measure(probability, label)
    drawn = []
    for _ in range(RESAMPLES):
        times = np.bincount(random.integers(0, count, count), minlength=count)
        drawn.append(measure(probability, label, times[group].astype(float)))
    bounds = {}
    for name, value in point.items():
        low, high = np.quantile([one[name] for one in drawn], [0.025, 0.975])
        bounds[name] = (value, float(low), float(high))
    return bounds
