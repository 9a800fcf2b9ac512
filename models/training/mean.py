"""The mean of several trainings of the same rows: what one learnt by chance, the others did not."""

import numpy as np
from lightgbm import Booster

Node = dict[str, object]


class Mean:
    """The mean of what trees of several trainings say in log-odds, with the methods of a Booster that are used here."""

    def __init__(self, trainings: list[Booster]) -> None:
        self.trainings = trainings

    def predict(
        self,
        values: np.ndarray,
        raw_score: bool = False,
        num_threads: int = 2,
        num_iteration: int | None = None,
    ) -> np.ndarray:
        """The probability of fraud of each row, or its log-odds. @param num_iteration: of each training."""
        log_odds = np.zeros(len(values))
        for one in self.trainings:
            log_odds += one.predict(
                values, raw_score=True, num_threads=num_threads, num_iteration=num_iteration
            )
        log_odds /= len(self.trainings)
        return log_odds if raw_score else 1 / (1 + np.exp(-log_odds))

    def dump_model(self) -> dict[str, list[dict[str, Node]]]:
        """The trees of all trainings, each of which says its share: their sum is the mean."""
        trees = [tree for one in self.trainings for tree in one.dump_model()["tree_info"]]
        return {"tree_info": [{"tree_structure": self.shared(one["tree_structure"])} for one in trees]}

    def shared(self, node: Node) -> Node:
        if "leaf_value" in node:
            return {"leaf_value": node["leaf_value"] / len(self.trainings)}
        return {**node, **{side: self.shared(node[side]) for side in ("left_child", "right_child")}}

    def num_trees(self) -> int:
        return sum(one.num_trees() for one in self.trainings)

    def feature_importance(self, kind: str) -> np.ndarray:
        return np.sum([one.feature_importance(kind) for one in self.trainings], axis=0)


Trees = Booster | Mean


def trainings_of(trees: Trees) -> int:
    return len(trees.trainings) if isinstance(trees, Mean) else 1
