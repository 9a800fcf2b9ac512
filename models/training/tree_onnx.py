"""Writes a LightGBM binary classifier as ONNX such that float32 inputs take exactly the same branches.

General converters round LightGBM's float64 thresholds to the nearest float32. If the result is above
the threshold, an input equal to it goes left instead of right. Rounding down is exact, because no
float32 lies between a number and the largest float32 not above it. Writing the file ourselves also
lets us define where missing values go, and keeps it small.
"""

import numpy as np
from mean import Trees
from onnx import ModelProto, TensorProto, checker, helper

Node = dict[str, object]


def export(booster: Trees, features: list[str], doc: str) -> bytes:
    trees = [tree["tree_structure"] for tree in booster.dump_model()["tree_info"]]
    node = helper.make_node(
        "TreeEnsembleClassifier",
        ["features"],
        ["label", "probabilities"],
        domain="ai.onnx.ml",
        post_transform="LOGISTIC",
        classlabels_int64s=[0, 1],
        **ensemble(trees),
    )
    tensor = helper.make_tensor_value_info
    graph = helper.make_graph(
        [node],
        "booking-risk",
        [tensor("features", TensorProto.FLOAT, [None, len(features)])],
        [
            tensor("label", TensorProto.INT64, [None]),
            tensor("probabilities", TensorProto.FLOAT, [None, 2]),
        ],
    )
    model: ModelProto = helper.make_model(
        graph,
        producer_name="booking-risk",
        doc_string=doc,
        # Supported by the runtime version of the product.
        ir_version=8,
        opset_imports=[helper.make_opsetid("ai.onnx.ml", 3), helper.make_opsetid("", 17)],
    )
    checker.check_model(model)
    return model.SerializeToString(deterministic=True)


def ensemble(trees: list[Node]) -> dict[str, list]:
    columns: dict[str, list] = {
        name: []
        for name in (
            "nodes_treeids nodes_nodeids nodes_featureids nodes_values nodes_modes "
            "nodes_truenodeids nodes_falsenodeids nodes_missing_value_tracks_true "
            "class_treeids class_nodeids class_ids class_weights"
        ).split()
    }
    for tree_id, root in enumerate(trees):
        add_tree(columns, tree_id, root)
    return columns


def add_tree(columns: dict[str, list], tree_id: int, root: Node) -> None:
    nodes = preorder(root)
    ids = {id(node): place for place, node in enumerate(nodes)}
    for place, node in enumerate(nodes):
        leaf = "leaf_value" in node
        columns["nodes_treeids"].append(tree_id)
        columns["nodes_nodeids"].append(place)
        columns["nodes_modes"].append("LEAF" if leaf else "BRANCH_LEQ")
        columns["nodes_featureids"].append(0 if leaf else node["split_feature"])
        columns["nodes_values"].append(0.0 if leaf else floor32(node["threshold"]))
        columns["nodes_truenodeids"].append(0 if leaf else ids[id(node["left_child"])])
        columns["nodes_falsenodeids"].append(0 if leaf else ids[id(node["right_child"])])
        columns["nodes_missing_value_tracks_true"].append(0 if leaf else int(missing_is_left(node)))
        if leaf:
            columns["class_treeids"].append(tree_id)
            columns["class_nodeids"].append(place)
            columns["class_ids"].append(1)
            columns["class_weights"].append(float(np.float32(node["leaf_value"])))


def preorder(node: Node) -> list[Node]:
    if "leaf_value" in node:
        return [node]
    assert node["decision_type"] == "<=", "only numeric splits are written"
    return [node, *preorder(node["left_child"]), *preorder(node["right_child"])]


def missing_is_left(node: Node) -> bool:
    if node["missing_type"] == "NaN":
        return bool(node["default_left"])
    # No missing values in training: LightGBM then treats a missing value as zero.
    return node["threshold"] >= 0


def floor32(threshold: float) -> float:
    with np.errstate(over="ignore"):  # A threshold of 1e308 separates missing values from all others.
        nearest = np.float32(threshold)
    if float(nearest) > threshold:
        nearest = np.nextafter(nearest, np.float32(-np.inf))
    return float(nearest)
