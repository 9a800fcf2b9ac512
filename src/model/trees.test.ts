import { expect, test } from "bun:test";
import { fieldNumbers, nodeOf, type OnnxNode } from "./onnx-file.ts";
import { depthMax, treesOf } from "./trees.ts";
import { joined, written, writtenNumber } from "./wire.ts";

const { name, text, floats, ints, texts } = fieldNumbers.attribute;

type Attributes = Record<string, string | readonly (number | string)[]>;

/** A float is a field of four bytes, and every number of the lists named here is one. */
const floatLists = ["nodes_values", "class_weights"];

function node(attributes: Attributes): OnnxNode {
  const { inputs, outputs, type, attributes: attribute, domain } = fieldNumbers.node;
  const list = (of: string, value: number | string) => {
    if (typeof value === "string") return written(texts, value);
    if (!floatLists.includes(of)) return writtenNumber(ints, value);
    return joined([
      Uint8Array.of(floats * 8 + 5),
      new Uint8Array(Float32Array.of(value).buffer.slice(0)),
    ]);
  };
  const encoded = Object.entries(attributes).map(([of, value]) =>
    written(
      attribute,
      joined([
        written(name, of),
        ...(typeof value === "string" ? [written(text, value)] : value.map((one) => list(of, one))),
      ]),
    ),
  );
  const strings = [
    written(inputs, "features"),
    written(outputs, "label"),
    written(outputs, "probabilities"),
    written(type, "TreeEnsembleClassifier"),
    written(domain, "ai.onnx.ml"),
  ];
  return nodeOf(joined([...strings, ...encoded]));
}

/** One tree: its root asks for feature 3, the node on the right for feature 1. */
const tree = {
  nodes_treeids: [0, 0, 0, 0, 0],
  nodes_nodeids: [0, 1, 2, 3, 4],
  nodes_featureids: [3, 0, 1, 0, 0],
  nodes_values: [0.5, 0, 2, 0, 0],
  nodes_modes: ["BRANCH_LEQ", "LEAF", "BRANCH_LEQ", "LEAF", "LEAF"],
  nodes_truenodeids: [1, 0, 3, 0, 0],
  nodes_falsenodeids: [2, 0, 4, 0, 0],
  nodes_missing_value_tracks_true: [1, 0, 0, 0, 0],
  class_treeids: [0, 0, 0],
  class_nodeids: [1, 3, 4],
  class_ids: [1, 1, 1],
  class_weights: [-1, 0.25, 3],
  classlabels_int64s: [0, 1],
  post_transform: "LOGISTIC",
};

test("a tree is read with both sides of each condition", () => {
  expect(treesOf(node(tree))).toEqual([
    {
      feature: 3,
      threshold: 0.5,
      holdsIfMissing: true,
      holds: { weight: -1 },
      fails: {
        feature: 1,
        threshold: 2,
        holdsIfMissing: false,
        holds: { weight: 0.25 },
        fails: { weight: 3 },
      },
    },
  ]);
});

test.each<{ why: string; change: Attributes }>([
  { why: "a circle", change: { nodes_truenodeids: [1, 0, 0, 0, 0] } },
  { why: "a node that is missing", change: { nodes_falsenodeids: [9, 0, 4, 0, 0] } },
  { why: "another comparison", change: { nodes_modes: Array(5).fill("BRANCH_LT") } },
  { why: "another transformation", change: { post_transform: "SOFTMAX" } },
  { why: "three classes", change: { classlabels_int64s: [0, 1, 2] } },
  { why: "weights of another class", change: { class_ids: [1, 0, 1] } },
  { why: "a leaf without weight", change: { class_nodeids: [1, 3, 2] } },
  { why: "an unknown attribute", change: { base_values: [1] } },
])("$why is not read", ({ change }) => {
  expect(treesOf(node({ ...tree, ...change }))).toBeNull();
});

test.each([
  [depthMax, true],
  [depthMax + 1, false],
])("a tree of %p steps is read: %p", (depth, isRead) => {
  const leaves = depth + 1;
  // A chain: each node has a leaf on its left, and the next node on its right.
  const ids = Array.from({ length: 2 * leaves - 1 }, (_, i) => i);
  const isLeaf = (id: number) => id % 2 === 1 || id === ids.length - 1;
  const leafIds = ids.filter(isLeaf);
  const chain = {
    ...tree,
    nodes_treeids: ids.map(() => 0),
    nodes_nodeids: ids,
    nodes_featureids: ids.map(() => 0),
    nodes_values: ids,
    nodes_modes: ids.map((id) => (isLeaf(id) ? "LEAF" : "BRANCH_LEQ")),
    nodes_truenodeids: ids.map((id) => (isLeaf(id) ? 0 : id + 1)),
    nodes_falsenodeids: ids.map((id) => (isLeaf(id) ? 0 : id + 2)),
    nodes_missing_value_tracks_true: ids.map(() => 0),
    class_treeids: leafIds.map(() => 0),
    class_nodeids: leafIds,
    class_ids: leafIds.map(() => 1),
    class_weights: leafIds,
  };
  expect(treesOf(node(chain)) !== null).toBe(isRead);
});
