"""The baselines that the model must beat: what a fraud team would use without it.

Each is trained on the same weighted rows as the model and returns a margin: the higher, the more
suspicious. Margins are calibrated to probabilities in the same way as the model's.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import lightgbm
import model
import numpy as np
from catalogue import Catalogue
from evaluation import Ranking
from out_of_time import Margin
from rows import SEED, Rows
from sklearn.ensemble import IsolationForest
from sklearn.linear_model import LogisticRegression

BLOCK = 20_000
# Honest rows for the logistic regression; more only take time.
LOGISTIC_ROWS = 60_000
# LightGBM's own default.
PLAIN_TREES = 100
# Settings are tuned on the training rows after this share of them, by time.
TRIED_FROM = 0.75


@dataclass(frozen=True)
class Baseline:
    name: str
    fit: Callable[[Rows], Margin]
    learns: bool = True


def baselines(
    catalogue: Catalogue, learn: Rows, without: frozenset[str] = frozenset(), plain: bool = False
) -> list[Baseline]:
    """Settings are tuned once, within the training rows.

    @param without: features whose known direction is ignored.
    @param plain: adds boosted trees as the library trains them by default.
    """
    request = catalogue.request_only(learn.names)
    strength = best_strength(learn)
    samples = best_samples(learn)
    found = [
        Baseline("rules of thumb", rules_of_thumb, learns=False),
        Baseline("logistic regression", lambda rows: logistic(rows, strength)),
        # It does not use labels, so leaving out an attack hardly changes it.
        Baseline("isolation forest", lambda rows: isolation_forest(rows, samples), learns=False),
    ]
    if request:
        found.append(
            Baseline("boosted trees on the request", lambda rows: on_request(rows, request, without))
        )
    if plain:
        found.append(Baseline("plain LightGBM", plain_trees))
    return found


# --- Rules of thumb -------------------------------------------------------------------------------

# (feature, comparison, value, points), as a fraud team would define them on one page.
RULES: tuple[tuple[str, str, float, int], ...] = (
    ("device_is_automated", ">=", 1, 40),
    ("user_agent_is_automated", ">=", 1, 40),
    ("untrusted_events", ">=", 1, 20),
    ("untouched_fields_share", ">=", 0.5, 20),
    ("automation_traces", ">=", 1, 25),
    ("brands_are_automated", ">=", 1, 40),
    ("header_platform_agrees", "<=", 0, 20),
    ("plain_batches_share", ">=", 0.5, 25),
    ("impossible_events", ">=", 1, 20),
    ("told_ahead_s", ">=", 10, 15),
    ("hidden_fields_filled", ">=", 1, 20),
    ("rushed_keys_share", ">=", 0.5, 15),
    ("shiftless_capitals", ">=", 2, 10),
    ("pressureless_presses_share", ">=", 0.5, 15),
    ("teleported_presses_share", ">=", 0.8, 10),
    ("look_alikes_per_hotel_1h", ">=", 4, 10),
    ("centred_clicks_share", ">=", 0.9, 10),
    ("collection_is_known", "<=", 0, 20),
    ("collection_attempts_24h", ">=", 2, 15),
    ("collection_addresses", ">=", 2, 5),
    ("collection_age_s", ">=", 7200, 5),
    ("form_fill_s", "<=", 3, 10),
    ("pages_viewed", "<=", 1, 5),
    ("emails_per_device_24h", ">=", 3, 25),
    ("emails_per_device_30d", ">=", 4, 20),
    ("emails_per_ip_1h", ">=", 4, 15),
    ("emails_per_ip_24h", ">=", 8, 10),
    ("emails_per_phone_30d", ">=", 2, 25),
    ("phones_per_email_30d", ">=", 2, 10),
    ("emails_per_name_30d", ">=", 3, 10),
    ("device_attempts_1h", ">=", 4, 15),
    ("email_attempts_1h", ">=", 4, 10),
    ("phone_attempts_1h", ">=", 4, 10),
    ("ip_attempts_10m", ">=", 5, 15),
    ("hotel_attempts_10m", ">=", 5, 10),
    ("email_fraud_outcomes", ">=", 1, 60),
    ("phone_fraud_outcomes", ">=", 1, 60),
    ("device_fraud_outcomes", ">=", 1, 50),
    ("booker_fraud_outcomes", ">=", 1, 50),
    ("domain_fraud_outcome_share", ">=", 0.5, 20),
    ("network_fraud_outcomes", ">=", 2, 10),
    ("email_legitimate_outcomes", ">=", 1, -15),
    ("networks_per_device_30d", ">=", 3, 15),
    ("devices_per_phone_30d", ">=", 3, 10),
    ("email_is_disposable", ">=", 1, 20),
    ("phone_is_valid", "<=", 0, 10),
    ("phone_is_internet_line", ">=", 1, 10),
    ("ip_is_anonymous", ">=", 1, 15),
    ("ip_is_hosting", ">=", 1, 15),
    ("ip_in_billing_country", "<=", 0, 15),
    ("time_zone_in_billing_country", "<=", 0, 10),
    ("language_fits_billing_country", "<=", 0, 5),
    ("time_zone_is_nowhere", ">=", 1, 15),
    ("user_agent_is_no_browser", ">=", 1, 30),
    ("name_has_digit", ">=", 1, 10),
    ("is_deep_link", ">=", 1, 3),
    ("email_digit_share", ">=", 0.3, 10),
    ("email_name_similarity", "<=", 0.2, 5),
    ("name_is_repeated", ">=", 1, 15),
    ("phone_in_billing_country", "<=", 0, 10),
    ("booker_is_guest", "<=", 0, 10),
    ("lead_time_days", "<=", 0, 10),
    ("lead_time_days", "<=", 1, 5),
    ("nights", ">=", 10, 5),
    ("booker_is_referenced", "<=", 0, 3),
)


def rules_of_thumb(rows: Rows) -> Margin:
    """The sum of points. A feature that is missing, or not in the catalogue, adds none."""
    places = {name: place for place, name in enumerate(rows.names)}

    def points(values: np.ndarray) -> np.ndarray:
        total = np.zeros(len(values))
        for name, comparison, value, worth in RULES:
            if name not in places:
                continue
            column = values[:, places[name]]
            with np.errstate(invalid="ignore"):
                holds = column >= value if comparison == ">=" else column <= value
            total += worth * holds
        return total

    return points


# --- Logistic regression --------------------------------------------------------------------------

STRENGTHS = (0.003, 0.03, 0.3, 3.0)
KNOTS = 101


class Spread:
    """Each feature as inputs of a logistic regression: rank, size and a flag for missing values.

    The rank (0 to 1 among the training rows) is robust to long tails; the size is the standardised
    signed logarithm. A missing value is the middle of both and sets the flag.
    """

    def __init__(self, values: np.ndarray) -> None:
        self.knots: list[np.ndarray] = []
        self.ranks: list[np.ndarray] = []
        self.size: list[tuple[float, float]] = []
        self.columns: list[int] = []
        self.holes: list[int] = []
        for column in range(values.shape[1]):
            known = values[:, column]
            missing = np.isnan(known)
            known = known[~missing].astype(np.float64)
            if 0 < missing.mean() < 1:
                self.holes.append(column)
            if len(known) == 0 or np.ptp(known) == 0:
                continue
            self.columns.append(column)
            knots = np.unique(np.quantile(known, np.linspace(0, 1, KNOTS)))
            ordered = np.sort(known)
            below = np.searchsorted(ordered, knots, "left")
            up_to = np.searchsorted(ordered, knots, "right")
            self.knots.append(knots)
            self.ranks.append((below + up_to) / (2 * len(ordered)))
            logs = signed_log(known)
            self.size.append((float(logs.mean()), float(max(logs.std(), 1e-6))))

    def __call__(self, values: np.ndarray) -> np.ndarray:
        width = 2 * len(self.columns) + len(self.holes)
        out = np.zeros((len(values), width), np.float32)
        for place, column in enumerate(self.columns):
            column_values = values[:, column]
            missing = np.isnan(column_values)
            rank = np.interp(column_values, self.knots[place], self.ranks[place])
            mean, deviation = self.size[place]
            size = np.clip((signed_log(column_values) - mean) / deviation, -6, 6)
            # Scaled to the variance of a standardised column.
            out[:, 2 * place] = np.where(missing, 0, (rank - 0.5) * np.sqrt(12))
            out[:, 2 * place + 1] = np.where(missing, 0, size)
        for place, column in enumerate(self.holes):
            out[:, 2 * len(self.columns) + place] = np.isnan(values[:, column])
        return out


def signed_log(values: np.ndarray) -> np.ndarray:
    return np.sign(values) * np.log1p(np.abs(values))


def logistic(rows: Rows, strength: float) -> Margin:
    honest = max(int((rows.label == 0).sum()), 1)
    rows = model.fewer_honest(rows, min(1.0, LOGISTIC_ROWS / honest))
    spread = Spread(rows.values)
    # Newton's method is fast for a few hundred columns and converges fully.
    fitted = LogisticRegression(C=strength, solver="newton-cholesky", max_iter=50, tol=1e-6)
    known = spread(rows.values).astype(np.float64)
    fitted.fit(known, rows.label, rows.weight / rows.weight.mean())
    coefficients = fitted.coef_[0].astype(np.float64)
    intercept = float(fitted.intercept_[0])
    return in_blocks(lambda values: spread(values) @ coefficients + intercept)


def best_strength(rows: Rows) -> float:
    return best(rows, STRENGTHS, logistic)


# --- Isolation forest -----------------------------------------------------------------------------

SAMPLES = (256, 4096)


def isolation_forest(rows: Rows, samples: int) -> Margin:
    """Finds outliers without using labels. Missing values are replaced by the median."""
    middle = np.zeros(rows.values.shape[1], np.float32)
    for column in range(rows.values.shape[1]):
        known = rows.values[:, column]
        known = known[~np.isnan(known)]
        middle[column] = np.median(known) if len(known) else 0
    random = np.random.default_rng(SEED)
    chance = rows.weight / rows.weight.sum()
    some = np.sort(random.choice(len(chance), min(60_000, len(chance)), p=chance))
    forest = IsolationForest(
        n_estimators=100, max_samples=min(samples, len(some)), random_state=SEED, n_jobs=2
    )
    filled = rows.values[some]
    forest.fit(np.where(np.isnan(filled), middle, filled))
    return in_blocks(
        lambda values: -forest.score_samples(np.where(np.isnan(values), middle, values))
    )


def best_samples(rows: Rows) -> int:
    return best(rows, SAMPLES, isolation_forest)


# --- Boosted trees on the request -----------------------------------------------------------------


def on_request(rows: Rows, names: list[str], without: frozenset[str]) -> Margin:
    """The same algorithm as the model, trained on the features of the booking request only."""
    places = [rows.names.index(name) for name in names]
    booster = model.train(replace(rows, names=names, values=rows.values[:, places]), without)
    return lambda values: booster.predict(values[:, places], raw_score=True, num_threads=2)


# --- Boosted trees as they come -------------------------------------------------------------------


def plain_trees(rows: Rows) -> Margin:
    """What a data scientist has within an hour: LightGBM's defaults on every exported feature, without
    directions, copies or tuning. A model that does not reach it is not worth its trouble.
    """
    own = rows.where(~rows.dark)
    settings = {"objective": "binary", "seed": SEED, "num_threads": 2, "verbosity": -1}
    same_bytes = {"deterministic": True, "force_row_wise": True}
    data = lightgbm.Dataset(own.values, own.label, weight=own.weight)
    booster = lightgbm.train({**settings, **same_bytes}, data, PLAIN_TREES)
    return lambda values: booster.predict(values, raw_score=True, num_threads=2)


# --- Shared ---------------------------------------------------------------------------------------


def best(rows: Rows, settings: tuple, fit: Callable[[Rows, float], Margin]) -> float:
    """The setting with the highest average precision on the later part of the training rows."""
    border = int(TRIED_FROM * len(rows.label))
    first, then = rows.where(slice(0, border)), rows.where(slice(border, None))
    if min(first.label.sum(), then.label.sum()) == 0:
        return settings[0]
    found = {}
    for setting in settings:
        margin = fit(first, setting)(then.values)
        figures = Ranking(margin, squashed(margin), then.label).figures(then.weight)
        found[setting] = figures["averagePrecision"]
    return max(settings, key=lambda setting: found[setting])


def squashed(margin: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-np.clip(margin, -30, 30)))


def in_blocks(margin: Margin) -> Margin:
    """Evaluates in blocks, to limit the size of intermediate arrays."""

    def all_of(values: np.ndarray) -> np.ndarray:
        starts = range(0, len(values), BLOCK)
        return np.concatenate([margin(values[start : start + BLOCK]) for start in starts])

    return all_of
