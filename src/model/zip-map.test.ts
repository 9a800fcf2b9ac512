import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { model, node } from "../../test/fixtures/models/build.ts";
import { readOnnxFile } from "./onnx-file.ts";
import { all, fields } from "./wire.ts";
import { withoutZipMap } from "./zip-map.ts";

const toolkits = join(import.meta.dir, "../../test/fixtures/models/toolkits");
const graphField = 7;
const outputField = 12;

function rewrite(file: Uint8Array, output: string) {
  return withoutZipMap(file, readOnnxFile(file), output);
}

test("only the ZipMap and its output are changed", () => {
  const file = new Uint8Array(readFileSync(join(toolkits, "catboost/model.onnx")));
  const made = rewrite(file, "probabilities")!;
  expect(made).toMatchObject({ tensor: "probability_tensor", classes: [0, 1] });
  const [before, after] = [file, made.file].map((bytes) => {
    const [graph] = all(bytes, graphField);
    const around = [...fields(bytes)].filter(({ number }) => number !== graphField);
    const inside = [...fields(graph!)].filter(({ number }) => number !== outputField);
    return [around, inside].map((list) =>
      list.map(({ number, bytes: held }) => `${number} ${Buffer.from(held).toString("hex")}`),
    );
  });
  expect(after![0]).toEqual(before![0]!);
  const gone = before![1]!.filter((field) => !after![1]!.includes(field));
  expect(after![1]).toEqual(before![1]!.filter((field) => !gone.includes(field)));
  expect(gone.length).toBe(1);
  expect(Buffer.from(gone[0]!.slice(2), "hex").toString("latin1")).toContain("ZipMap");
  expect(readOnnxFile(made.file).outputs).toEqual(["label", "probability_tensor"]);
});

test("text classes are returned in the order of the columns", () => {
  const file = readFileSync(join(toolkits, "sklearn-logistic-regression-texts/model.onnx"));
  expect(rewrite(file, "output_probability")?.classes).toEqual(["fraud", "genuine"]);
});

const value = { name: "x", shape: ["N", 2] };
const zipMap = (output: string) => node("ZipMap", ["p"], [output], [], "ai.onnx.ml");
const softmax = node("Softmax", ["x"], ["p"]);

test("where the tensor is an output already, the map is only removed", () => {
  const outputs = [
    { name: "p", shape: ["N", 2] },
    { name: "maps", sequence: true as const },
  ];
  const file = model({ nodes: [softmax, zipMap("maps")], inputs: [value], outputs });
  expect(readOnnxFile(rewrite(file, "maps")!.file).outputs).toEqual(["p"]);
});

test("nothing is rewritten where removing one ZipMap is not enough", () => {
  const outputs = [{ name: "maps", sequence: true as const }];
  const of = (...nodes: Uint8Array[]) => model({ nodes, inputs: [value], outputs });
  expect(rewrite(of(softmax, zipMap("maps")), "maps")).not.toBeNull();
  expect(rewrite(of(softmax, zipMap("maps")), "p")).toBeNull();
  // Another node reads the maps, two nodes produce them, or the ZipMap has another domain.
  expect(
    rewrite(of(softmax, zipMap("maps"), node("Identity", ["maps"], ["y"])), "maps"),
  ).toBeNull();
  expect(rewrite(of(softmax, zipMap("maps"), zipMap("maps")), "maps")).toBeNull();
  expect(rewrite(of(softmax, node("ZipMap", ["p"], ["maps"])), "maps")).toBeNull();
  // A parser would merge two graphs.
  const file = of(softmax, zipMap("maps"));
  expect(rewrite(Buffer.concat([file, file]), "maps")).toBeNull();
});
