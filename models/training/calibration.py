"""Turns a model's raw probability into one that holds what it says, as src/model/calibration.ts."""

import numpy as np
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from evaluation import calibration_error

Calibration = dict[str, object]

# The product clips in the same place before it takes a logit.
EDGE = 1e-7
# No number of simulated rows justifies certainty, and the score's logarithm needs odds.
ISOTONIC_RANGE = (0.0005, 0.97)


def logit(probability: np.ndarray) -> np.ndarray:
    inside = np.clip(probability.astype(np.float64), EDGE, 1 - EDGE)
    return np.log(inside / (1 - inside))


def apply(calibration: Calibration, raw: np.ndarray) -> np.ndarray:
    if calibration["kind"] == "platt":
        return 1 / (1 + np.exp(calibration["a"] * logit(raw) + calibration["b"]))
    return np.interp(raw.astype(np.float64), calibration["x"], calibration["y"])


def fit_platt(raw: np.ndarray, label: np.ndarray) -> Calibration:
    model = LogisticRegression(C=np.inf, tol=1e-10, max_iter=1000)
    model.fit(logit(raw).reshape(-1, 1), label)
    # The manifest's form is 1 / (1 + exp(a * f + b)): a is negative.
    a, b = -float(model.coef_[0, 0]), -float(model.intercept_[0])
    return {"kind": "platt", "a": round(a, 9), "b": round(b, 9)}


def fit_isotonic(raw: np.ndarray, label: np.ndarray) -> Calibration:
    low, high = ISOTONIC_RANGE
    model = IsotonicRegression(y_min=low, y_max=high, out_of_bounds="clip")
    model.fit(raw.astype(np.float64), label)
    x, first = np.unique(np.round(model.X_thresholds_, 9), return_index=True)
    y = np.maximum.accumulate(model.y_thresholds_[first])
    return {"kind": "isotonic", "x": x.tolist(), "y": np.round(y, 9).tolist()}


def choose(raw: np.ndarray, label: np.ndarray) -> tuple[Calibration, dict[str, float]]:
    """The kind with the smaller error on the half of the rows that it was not fitted to.

    Isotonic has to be clearly better: it gives one score to many different attempts.
    """
    half = len(raw) // 2
    parts = [(slice(0, half), slice(half, None)), (slice(half, None), slice(0, half))]
    errors = {}
    for name, fit in (("platt", fit_platt), ("isotonic", fit_isotonic)):
        found = [
            calibration_error(apply(fit(raw[a], label[a]), raw[b]), label[b]) for a, b in parts
        ]
        errors[name] = float(np.mean(found))
    fit = fit_isotonic if errors["isotonic"] < 0.7 * errors["platt"] else fit_platt
    return fit(raw, label), errors
