"""How well simulated hands and each collection of real ones can be told apart, and how well the
collections can: AUC in five folds by person.

Reads {"groups": {group: [feature]}, "rows": [{person, set, features}]} from the standard input.
"""

import json
import sys
from itertools import combinations

import lightgbm
import numpy as np
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

FOLDS = 5
PARAMETERS = {"objective": "binary", "num_leaves": 15, "min_child_samples": 20, "verbose": -1, "seed": 1, "num_threads": 1}


def auc(values: np.ndarray, real: np.ndarray, people: np.ndarray) -> float:
    found = np.zeros(len(real))
    for train, test in GroupKFold(FOLDS).split(values, real, people):
        # Both sides weigh the same, however many rows they have.
        weight = np.where(real[train], 0.5 / real[train].mean(), 0.5 / (1 - real[train].mean()))
        data = lightgbm.Dataset(values[train], real[train], weight=weight)
        found[test] = lightgbm.train(PARAMETERS, data, num_boost_round=150).predict(values[test])
    return float(roc_auc_score(real, found))


def compare(rows: list, one: str, other: str, features: list[str]) -> None:
    both = [row for row in rows if row["set"] in (one, other)]
    values = np.array([[row["features"][name] for name in features] for row in both], dtype=float)
    real = np.array([row["set"] == one for row in both])
    people = np.array([row["person"] for row in both])
    print(f"AUC of {other} against {one}: {auc(values, real, people):.3f}")
    for place, name in enumerate(features):
        print(f"    {name} alone {auc(values[:, [place]], real, people):.3f}")


given = json.load(sys.stdin)
for features in given["groups"].values():
    having = [row for row in given["rows"] if row["features"][features[0]] is not None]
    for one, other in combinations(sorted({row["set"] for row in having}), 2):
        compare(having, one, other, features)
