/**
 * Reads the decision trees of a binary classifier from `model.onnx`, as the converters of LightGBM and
 * its like write it: one `TreeEnsembleClassifier`, whose leaves add up to the log of the odds. For
 * anything else there are none, and only the ONNX runtime scores the model.
 */
import { fieldNumbers, type OnnxNode } from "./onnx-file.ts";
import { all, eachField, textOf } from "./wire.ts";

/** A node that asks whether a feature's value is at most its threshold. */
export interface Condition {
  /** The index of the feature in the model's input. */
  feature: number;
  threshold: number;
  /** Whether it holds for a missing value. */
  holdsIfMissing: boolean;
  holds: TreeNode;
  fails: TreeNode;
}

export interface Leaf {
  weight: number;
}

export type TreeNode = Condition | Leaf;

/** Conditions above a leaf. LightGBM's default of 31 leaves has at most 30. */
export const depthMax = 64;

/** The attributes of the operator (ai.onnx.ml 1 to 3), as parallel lists with an entry for each node. */
const nodeLists = {
  tree: "nodes_treeids",
  id: "nodes_nodeids",
  feature: "nodes_featureids",
  threshold: "nodes_values",
  missing: "nodes_missing_value_tracks_true",
  holds: "nodes_truenodeids",
  fails: "nodes_falsenodeids",
} as const;
const leafLists = { tree: "class_treeids", id: "class_nodeids", weight: "class_weights" } as const;
const otherAttributes = ["nodes_modes", "nodes_hitrates", "class_ids", "classlabels_int64s"];
const known = new Set<string>([
  ...Object.values(nodeLists),
  ...Object.values(leafLists),
  ...otherAttributes,
  "post_transform",
]);

/**
 * @returns the roots of the trees, in the model's order; null where the node is anything else, or has a tree
 *   deeper than {@link depthMax}.
 */
export function treesOf({ type, domain, bytes }: OnnxNode): TreeNode[] | null {
  if (type !== "TreeEnsembleClassifier" || domain !== "ai.onnx.ml") return null;
  const encoded = all(bytes, fieldNumbers.node.attributes);
  const attributes = new Map(
    encoded.map((one) => [textOf(one, fieldNumbers.attribute.name), readAttribute(one)]),
  );
  if ([...attributes.keys()].some((name) => !known.has(name))) return null;
  const numbers = (name: string) => attributes.get(name)?.numbers ?? [];
  const isBinary =
    attributes.get("post_transform")?.texts.join() === "LOGISTIC" &&
    numbers("classlabels_int64s").join() === "0,1" &&
    numbers("class_ids").every((id) => id === 1);
  if (!isBinary) return null;
  return readTrees(numbers, attributes.get("nodes_modes")?.texts ?? []);
}

/** The nodes of one tree by their identifiers; they are positions in the lists. */
type Places = Map<number, number>;

function readTrees(
  numbers: (name: string) => readonly number[],
  modes: readonly string[],
): TreeNode[] | null {
  const ids = numbers(nodeLists.id);
  const byTree = new Map<number, Places>();
  for (const [place, tree] of numbers(nodeLists.tree).entries()) {
    const places = byTree.get(tree) ?? new Map<number, number>();
    byTree.set(tree, places.set(ids[place] as number, place));
  }
  const weights = leafWeights(numbers);
  const roots: TreeNode[] = [];
  for (const [name, places] of byTree) {
    const nodeOf = (id: number | undefined, depth: number): TreeNode | null => {
      const place = id === undefined ? undefined : places.get(id);
      // Each node is visited once, so that a circle of nodes ends as well.
      if (place === undefined || !places.delete(id as number) || depth > depthMax) return null;
      if (modes[place] === "LEAF") {
        const weight = weights.get(`${name} ${id}`);
        return weight === undefined ? null : { weight };
      }
      if (modes[place] !== "BRANCH_LEQ") return null;
      const holds = nodeOf(numbers(nodeLists.holds)[place], depth + 1);
      const fails = holds && nodeOf(numbers(nodeLists.fails)[place], depth + 1);
      return holds && fails && { ...conditionAt(place, numbers), holds, fails };
    };
    const [root] = places.keys();
    const tree = nodeOf(root, 0);
    if (!tree) return null;
    roots.push(tree);
  }
  return roots;
}

function conditionAt(place: number, numbers: (name: string) => readonly number[]) {
  return {
    feature: numbers(nodeLists.feature)[place] as number,
    threshold: numbers(nodeLists.threshold)[place] as number,
    holdsIfMissing: numbers(nodeLists.missing)[place] === 1,
  };
}

/** By tree and node. A leaf with two weights has none. */
function leafWeights(numbers: (name: string) => readonly number[]): Map<string, number> {
  const weights = new Map<string, number>();
  const nodes = numbers(leafLists.id);
  for (const [i, tree] of numbers(leafLists.tree).entries()) {
    const name = `${tree} ${nodes[i]}`;
    weights.set(name, weights.has(name) ? Number.NaN : (numbers(leafLists.weight)[i] as number));
  }
  return weights;
}

interface Attribute {
  numbers: number[];
  texts: string[];
}

const utf8 = new TextDecoder();

/** The lists of an AttributeProto: whole numbers, floats or texts. A single text counts as a list. */
function readAttribute(bytes: Uint8Array): Attribute {
  const { text, floats, ints, texts } = fieldNumbers.attribute;
  const read: Attribute = { numbers: [], texts: [] };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  eachField(bytes, ({ number, wire, value, bytes: content, end }) => {
    if (number === ints && wire === 0) read.numbers.push(value);
    else if (number === floats && wire === 5) read.numbers.push(view.getFloat32(end - 4, true));
    else if (number === floats && wire === 2) read.numbers.push(...packedFloats(content));
    else if (number === ints && wire === 2)
      read.numbers.push(Number.NaN); // Packed: not written.
    else if (number === texts || number === text) read.texts.push(utf8.decode(content));
  });
  return read;
}

function packedFloats(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(i * 4, true));
}
