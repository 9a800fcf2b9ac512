"""Recall on unseen attacks: all contenders are retrained without one kind of attack at a time.

Only ranks matter, since the threshold is the score of the top 1 % of the honest rows, so nothing is
calibrated. Settings are those tuned on all kinds. To finish within minutes, training uses fewer
honest rows with higher weights; a run with nothing left out shows the cost of that.
"""

from dataclasses import dataclass, replace

import numpy as np
from baselines import Baseline, squashed
from contenders import MODEL
from evaluation import Interval, Ranking, interval, recall_at
from mean import Trees
from model import fewer_honest, train
from out_of_time import Margin
from rows import SEED, Rows

HONEST_LEARNT = 0.2
# The number of honest rows that determine the threshold (1 % are 600).
HONEST_MEASURED = 60_000
RATE = 0.01
# With fewer frauds of other kinds there would be nothing to learn from.
LEAST_FRAUDS = 30
RESAMPLES = 1000

# The contenders trained without each kind; under the empty name, with all kinds.
Trained = dict[str, dict[str, Margin]]


def train_all(learn: Rows, baselines: list[Baseline]) -> Trained:
    thinner = fewer_honest(learn, HONEST_LEARNT)
    once = {one.name: one.fit(thinner) for one in baselines if not one.learns}
    trained: Trained = {}
    for kind in ["", *attacks(learn)]:
        left = thinner
        if kind:
            left = thinner.where(thinner.kind != thinner.kinds.index(kind))
        if left.label.sum() < LEAST_FRAUDS:
            continue
        booster = train(left)
        trained[kind] = {MODEL: margin_of(booster), **once}
        for one in baselines:
            if one.learns:
                trained[kind][one.name] = one.fit(left)
    return trained


def margin_of(booster: Trees) -> Margin:
    return lambda values: booster.predict(values, raw_score=True, num_threads=2)


def attacks(rows: Rows) -> list[str]:
    return [rows.kinds[place] for place in np.unique(rows.kind[rows.fraud])]


@dataclass(frozen=True)
class LeftOut:
    # By attack and contender: the recall; by attack: the number of attempts.
    kinds: dict[str, dict[str, Interval]]
    attempts: dict[str, int]
    # Recall of the model trained on the same sample with the attack included.
    known: dict[str, float]
    mean: dict[str, Interval]
    # By how much the model's mean recall exceeds each baseline's.
    ahead: dict[str, Interval]
    # Average precision of the model trained on the sample with nothing left out.
    sampled_precision: float


def measure(trained: Trained, rows: Rows) -> LeftOut | None:
    """Measured on the rows of a season that are not copies without telemetry."""
    seen = some_of(rows)
    honest = ~seen.fraud
    whole = trained.get("")
    kinds = [kind for kind in trained if kind and kind in attacks(seen)]
    if whole is None or not kinds:
        return None
    names = list(whole)
    found: dict[str, dict[str, np.ndarray]] = {}
    known = {}
    for kind in kinds:
        one = seen.fraud & (seen.kind == seen.kinds.index(kind))
        found[kind] = {name: caught(trained[kind][name], seen, one, honest) for name in names}
        known[kind] = float(caught(whole[MODEL], seen, one, honest).mean())
    drawn = {kind: resampled(seen, kind, found[kind]) for kind in kinds}
    point = {name: np.mean([found[kind][name].mean() for kind in kinds]) for name in names}
    means = {name: np.mean([drawn[kind][name] for kind in kinds], axis=0) for name in names}
    margin = whole[MODEL](seen.values)
    ranking = Ranking(margin, squashed(margin), seen.label)
    return LeftOut(
        kinds={
            kind: {name: interval(float(found[kind][name].mean()), drawn[kind][name]) for name in names}
            for kind in kinds
        },
        attempts={kind: len(found[kind][MODEL]) for kind in kinds},
        known=known,
        mean={name: interval(float(point[name]), means[name]) for name in names},
        ahead={
            name: interval(float(point[MODEL] - point[name]), means[MODEL] - means[name])
            for name in names
            if name != MODEL
        },
        sampled_precision=ranking.figures(seen.weight)["averagePrecision"],
    )


def some_of(rows: Rows) -> Rows:
    """All fraud and a sample of the honest rows with higher weights, without copies."""
    honest = np.nonzero(~rows.fraud & ~rows.dark)[0]
    times = max(1.0, len(honest) / HONEST_MEASURED)
    if times > 1:
        honest = np.random.default_rng(SEED).choice(honest, HONEST_MEASURED, replace=False)
    chosen = np.sort(np.concatenate([np.nonzero(rows.fraud & ~rows.dark)[0], honest]))
    some = rows.where(chosen)
    return replace(some, weight=np.where(some.fraud, some.weight, some.weight * times))


def caught(margin: Margin, rows: Rows, sought: np.ndarray, honest: np.ndarray) -> np.ndarray:
    return recall_at(
        margin(rows.values[sought]), margin(rows.values[honest]), rows.weight[honest], RATE
    )


def resampled(rows: Rows, kind: str, found: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Recall on a kind under resamples of its episodes, the same for every contender."""
    one = rows.fraud & (rows.kind == rows.kinds.index(kind))
    _, group = np.unique(rows.episode[one], return_inverse=True)
    count = int(group.max()) + 1
    random = np.random.default_rng(20190222)
    times = random.multinomial(count, np.full(count, 1 / count), RESAMPLES)
    attempts = times @ np.bincount(group, minlength=count)
    return {
        name: times @ np.bincount(group, caught_, count) / attempts
        for name, caught_ in found.items()
    }
