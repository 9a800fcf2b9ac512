/**
 * Which shapes in a model depend on a row's values. The time and memory of an operator are those of its
 * shapes, and the check sees those of its own rows only: where a shape is computed from the features, one
 * booking can take a second and a gigabyte that no row of the check took.
 *
 * A value is constant if it is stored in the file, if it is a shape, or if it is computed from constants. As
 * long as all shapes are made of constants, they depend on the number of rows and on nothing else.
 */
import { BundleUnsafe, oneLine } from "./bundle-refused.ts";
import { isRuntimeDomain, type OnnxFile, type OnnxFunction, type OnnxNode } from "./onnx-file.ts";

const axes = [1];
/** By operator of ONNX's own, the places of the inputs that its output's shape is made of. */
const shapeInputs: Readonly<Record<string, readonly number[]>> = {
  ConstantOfShape: [0],
  Expand: [1],
  OneHot: [1],
  Pad: [1, 3],
  Reshape: [1],
  Slice: [1, 2, 3, 4],
  Split: [1],
  Tile: [1],
  TopK: [1],
  Squeeze: axes,
  Unsqueeze: axes,
  ReduceL1: axes,
  ReduceL2: axes,
  ReduceLogSum: axes,
  ReduceLogSumExp: axes,
  ReduceMax: axes,
  ReduceMean: axes,
  ReduceMin: axes,
  ReduceProd: axes,
  ReduceSum: axes,
  ReduceSumSquare: axes,
};

const givesShape: ReadonlySet<string> = new Set(["Shape", "Size"]);

/** @throws BundleUnsafe where the shape of a value is computed from the features. */
export function assertConstantShapes({
  nodes,
  constants,
  functions,
}: Pick<OnnxFile, "nodes" | "constants" | "functions">): void {
  const own = Map.groupBy(functions, ({ domain, name }) => `${domain} ${name}`);
  /** By function and which of its inputs are constant: which of its outputs are. */
  const known = new Map<string, boolean[]>();

  /** Adds to `constant` the names of what is constant of the nodes' outputs. */
  function walk(of: readonly OnnxNode[], constant: Set<string>): void {
    for (const node of of) {
      const given = node.inputs.map((name) => name === "" || constant.has(name));
      const called = isRuntimeDomain(node.domain)
        ? undefined
        : own.get(`${node.domain} ${node.type}`);
      const found = called ? outputsOf(called, given) : outputsOfOperator(node, given);
      for (const [i, name] of node.outputs.entries()) if (found[i]) constant.add(name);
    }
  }

  /** Of functions with one name, which differ in what they overload. */
  function outputsOf(called: readonly OnnxFunction[], given: readonly boolean[]): boolean[] {
    const each = called.map((one) => outputsOfFunction(one, given));
    return each.reduce((all, one) => all.map((isConstant, i) => isConstant && one[i] === true));
  }

  function outputsOfFunction(one: OnnxFunction, given: readonly boolean[]): boolean[] {
    const call = `${functions.indexOf(one)} ${given.map(Number).join("")}`;
    const before = known.get(call);
    if (before) return before;
    known.set(call, []); // Of one that calls itself, which the runtime refuses, nothing is constant.
    const constant = new Set(one.inputs.filter((_, i) => given[i] ?? true));
    walk(one.nodes, constant);
    const found = one.outputs.map((name) => constant.has(name));
    known.set(call, found);
    return found;
  }

  walk(nodes, new Set(constants));
}

function outputsOfOperator(node: OnnxNode, given: readonly boolean[]): boolean[] {
  const isOwn = node.domain === "" || node.domain === "ai.onnx";
  const places = isOwn && Object.hasOwn(shapeInputs, node.type) ? shapeInputs[node.type]! : [];
  if (places.some((place) => given[place] === false)) {
    throw new BundleUnsafe(
      `the operator ${oneLine(node.type)} gets a shape that is computed from the features, so that its time ` +
        "and memory differ from row to row; export the model with fixed shapes",
    );
  }
  const isConstant = given.every(Boolean) || (isOwn && givesShape.has(node.type));
  return node.outputs.map(() => isConstant);
}
