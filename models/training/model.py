"""The model: gradient-boosted trees, and their ONNX counterpart."""

from dataclasses import dataclass, replace

import lightgbm
import numpy as np
import onnxruntime
from feature_constraints import constraints
from errors import InputError
from mean import Mean, Trees
from rows import SEED, Rows

PARITY = 1e-5
BLOCK = 50_000

PARAMETERS = {
    "objective": "binary",
    "learning_rate": 0.06,
    "min_data_in_leaf": 20,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "seed": SEED,
    "deterministic": True,
    "force_row_wise": True,
    "verbosity": -1,
}
# What keeps one training from learning what is chance, besides the known directions. A mean has neither: each training
# learns freely, and what they have in common stays.
ALONE = {
    "min_sum_hessian_in_leaf": 1.0,
    "lambda_l2": 3.0,
    # A leaf of few rows stays near its parent: those of one season's few episodes are no rule.
    "path_smooth": 20,
    "max_bin": 127,
    "monotone_constraints_method": "intermediate",
}
# On fewer rows, threads wait for each other longer than they work. The trees are the same.
ROWS_FOR_THREADS = 50_000
# Of attempts that variants of the trees are compared on: with fewer frauds, chance decides.
COMPARED_FRAUDS = 30
# And trained on: more honest rows only take time.
COMPARED_HONEST = 40_000


@dataclass(frozen=True)
class Settings:
    """How many trees, and how large. The default is that of a simulated season."""

    trees: int = 300
    leaves: int = 24
    # Few per tree, so that redundant signs are all learnt and hiding one of them is not enough.
    features: float = 0.35
    # With other seeds each; the model is their mean.
    trainings: int = 1

    def __str__(self) -> str:
        mean = f"the mean of {self.trainings} trainings of " if self.trainings > 1 else ""
        return f"{mean}{self.trees} trees of {self.leaves} leaves on {self.features:.0%} of the features each"


def train(
    rows: Rows,
    without: frozenset[str] = frozenset(),
    settings: Settings = Settings(),  # noqa: B008
    seed: int = SEED,
) -> Trees:
    """@param without: features whose known direction is ignored; a mean of trainings obeys none."""
    # One fraud counts as one example, whatever share it stands for, in what a leaf must have at least.
    weight = rows.weight / rows.weight[rows.label == 1].mean()
    data = lightgbm.Dataset(rows.values, rows.label, weight=weight, feature_name=rows.names)
    own = {
        "num_leaves": settings.leaves,
        "feature_fraction": settings.features,
        "num_threads": 1 if len(rows.label) < ROWS_FOR_THREADS else 2,
    }
    if settings.trainings == 1:
        directions = {"monotone_constraints": constraints(rows.names, without)}
        parameters = {**PARAMETERS, **ALONE, **own, **directions, "seed": seed}
        return lightgbm.train(parameters, data, settings.trees)
    seeds = range(seed, seed + settings.trainings)
    return Mean([lightgbm.train({**PARAMETERS, **own, "seed": one}, data, settings.trees) for one in seeds])


def compared_on(rows: Rows) -> Rows:
    """The rows that variants of the trees are trained on, to compare them."""
    return fewer_honest(rows, COMPARED_HONEST / max(int((rows.label == 0).sum()), 1))


def fewer_honest(rows: Rows, kept: float) -> Rows:
    """A sample of the honest rows with proportionally higher weights, so probabilities are unbiased."""
    if kept >= 1:
        return rows
    random = np.random.default_rng(SEED)
    chosen = rows.where((rows.label == 1) | (random.random(len(rows.label)) < kept))
    heavier = np.where(chosen.label == 1, chosen.weight, chosen.weight / kept)
    return replace(chosen, weight=heavier)


def session_of(onnx: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(onnx, options, providers=["CPUExecutionProvider"])


def raw_of(session: onnxruntime.InferenceSession, values: np.ndarray) -> np.ndarray:
    blocks = [
        session.run(["probabilities"], {"features": values[start : start + BLOCK]})[0][:, 1]
        for start in range(0, len(values), BLOCK)
    ]
    return np.concatenate(blocks)


def parity(
    booster: Trees, session: onnxruntime.InferenceSession, values: np.ndarray
) -> float:
    """The largest difference between ONNX and LightGBM, including unusual missing values."""
    random = np.random.default_rng(SEED)
    holes = values[:20_000].copy()
    holes[random.random(holes.shape) < 0.3] = np.nan
    empty = np.full((1, holes.shape[1]), np.nan, np.float32)
    worst = 0.0
    for some in (values, holes, empty):
        gap = np.abs(booster.predict(some, num_threads=2) - raw_of(session, some))
        worst = max(worst, float(gap.max()))
    if not worst <= PARITY:
        raise InputError(
            f"ONNX and LightGBM differ by {worst:.2e}, more than {PARITY:.0e}; nothing was written"
        )
    return worst
