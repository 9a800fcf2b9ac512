"""Calibrates a model's raw probability. src/model/calibration.ts applies the result."""

import numpy as np
from evaluation import calibration_error
from sklearn.isotonic import IsotonicRegression
from score import probability_from
from sklearn.linear_model import LogisticRegression

Calibration = dict[str, object]

# The product clips to the same range before it takes a logit.
EDGE = 1e-7
# No number of rows justifies certainty, and the score needs finite log-odds.
ISOTONIC_RANGE = (0.0005, 0.97)
# With fewer frauds in one half of the rows, the methods cannot be compared.
CHOICE_FRAUDS = 30
def logit(probability: np.ndarray) -> np.ndarray:
    inside = np.clip(probability.astype(np.float64), EDGE, 1 - EDGE)
    return np.log(inside / (1 - inside))


# Where the smooth curve bends, in log-odds: at the scores that levels and settings are cut at, and
# between them. A cubic over all scores follows the many low ones and is wrong in the few high ones.
BENDS = [float(logit(np.array([probability_from(score)]))[0]) for score in (35, 50, 65, 75, 85, 95)]
# The spacing of the smooth curve's points in log-odds, and its minimum and maximum slope.
SMOOTH_STEP = 0.1
SLOPES = (0.1, 4.0)


def apply(calibration: Calibration, raw: np.ndarray) -> np.ndarray:
    if calibration["kind"] == "platt":
        return 1 / (1 + np.exp(calibration["a"] * logit(raw) + calibration["b"]))
    return np.interp(raw.astype(np.float64), calibration["x"], calibration["y"])


def fit_platt(raw: np.ndarray, label: np.ndarray, weight: np.ndarray) -> Calibration:
    model = LogisticRegression(C=np.inf, tol=1e-10, max_iter=1000)
    # Only the ratios of the weights matter here, and the solver works best with a mean of one.
    model.fit(logit(raw).reshape(-1, 1), label, weight / weight.mean())
    # The manifest's form is 1 / (1 + exp(a * f + b)): a is negative.
    a, b = -float(model.coef_[0, 0]), -float(model.intercept_[0])
    return {"kind": "platt", "a": round(a, 9), "b": round(b, 9)}


def fit_isotonic(raw: np.ndarray, label: np.ndarray, weight: np.ndarray) -> Calibration:
    low, high = ISOTONIC_RANGE
    model = IsotonicRegression(y_min=low, y_max=high, out_of_bounds="clip")
    model.fit(raw.astype(np.float64), label, weight)
    x, first = np.unique(np.round(model.X_thresholds_, 9), return_index=True)
    y = np.maximum.accumulate(model.y_thresholds_[first])
    return {"kind": "isotonic", "x": x.tolist(), "y": np.round(y, 9).tolist()}


def fit_smooth(raw: np.ndarray, label: np.ndarray, weight: np.ndarray) -> Calibration:
    """A line on log-odds that bends at fixed scores: it follows each band, and has no steps.

    Written as points for linear interpolation, which is what the product calls isotonic. It is made
    to increase monotonically, whatever a band of few rows says.
    """
    z = logit(raw)
    middle = float(z.mean())
    model = LogisticRegression(C=np.inf, tol=1e-10, max_iter=5000)
    model.fit(bent(z), label, weight / weight.mean())
    count = int(np.clip((z.max() - z.min()) / SMOOTH_STEP, 2, 400)) + 1
    at = np.linspace(z.min(), z.max(), count)
    curve = model.decision_function(bent(at))
    rises = np.clip(np.diff(curve) / np.diff(at), *SLOPES) * np.diff(at)
    start = int(np.searchsorted(at, middle).clip(0, count - 1))
    rising = np.concatenate([[0.0], np.cumsum(rises)])
    curve = rising - rising[start] + curve[start]
    x, first = np.unique(np.round(1 / (1 + np.exp(-at)), 12), return_index=True)
    y = np.round(1 / (1 + np.exp(-curve[first])), 12)
    return {"kind": "isotonic", "x": x.tolist(), "y": y.tolist()}


def bent(z: np.ndarray) -> np.ndarray:
    return np.column_stack([z, *(np.maximum(0, z - bend) for bend in BENDS)])


FITS = {"Platt line": fit_platt, "smooth curve": fit_smooth, "isotonic regression": fit_isotonic}


def choose(
    raw: np.ndarray, label: np.ndarray, weight: np.ndarray
) -> tuple[Calibration, str, dict[str, float]]:
    """The best method by two-fold cross-fitting: the calibration, its name, and all errors.

    The smooth curve must beat Platt scaling in log loss, which penalises wrong odds even where
    fraud is rare. Isotonic regression must be clearly better than both, because it gives the same
    score to many different attempts. The rows' weights are used, so that the probability is
    correct for the attempts before any sampling.
    """
    half = len(raw) // 2
    parts = [(slice(0, half), slice(half, None)), (slice(half, None), slice(0, half))]
    if min(label[part].sum() for part, _ in parts) < CHOICE_FRAUDS or np.ptp(raw) == 0:
        return fit_platt(raw, label, weight), "Platt line", {}
    errors, losses = {}, {}
    for name, fit in FITS.items():
        fitted = [apply(fit(raw[a], label[a], weight[a]), raw[b]) for a, b in parts]
        pairs = [(p, label[b], weight[b]) for p, (_, b) in zip(fitted, parts, strict=True)]
        errors[name] = float(np.mean([calibration_error(*pair) for pair in pairs]))
        losses[name] = float(np.mean([log_loss(*pair) for pair in pairs]))
    chosen = min(("Platt line", "smooth curve"), key=lambda name: losses[name])
    if errors["isotonic regression"] < 0.7 * errors[chosen]:
        chosen = "isotonic regression"
    return FITS[chosen](raw, label, weight), chosen, errors


def log_loss(probability: np.ndarray, label: np.ndarray, weight: np.ndarray) -> float:
    p = np.clip(probability, EDGE, 1 - EDGE)
    return float(np.average(-np.where(label == 1, np.log(p), np.log(1 - p)), weights=weight))
