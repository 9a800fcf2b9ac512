import { describe, expect, test } from "bun:test";
import {
  FLOAT,
  floats,
  INT64,
  int,
  integers,
  model,
  node,
  ownFunction,
  type Parts,
} from "../../test/fixtures/models/build.ts";
import { readOnnxFile } from "./onnx-file.ts";
import { assertConstantShapes } from "./shape-inputs.ts";

/** A file of these nodes, from "features" to "y"; "vector" and "weights" are stored. */
function check(nodes: Uint8Array[], parts: Partial<Parts> = {}): void {
  const file = model({
    nodes,
    inputs: [{ name: "features", shape: ["N", 2] }],
    outputs: [{ name: "y", shape: ["N", 1] }],
    initializers: [integers("vector", [1], [1n]), floats("weights", [2, 1], [1, 1])],
    ...parts,
  });
  assertConstantShapes(readOnnxFile(file));
}

const computed = (type: string) =>
  `the operator ${type} gets a shape that is computed from the features`;
const cast = (from: string, to: string) => node("Cast", [from], [to], [int("to", INT64)]);

/** Each operator with the places of its shapes, as the operator's specification has them. */
const operators: [type: string, inputs: number, places: number[]][] = [
  ["ConstantOfShape", 1, [0]],
  ["Expand", 2, [1]],
  ["OneHot", 3, [1]],
  ["Pad", 4, [1, 3]],
  ["Reshape", 2, [1]],
  ["Slice", 5, [1, 2, 3, 4]],
  ["Split", 2, [1]],
  ["Tile", 2, [1]],
  ["TopK", 2, [1]],
  ["Squeeze", 2, [1]],
  ["Unsqueeze", 2, [1]],
  ["ReduceSum", 2, [1]],
  ["ReduceMax", 2, [1]],
];

describe.each(operators)("%s", (type, inputs, places) => {
  const given = (place: number, name: string, others: string) =>
    Array.from({ length: inputs }, (_, i) => (i === place ? name : others));

  test.each(places)("is refused where input %i is computed from the features", (place) => {
    const nodes = [cast("features", "seen"), node(type, given(place, "seen", "vector"), ["y"])];
    expect(() => check(nodes)).toThrow(computed(type));
  });

  test("passes where its shapes are stored, computed from stored values, or shapes", () => {
    const from = (name: string) =>
      node(
        type,
        Array.from({ length: inputs }, (_, i) => (places.includes(i) ? name : "features")),
        ["y"],
      );
    check([from("vector")]);
    check([node("Mul", ["vector", "vector"], ["stored"]), from("stored")]);
    check([
      node("Shape", ["features"], ["shape"]),
      node("Gather", ["shape", "vector"], ["rows"]),
      from("rows"),
    ]);
  });
});

test("a shape that is joined from a stored part and a computed one is refused", () => {
  const nodes = [
    cast("features", "seen"),
    node("Concat", ["vector", "seen"], ["shape"], [int("axis", 0)]),
    node("Expand", ["features", "shape"], ["y"]),
  ];
  expect(() => check(nodes)).toThrow(computed("Expand"));
});

test("a shape is constant, whatever it is the shape of", () => {
  check([
    node("MatMul", ["features", "weights"], ["logit"]),
    node("Shape", ["logit"], ["shape"]),
    node("ConstantOfShape", ["shape"], ["y"]),
  ]);
});

test("a computed shape is refused inside a function of the file, and where one has computed it", () => {
  const opsets: Parts["opsets"] = [
    ["", 17],
    ["own", 1],
  ];
  const block = ownFunction("own", "Block", [node("ConstantOfShape", ["x"], ["y"])]);
  const same = ownFunction("own", "Same", [node("Identity", ["x"], ["y"])]);
  const call = (name: string, from: string, to: string) => node(name, [from], [to], [], "own");
  const parts = { functions: [block, same], opsets };
  check([call("Block", "vector", "y")], parts);
  check([call("Same", "vector", "shape"), node("ConstantOfShape", ["shape"], ["y"])], parts);
  expect(() => check([cast("features", "seen"), call("Block", "seen", "y")], parts)).toThrow(
    computed("ConstantOfShape"),
  );
  const through = [call("Same", "features", "shape"), node("ConstantOfShape", ["shape"], ["y"])];
  expect(() => check(through, parts)).toThrow(computed("ConstantOfShape"));
});

test("a function with the name of an operator does not hide it", () => {
  const named = ownFunction("", "Expand", [node("Identity", ["x"], ["y"])]);
  const nodes = [cast("features", "seen"), node("Expand", ["features", "seen"], ["y"])];
  expect(() => check(nodes, { functions: [named] })).toThrow(computed("Expand"));
});

test("a function that calls itself has no constant output", () => {
  const again = ownFunction("own", "Again", [node("Again", ["x"], ["y"], [], "own")]);
  const nodes = [
    node("Again", ["vector"], ["shape"], [], "own"),
    node("Expand", ["features", "shape"], ["y"]),
  ];
  expect(() => check(nodes, { functions: [again] })).toThrow(computed("Expand"));
});

test("a value that is not stored is computed, whatever its type", () => {
  const inputs = [
    { name: "features", element: FLOAT, shape: ["N", 2] },
    { name: "size", element: INT64, shape: [1] },
  ];
  expect(() => check([node("Expand", ["features", "size"], ["y"])], { inputs })).toThrow(
    computed("Expand"),
  );
});
