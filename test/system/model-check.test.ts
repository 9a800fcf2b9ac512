/**
 * `model check`: exports of real toolkits pass, a bad bundle is refused with one line, and a hostile
 * one cannot stop the process.
 */
import { describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readBundleFiles } from "../../src/model/bundle-files.ts";
import { BundleRefused } from "../../src/model/bundle-refused.ts";
import type { CheckReport } from "../../src/model/check-report.ts";
import { openChecker } from "../../src/model/checker.ts";
import { sandboxOffered } from "../../src/model/sandbox.ts";
import type { Attempts } from "../../src/model/sandbox-attempts.ts";
import { Installation } from "../fixtures/executable.ts";
import {
  DOUBLE,
  elsewhere,
  FLOAT,
  floats,
  graphAttribute,
  INT64,
  int,
  integers,
  ints,
  model,
  node,
  ownFunction,
  type Parts,
  tensorAttribute,
} from "../fixtures/models/build.ts";
import {
  type AnyManifest,
  answersOf,
  exported,
  type Files,
  filesOf,
  fixtures,
  hash,
  openBundles,
  toolkits,
} from "../fixtures/models/bundles.ts";

const installation = new Installation();
const { folder: testFolder, checker, checkerOf, written, refusalOf } = openBundles(installation);

describe("what real toolkits export", () => {
  const reports = new Map<string, Promise<CheckReport>>();
  const reportOf = (name: string) => {
    const report = reports.get(name) ?? checker.check(join(toolkits, name));
    reports.set(name, report);
    return report;
  };

  test.each(exported)("%s passes", async (name) => {
    const report = await reportOf(name);
    expect(report).toMatchObject({ ok: true, name, warnings: [] });
    expect(report.sandbox).toEqual(sandboxOffered());
    expect(report.golden.worst).toBeLessThan(1e-5);
    expect(report.timing.batch1).toBeGreaterThan(0);
  });

  test("their scores are their native predictions, within 1e-5", async () => {
    const asked = exported.map((name) => {
      return { rows: join(toolkits, name, "native.json"), folder: join(toolkits, name) };
    });
    const answers = await answersOf(asked);
    const worst = asked.map(({ rows }, i) => {
      const native = JSON.parse(readFileSync(rows, "utf8")) as { probability: number }[];
      expect(answers[i]!.length).toBe(200);
      return Math.max(...native.map((row, at) => Math.abs(row.probability - answers[i]![at]!)));
    });
    expect(Math.max(...worst)).toBeLessThan(1e-5);
  });

  test("a ZipMap is dropped, and the report says so", async () => {
    const said = await Promise.all(exported.map(async (name) => (await reportOf(name)).rewritten));
    expect(Object.fromEntries(exported.map((name, i) => [name, said[i]]))).toEqual({
      catboost: dropped("probabilities", "probability_tensor", "column 1 is its class 1"),
      lightgbm: dropped("probabilities", "lgbmprobabilities", "column 1 is its class 1"),
      "pytorch-perceptron-double": null,
      "pytorch-perceptron-logit": null,
      "pytorch-perceptron-probability": null,
      "sklearn-gradient-boosting": dropped(
        ...(["output_probability", "proba_output", "column 1 is its class 1"] as const),
      ),
      "sklearn-hist-gradient-boosting": null,
      "sklearn-logistic-regression": null,
      "sklearn-logistic-regression-columns": null,
      "sklearn-logistic-regression-texts": dropped(
        ...(["output_probability", "probabilities", "column 0 is its class fraud"] as const),
      ),
      "sklearn-random-forest": dropped(
        ...(["output_probability", "probabilities", "column 1 is its class 1"] as const),
      ),
      xgboost: null,
    });
  });
});

function dropped(output: string, tensor: string, column: string): string {
  return `the ZipMap that made ${output} is dropped, and its tensor ${tensor} is read; ${column}`;
}

describe("the command", () => {
  test("prints what it found", async () => {
    const { status, out, error } = await installation.run(
      "model",
      "check",
      join(toolkits, "lightgbm"),
    );
    expect({ status, error }).toEqual({ status: 0, error: "" });
    expect(out).toStartWith("lightgbm@1.0.0 can be used.\n");
    expect(out).toContain("rewritten    the ZipMap that made probabilities is dropped");
    expect(out).toMatch(/time {9}[\d.]+ µs a row alone/);
    const { systemCalls, files } = sandboxOffered();
    const by = [...(systemCalls ? ["seccomp"] : []), ...(files ? ["Landlock"] : [])];
    const said = by.length > 0 ? by.join(" and ") : "none: this system offers neither";
    expect(out).toContain(`sandbox      ${said}`);
    const { out: doctor } = await installation.run("doctor");
    expect(doctor).toMatch(new RegExp(`sandbox +model checks: ${said}`));
  });

  test("with --json prints the report", async () => {
    const report = await installation.json<CheckReport>(
      "model",
      "check",
      join(toolkits, "xgboost"),
    );
    expect(report).toMatchObject({ ok: true, name: "xgboost", sandbox: sandboxOffered() });
  });

  test("refuses with status 1 and one line; with --json also as an object", async () => {
    const folder = join(toolkits, "refused-random-forest-texts");
    const line = await refusalOf(folder);
    const plain = await installation.run("model", "check", folder);
    expect(plain).toEqual({ status: 1, out: "", error: `booking-risk: ${line}\n` });
    const asJson = await installation.run("model", "check", folder, "--json");
    expect(asJson.status).toBe(1);
    expect(JSON.parse(asJson.out)).toEqual({ ok: false, refused: line });
  });

  test("wants a folder", async () => {
    expect((await installation.run("model", "check")).status).toBe(2);
  });
});

// ---------------------------------------------------------------------------------------------
// The table of bad bundles.

const two = ["lead_time_days", "nights"];
const features = { name: "features", shape: ["N", 2] };
const probability = { name: "probability", shape: ["N", 1] };

/** Bundles around a model of two features; a golden row that it answers with 0.5 where it can. */
function small(parts: Partial<Parts> & { nodes: Uint8Array[] }, manifest: AnyManifest = {}): Files {
  return {
    model: model({ inputs: [features], outputs: [probability], ...parts }),
    manifest: {
      schema: 1,
      name: "small",
      version: "1.0.0",
      createdAt: "2026-11-21T00:00:00Z",
      input: { name: "features", features: two },
      output: { name: "probability", column: 0, kind: "probability" },
      calibration: { kind: "none" },
      golden: [{ features: [0, 0], probability: 0.5 }],
      ...manifest,
    },
  };
}

/** weights · features + 0 → "logit", [N, 1] */
const linear = (output = "logit") => node("MatMul", ["features", "weights"], [output]);
const weights = floats("weights", [2, 1], [0.1, 0.2]);
const sigmoid = node("Sigmoid", ["logit"], ["probability"]);
const zeroForMissing = [
  node("IsNaN", ["features"], ["missing"]),
  node("Where", ["missing", "zero", "features"], ["known"]),
  node("MatMul", ["known", "weights"], ["logit"]),
];
const zero = floats("zero", [1], [0]);
/** What passes, but for what a case changes. */
const sound = () => small({ nodes: [...zeroForMissing, sigmoid], initializers: [weights, zero] });

const xgboost = () => filesOf(join(toolkits, "xgboost"));
const lightgbm = () => filesOf(join(toolkits, "lightgbm"));

/** The xgboost bundle whose columns have other names. */
function renamed(change: (names: readonly string[]) => string[]): Files {
  const files = xgboost();
  const { input } = files.manifest as { input: { features: string[] } };
  input.features = change(input.features);
  return files;
}

function swapped(names: readonly string[], one: string, other: string): string[] {
  return names.map((name) => (name === one ? other : name === other ? one : name));
}

/** The xgboost bundle with one member of its manifest changed, by its path. */
function changed(path: string, value: unknown, of = xgboost): () => Files {
  return () => {
    const files = of();
    const keys = path.split(".");
    const last = keys.pop()!;
    const parent = keys.reduce((inner: AnyManifest, key) => inner[key], files.manifest);
    if (value === undefined) delete parent[last];
    else parent[last] = value;
    return files;
  };
}

const bytesOf =
  (change: (model: Uint8Array) => Uint8Array, of = xgboost) =>
  () => {
    const files = of();
    const bytes = change(files.model);
    return { model: bytes, manifest: { ...files.manifest, sha256: hash(bytes) } };
  };

const evidence = (...bins: [probability: number, attempts: number, frauds: number][]) =>
  changed("calibrationEvidence", {
    bins: bins.map(([probability, attempts, frauds]) => ({ probability, attempts, frauds })),
  });

const huge = (shape: bigint[]) =>
  small({
    nodes: [
      node("ConstantOfShape", ["shape"], ["block"]),
      node("ReduceSum", ["block"], ["nothing"], [int("keepdims", 0)]),
      ...zeroForMissing,
      node("Add", ["logit", "nothing"], ["more"]),
      node("Sigmoid", ["more"], ["probability"]),
    ],
    initializers: [weights, zero, integers("shape", [shape.length], shape)],
  });

/** As many turns as a number says, each of them next to nothing. */
const loop = (turns: bigint) =>
  small({
    nodes: [
      ...zeroForMissing,
      node(
        "Loop",
        ["turns", "", "logit"],
        ["result"],
        [
          graphAttribute("body", {
            nodes: [node("Identity", ["go"], ["stay"]), node("Identity", ["x"], ["y"])],
            inputs: [
              { name: "turn", element: INT64, shape: [] },
              { name: "go", element: 9, shape: [] },
              { name: "x", shape: ["N", 1] },
            ],
            outputs: [
              { name: "stay", element: 9, shape: [] },
              { name: "y", shape: ["N", 1] },
            ],
          }),
        ],
      ),
      node("Sigmoid", ["result"], ["probability"]),
    ],
    initializers: [weights, zero, integers("turns", [], [turns])],
  });

const notForTables =
  "which is not one of those for models of a table; " +
  "export it without loops, random numbers and the runtime's own operators";
/** Through a function that the file defines itself. */
const withFunction = (domain: string, nodes: Uint8Array[], name = "Own") =>
  small({
    nodes: [node(name, ["features"], ["probability"], [], domain)],
    functions: [ownFunction(domain, name, nodes)],
    opsets: [["", 17], ...(domain ? ([[domain, 1]] as [string, number][]) : [])],
  });

/** Thousands of layers, each of which takes some microseconds. */
const slow = () => {
  const width = 256;
  const layers = Array.from({ length: 4000 }, (_, i) =>
    node("MatMul", [i === 0 ? "wide" : `layer${i - 1}`, "square"], [`layer${i}`]),
  );
  return small({
    nodes: [
      ...zeroForMissing,
      node("MatMul", ["logit", "widening"], ["wide"]),
      ...layers,
      node("ReduceSum", ["layer3999", "last"], ["sum"], [int("keepdims", 1)]),
      node("Sigmoid", ["sum"], ["probability"]),
    ],
    initializers: [
      weights,
      zero,
      floats("widening", [1, width], new Array(width).fill(0)),
      floats("square", [width, width], new Array(width * width).fill(0)),
      integers("last", [1], [1n]),
    ],
  });
};

/** A block of as many numbers as the largest feature says, a million for each. */
const blockOfFeature = () =>
  small({
    nodes: [
      ...zeroForMissing,
      node("ReduceMax", ["known"], ["most"], [int("keepdims", 0)]),
      node("Mul", ["most", "million"], ["size"]),
      node("Cast", ["size"], ["whole"], [int("to", INT64)]),
      node("Reshape", ["whole", "vector"], ["shape"]),
      node("ConstantOfShape", ["shape"], ["block"]),
      node("ReduceSum", ["block"], ["nothing"], [int("keepdims", 0)]),
      node("Add", ["logit", "nothing"], ["more"]),
      node("Sigmoid", ["more"], ["probability"]),
    ],
    initializers: [weights, zero, floats("million", [], [1e6]), integers("vector", [1], [1n])],
  });

/**
 * Quick for the golden row, whose lead time is 0, and slow for a long one: the remainder of a number that is
 * 10^600 times the other is computed a few bits at a time.
 */
const slowForSome = () => {
  const toDouble = (from: string, to: string) => node("Cast", [from], [to], [int("to", DOUBLE)]);
  return small({
    nodes: [
      ...zeroForMissing,
      toDouble("ten", "base"),
      toDouble("exponent", "up"),
      node("Neg", ["up"], ["down"]),
      node("Pow", ["base", "up"], ["large"]),
      node("Pow", ["base", "down"], ["tiny"]),
      node("ReduceMax", ["known"], ["most"], [int("keepdims", 0)]),
      node("Clip", ["most", "none", "ten"], ["clipped"]),
      toDouble("clipped", "days"),
      node("Mul", ["days", "large"], ["one"]),
      node("Expand", ["one", "count"], ["block"]),
      node("Mod", ["block", "tiny"], ["remainders"], [int("fmod", 1)]),
      node("ReduceSum", ["remainders"], ["sum"], [int("keepdims", 0)]),
      node("Cast", ["sum"], ["nothing"], [int("to", FLOAT)]),
      node("Add", ["logit", "nothing"], ["more"]),
      node("Sigmoid", ["more"], ["probability"]),
    ],
    initializers: [
      weights,
      zero,
      floats("none", [], [0]),
      floats("ten", [], [10]),
      floats("exponent", [], [300]),
      integers("count", [1], [20_000n]),
    ],
  });
};

const fixIt = "; fix it there";
const wholeAgain = "; copy it again from where it was exported";
const asTensor = "; export the model so that its probabilities are a tensor (zipmap=False)";
const oneFile =
  "; save it as one file (onnx.save with save_as_external_data=False, torch.onnx.export with external_data=False)";
const imputeAndClip =
  "; a missing value reaches it as NaN, and no value is ruled out: impute and clip inside the model";
const invalid = (fault: string) => `manifest.json is not valid at ${fault}${fixIt}`;

type Case = [name: string, make: () => Files | string, line: string | RegExp];

const table: Case[] = [
  // The folder.
  [
    "no such folder",
    () => join(testFolder, "nowhere"),
    "the folder does not exist; name the one that contains model.onnx and manifest.json",
  ],
  [
    "an empty folder",
    () => emptied("empty"),
    /^the folder does not contain manifest\.json; a bundle is/,
  ],
  [
    "no model",
    () => emptied("no model", "model.onnx"),
    "the folder does not contain model.onnx; a bundle is model.onnx and manifest.json",
  ],
  [
    "a folder as model",
    () => folderAsModel(),
    /^the folder does not contain model\.onnx; a bundle is/,
  ],
  [
    "a link out of the folder",
    () => linked("link"),
    "model.onnx is a link that leaves the folder; put the file itself there",
  ],
  ["a pipe as manifest", () => piped(), /^the folder does not contain manifest\.json; a bundle is/],

  // The manifest.
  [
    "a manifest that is not JSON",
    () => withManifest("no json", "{"),
    "manifest.json is not JSON in UTF-8; write it again with a JSON library",
  ],
  [
    "a manifest that is not UTF-8",
    () => withManifest("latin", Uint8Array.of(34, 255, 34)),
    /not JSON in UTF-8/,
  ],
  [
    "a list as manifest",
    changed("schema", 1, () => ({ ...xgboost(), manifest: [] })),
    invalid("/: Expected object"),
  ],
  ["another schema", changed("schema", 2), invalid("/schema: Expected 1")],
  ["an unknown member", changed("calibratoin", {}), invalid("/calibratoin: Unexpected property")],
  ["no version", changed("version", undefined), invalid("/version: Expected required property")],
  [
    "a name that is a path",
    changed("name", "../../etc"),
    /^manifest\.json is not valid at \/name: /,
  ],
  [
    "no golden rows",
    changed("golden", []),
    invalid("/golden: Expected array length to be greater or equal to 1"),
  ],
  [
    "a golden row of another width",
    changed("golden.2.features", [1, 2]),
    invalid("/golden/2/features: the model has 8 features, the row has 2"),
  ],
  [
    "a golden probability over 1",
    changed("golden.0.probability", 1.5),
    /at \/golden\/0\/probability: .* 1; fix/,
  ],
  [
    "a calibration of no kind",
    changed("calibration", {}),
    invalid("/calibration: kind must be none, platt or isotonic"),
  ],
  [
    "half a Platt",
    changed("calibration", { kind: "platt", a: 1 }),
    invalid("/calibration/b: Expected required property"),
  ],
  [
    "an isotonic that falls",
    changed("calibration", { kind: "isotonic", x: [0.1, 0.2], y: [1, 0] }),
    invalid("/calibration/y: it must never fall"),
  ],
  [
    "a budget of nothing",
    changed("budget", { rowMicros: 0 }),
    /at \/budget\/rowMicros: .* greater than 0; fix/,
  ],
  [
    "evidence of nothing",
    changed("calibrationEvidence", {}),
    invalid("/calibrationEvidence: it must have either bins or scores"),
  ],
  [
    "more frauds than attempts",
    evidence([0.1, 5, 6]),
    invalid("/calibrationEvidence/bins/0: more frauds than attempts"),
  ],

  // Features, input, output.
  [
    "an unknown feature",
    changed("input.features.3", "shoe_size"),
    "the model requires 1 features that this version does not compute (shoe_size); train it on the catalogue of this version",
  ],
  [
    "a feature twice",
    changed("input.features.3", "nights"),
    invalid("/input/features: Expected array elements to be unique"),
  ],
  [
    "fewer features than the input has",
    () => {
      const files = xgboost();
      files.manifest.input.features.pop();
      for (const row of files.manifest.golden) row.features.pop();
      return files;
    },
    "input input must be a float tensor [N, 7] with N left open; it is float32 [N, 8]; name as many features as it has, in its order, and export it with a dynamic batch axis",
  ],
  [
    "an input of whole numbers",
    () =>
      small({
        nodes: [
          node("Cast", ["features"], ["x"], [int("to", 1)]),
          node("MatMul", ["x", "weights"], ["logit"]),
          sigmoid,
        ],
        inputs: [{ ...features, element: INT64 }],
        initializers: [weights],
      }),
    /^input features must be a float tensor \[N, 2\] with N left open; it is not a float tensor \[N, 2\]; /,
  ],
  [
    "a fixed number of rows",
    () =>
      small({
        nodes: [linear(), sigmoid],
        inputs: [{ ...features, shape: [1, 2] }],
        initializers: [weights],
      }),
    /it is float32 \[1, 2\]; .* dynamic batch axis$/,
  ],
  [
    "an input for each feature",
    () =>
      small({
        nodes: [
          node("Concat", ["a", "features"], ["x"], [int("axis", 1)]),
          node("MatMul", ["x", "weights"], ["logit"]),
          sigmoid,
        ],
        inputs: [
          { name: "a", shape: ["N", 1] },
          { ...features, shape: ["N", 1] },
        ],
        initializers: [weights],
      }),
    "the model must have one input, features; it has a, features; name it in the manifest, or export the model with all features as one tensor",
  ],
  [
    "another input's name",
    changed("input.name", "X"),
    "the model must have one input, X; it has input; name it in the manifest, or export the model with all features as one tensor",
  ],
  [
    "another output's name",
    changed("output.name", "proba"),
    "the model has no output proba; it has label, probabilities; name one of these in the manifest",
  ],
  [
    "no such column",
    changed("output.column", 2),
    "output probabilities has no column 2; it is float32 [N, 2]; name the column of fraud, counted from 0",
  ],
  [
    "the label as output",
    changed("output.name", "label"),
    `output label is neither a float tensor nor a ZipMap that can be removed${asTensor}`,
  ],
  [
    "a list of tensors",
    () =>
      small({
        nodes: [
          linear(),
          node("Sigmoid", ["logit"], ["p"]),
          node("SequenceConstruct", ["p"], ["probability"]),
        ],
        outputs: [{ name: "probability", sequence: true }],
        initializers: [weights],
      }),
    `output probability is neither a float tensor nor a ZipMap that can be removed${asTensor}`,
  ],
  [
    "a ZipMap that something else needs",
    () =>
      small({
        nodes: [
          linear(),
          node("Sigmoid", ["logit"], ["p"]),
          node("ZipMap", ["p"], ["maps"], [ints("classlabels_int64s", [1])], "ai.onnx.ml"),
          node("SequenceInsert", ["maps", "maps"], ["probability"]),
        ],
        outputs: [{ name: "probability", sequence: true }],
        initializers: [weights],
      }),
    `the model uses the operator SequenceInsert, ${notForTables}`,
  ],

  // The file.
  [
    "another hash",
    changed("sha256", "0".repeat(64)),
    /^model\.onnx has sha256 [0-9a-f]{64}, manifest\.json says 0{64}; copy both again from the same training run$/,
  ],
  [
    "cut short",
    bytesOf((bytes) => bytes.subarray(0, 2000)),
    `model.onnx is not a complete ONNX file (it ends inside a field)${wholeAgain}`,
  ],
  [
    "nothing",
    bytesOf(() => new Uint8Array()),
    `model.onnx is not a complete ONNX file (it contains no graph)${wholeAgain}`,
  ],
  [
    "a page instead",
    bytesOf(() => Buffer.from("<!doctype html><title>404</title>")),
    /^model\.onnx is not a complete ONNX file \(.*\); copy it again/,
  ],
  [
    "a pickle instead",
    bytesOf(() =>
      Buffer.from("\x80\x04\x95\x05\x00\x00\x00\x00\x00\x00\x00\x8c\x01a\x94.", "latin1"),
    ),
    /^model\.onnx is not a complete ONNX file/,
  ],
  [
    "weights in another file",
    () =>
      small({
        nodes: [linear(), sigmoid],
        initializers: [elsewhere("weights", [2, 1], "model.onnx.data")],
      }),
    `model.onnx keeps its weights in another file${oneFile}`,
  ],
  [
    "weights outside the folder",
    () =>
      small({
        nodes: [linear(), sigmoid],
        initializers: [elsewhere("weights", [2, 1], "../../../../etc/passwd")],
      }),
    `model.onnx keeps its weights in a file outside its folder${oneFile}`,
  ],
  [
    "weights at an absolute path, inside a node",
    () =>
      small({
        nodes: [
          node(
            "Constant",
            [],
            ["weights"],
            [tensorAttribute("value", elsewhere("w", [2, 1], "/etc/shadow"))],
          ),
          linear(),
          sigmoid,
        ],
      }),
    `model.onnx keeps its weights in a file outside its folder${oneFile}`,
  ],
  [
    "an unknown operator",
    () => small({ nodes: [node("Divine", ["features"], ["probability"])] }),
    `the model uses the operator Divine, ${notForTables}`,
  ],
  [
    "a loop, however many turns it takes",
    () => loop(1n),
    `the model uses the operator Loop, ${notForTables}`,
  ],
  [
    "a loop inside a function of the file",
    () => withFunction("own", [node("Scan", ["x"], ["y"])]),
    `the model uses the operator Scan, ${notForTables}`,
  ],
  [
    "a function with the name of an operator that is refused",
    () => withFunction("", [node("Identity", ["x"], ["y"])], "Loop"),
    `the model uses the operator Loop, ${notForTables}`,
  ],
  [
    "a shape that is computed from the features",
    blockOfFeature,
    "the operator ConstantOfShape gets a shape that is computed from the features, so that its time and " +
      "memory differ from row to row; export the model with fixed shapes",
  ],
  [
    "random numbers",
    () => small({ nodes: [node("RandomUniformLike", ["features"], ["probability"])] }),
    `the model uses the operator RandomUniformLike, ${notForTables}`,
  ],
  [
    "an operator of the runtime's own",
    () =>
      small({
        nodes: [
          node("FusedMatMul", ["features", "weights"], ["logit"], [], "com.microsoft"),
          sigmoid,
        ],
        initializers: [weights],
        opsets: [
          ["", 17],
          ["com.microsoft", 1],
        ],
      }),
    `the model uses the operator com.microsoft.FusedMatMul, ${notForTables}`,
  ],
  [
    "custom operators",
    () =>
      small({
        nodes: [node("Score", ["features"], ["probability"], [], "com.example")],
        opsets: [
          ["", 17],
          ["com.example", 1],
        ],
      }),
    "the model uses operators of the domain com.example, which the runtime does not have; export it with operators of ai.onnx and ai.onnx.ml only",
  ],
  [
    "an operator not made for float64",
    () =>
      small({
        nodes: [
          node("Imputer", ["features"], ["x"], [ints("imputed_value_int64s", [0])], "ai.onnx.ml"),
          node("Cast", ["x"], ["f"], [int("to", 1)]),
          node("MatMul", ["f", "weights"], ["logit"]),
          sigmoid,
        ],
        inputs: [{ ...features, element: DOUBLE }],
        initializers: [weights],
      }),
    "the runtime does not support the operator Imputer for these types; export the model with float32 as its input, or without this operator",
  ],
  [
    "an operator set of the future",
    () => ({
      ...sound(),
      ...small({ nodes: [linear(), sigmoid], initializers: [weights], opsets: [["", 99]] }),
    }),
    /^the model requires operator set 99 of ai\.onnx, and the runtime has up to \d+; export it with a lower target_opset$/,
  ],
  [
    "a format of the future",
    () => small({ nodes: [linear(), sigmoid], initializers: [weights], ir: 99 }),
    /^the file is of ONNX IR version 99, and the runtime reads up to \d+; export it with an older onnx package, or set ir_version$/,
  ],
  [
    "a graph that goes in a circle",
    () =>
      small({
        nodes: [node("Sigmoid", ["b"], ["a"]), node("Sigmoid", ["a"], ["b"]), linear(), sigmoid],
        initializers: [weights],
      }),
    /^the ONNX runtime does not load model\.onnx: .*; export it again$/,
  ],

  // Its answers.
  [
    "a golden row that differs",
    changed("golden.1.probability", 0.5),
    /^golden row 1 says 0\.5, the runtime returns 0\.\d+; export the model and its golden rows again, and check the calibration$/,
  ],
  [
    "two swapped names of features",
    () => renamed((names) => swapped(names, "email_digit_share", "email_attempts_24h")),
    /^the golden or background rows have values that \d of 8 features cannot have \(.*email_attempts_24h is 0\.\d+, which must be a whole number from 0 to 128.*\); name the features in the order of the model's columns, neither swapped nor sorted, /,
  ],
  [
    "names in alphabetical order",
    () => renamed((names) => names.toSorted()),
    /^the golden or background rows have values that \d of 8 features cannot have \(/,
  ],
  [
    "the other class's column",
    changed("output.column", 0),
    /^golden row 0 says 0\.\d+, the runtime returns 0\.\d+; /,
  ],
  [
    "scikit-learn's forest of two texts",
    () => filesOf(join(toolkits, "refused-random-forest-texts")),
    /^golden row 0 says 0\.\d+, the runtime returns -0\.\d+, which is not a probability; /,
  ],
  [
    "NaN where nothing is known",
    () => small({ nodes: [linear(), sigmoid], initializers: [weights] }),
    `with every feature missing the model returns NaN${imputeAndClip}`,
  ],
  [
    "infinity at the ends of the ranges",
    () =>
      small(
        {
          nodes: [
            ...zeroForMissing,
            node("Mul", ["logit", "logit"], ["l2"]),
            node("Mul", ["l2", "l2"], ["l4"]),
            node("Mul", ["l4", "l4"], ["l8"]),
          ],
          outputs: [{ name: "l8", shape: ["N", 1] }],
          initializers: [weights, zero],
        },
        { output: { name: "l8", column: 0, kind: "logit" } },
      ),
    `with every feature at its least the model returns infinity${imputeAndClip}`,
  ],
  [
    "a logit that is called a probability",
    () =>
      small(
        {
          nodes: zeroForMissing,
          outputs: [{ name: "logit", shape: ["N", 1] }],
          initializers: [weights, zero],
        },
        {
          output: { name: "logit", column: 0, kind: "probability" },
          golden: [{ features: [1, 2], probability: 0.5 }],
        },
      ),
    /^with every feature at its least the model returns -\d+, which is not a probability; name the right output and column, or say "kind": "logit" if it is one$/,
  ],
  [
    "an answer that depends on its company",
    () =>
      small({
        nodes: [
          ...zeroForMissing,
          node("ReduceMean", ["known"], ["mean"], [ints("axes", [0])]),
          node("MatMul", ["mean", "weights"], ["bias"]),
          node("Sub", ["logit", "bias"], ["centred"]),
          node("Sigmoid", ["centred"], ["probability"]),
        ],
        initializers: [weights, zero],
      }),
    /^with every feature missing the model's answer alone and among other rows differs by /,
  ],
  [
    "one answer for all rows together",
    () =>
      small(
        {
          nodes: [
            ...zeroForMissing,
            node("ReduceMean", ["logit"], ["mean"], [ints("axes", [0]), int("keepdims", 1)]),
            node("Sigmoid", ["mean"], ["probability"]),
          ],
          initializers: [weights, zero],
        },
        {
          golden: [
            { features: [0, 0], probability: 0.5 },
            { features: [0, 0], probability: 0.5 },
          ],
        },
      ),
    /^the runtime does not answer the golden rows \(the model returns 2 rows with a tensor of \[1, 1\]\); /,
  ],

  // Its evidence and its costs.
  [
    "twice as sure as it should be",
    evidence([0.1, 5000, 500], [0.4, 5000, 2000], [0.8, 5000, 2000]),
    /^the model is not calibrated: by its own evidence all its attempts were 30\.0 % fraud \(of 15000\), it says 43\.3 %; /,
  ],
  [
    "one bin that is far off",
    evidence([0.01, 50_000, 500], [0.1, 5000, 500], [0.8, 400, 80]),
    "the model is not calibrated: by its own evidence the bin of 80.0 % were 20.0 % fraud (of 400), it says 80.0 %; fit its calibration on attempts that it did not learn from",
  ],
  [
    "scores that do not hold",
    changed("calibrationEvidence", {
      scores: Array.from({ length: 2000 }, (_, i) => ({ probability: 0.5, fraud: i % 10 === 0 })),
    }),
    /^the model is not calibrated: by its own evidence all its attempts were 10\.0 % fraud \(of 2000\), it says 50\.0 %; /,
  ],
  [
    "over its budget of bytes",
    changed("budget", { bytes: 1000 }),
    /^model\.onnx has 4355 bytes, and its budget is 1000; make it smaller, or state another budget\.bytes$/,
  ],
  [
    "over its budget of time",
    changed("budget", { rowMicros: 0.01 }),
    /^the model takes \d+ µs for a row, and its budget is 0\.01; make it smaller, or state another budget\.rowMicros$/,
  ],
  [
    "over the product's budget of time",
    slow,
    /^the model takes \d+ µs for a row, and the product's budget is 2000; make it smaller/,
  ],
  [
    "over the product's budget of time, for some rows only",
    slowForSome,
    /^with .+ the model takes \d+ µs for a row, and the product's budget is 2000; make it smaller/,
  ],
  [
    "more memory than a model may have",
    () => huge([1n << 40n]),
    "the model requires more memory than a model may have; make it smaller",
  ],
];

function emptied(name: string, ...without: string[]): string {
  const folder = join(testFolder, name.replace(" ", "-"));
  mkdirSync(folder, { recursive: true });
  if (without.length === 0) return folder;
  cpSync(join(toolkits, "xgboost"), folder, { recursive: true });
  for (const file of without) rmSync(join(folder, file));
  return folder;
}

function folderAsModel(): string {
  const folder = emptied("folder as model", "model.onnx");
  mkdirSync(join(folder, "model.onnx"));
  return folder;
}

function linked(name: string): string {
  const folder = emptied(name, "model.onnx");
  symlinkSync(join(toolkits, "xgboost/model.onnx"), join(folder, "model.onnx"));
  return folder;
}

function piped(): string {
  const folder = emptied("pipe", "manifest.json");
  expect(Bun.spawnSync(["mkfifo", join(folder, "manifest.json")]).exitCode).toBe(0);
  return folder;
}

function withManifest(name: string, manifest: string | Uint8Array): string {
  const folder = emptied(name, "manifest.json");
  writeFileSync(join(folder, "manifest.json"), manifest);
  return folder;
}

describe("bad bundles", () => {
  test("what they are made from passes", async () => {
    expect((await checker.check(written("sound", sound()))).ok).toBe(true);
    expect((await checker.check(join(toolkits, "lightgbm"))).ok).toBe(true);
    expect(lightgbm().manifest.output.name).toBe("probabilities");
  });

  for (const [name, make, line] of table) {
    test(name, async () => {
      const made = make();
      const said = await refusalOf(typeof made === "string" ? made : written(name, made));
      if (typeof line === "string") expect(said).toBe(line);
      else expect(said).toMatch(line);
      expect(said).not.toMatch(/[\r\n\p{Cc}]/u);
      expect(said).not.toContain(testFolder);
      expect(said.length).toBeLessThan(450);
    });
  }

  test("a link inside the folder is followed, as Kubernetes makes them", async () => {
    const folder = emptied("inside", "model.onnx");
    mkdirSync(join(folder, "..data"));
    cpSync(join(toolkits, "xgboost/model.onnx"), join(folder, "..data/model.onnx"));
    symlinkSync("..data/model.onnx", join(folder, "model.onnx"));
    expect((await checker.check(folder)).name).toBe("xgboost");
  });
});

describe("warnings", () => {
  test("one answer whatever is asked, little evidence, few golden rows", async () => {
    const constant = small({
      nodes: [
        ...zeroForMissing,
        node("Mul", ["logit", "zero"], ["none"]),
        node("Sigmoid", ["none"], ["probability"]),
      ],
      initializers: [weights, zero],
    });
    expect((await checker.check(written("constant", constant))).warnings).toEqual([
      "the model returns 0.5 for every input; was it trained?",
      "the bundle has no calibrationEvidence: nothing shows that its probabilities hold what they say",
      "1 golden rows show little of an altered model; give 20 or more",
      "2 features are constant in all golden rows (lead_time_days, nights); vary them",
    ]);
  });

  test("evidence of few frauds and few bins; a budget over the product's", async () => {
    const files = evidence([0.1, 100, 10])();
    files.manifest.budget = { rowMicros: 5000 };
    expect((await checker.check(written("little", files))).warnings).toEqual([
      "its budget is 5000 µs a row, over the product's 2000",
      "the calibration evidence has 10 frauds, too few to show anything; give at least 30",
      "the calibration evidence has 1 bins, which hides what is inside them; give 10",
    ]);
  });
});

/** A file that altering a real one by chance gave, in that one's bundle. */
const hostile = (name: string, of: string): string =>
  written(name, {
    model: readFileSync(join(fixtures, "hostile", `${name}.onnx`)),
    manifest: { ...filesOf(join(toolkits, of)).manifest, sha256: undefined },
  });

describe("a hostile model ends only the process that looks at it", () => {
  test.if(sandboxOffered().systemCalls)("it is read where nothing else can be done", async () => {
    const { attempts } = await installation.json<{ attempts: Attempts }>(
      "model",
      "checker",
      "--attempts",
    );
    expect(attempts).toEqual({
      openFile: "refused",
      connect: "refused",
      startProgram: "refused",
      signalParent: "refused",
      raiseLimit: "refused",
      otherCalls: "refused",
    });
  });

  test("one that ends the runtime's whole process", async () => {
    const folder = hostile("aborts", "sklearn-logistic-regression-columns");
    expect(await refusalOf(folder)).toBe(
      "the runtime crashed while loading it (SIGABRT); " +
        "export the model again with other versions of its packages",
    );
    expect((await checker.check(join(toolkits, "xgboost"))).ok).toBe(true);
    const { status, out, error } = await installation.run("model", "check", folder);
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(error).toStartWith("booking-risk: the runtime crashed while loading it (SIGABRT); ");
  });

  test("one whose tree goes in a circle", async () => {
    const impatient = checkerOf({ seconds: 2 });
    const folder = hostile("endless", "sklearn-gradient-boosting");
    expect(await refusalOf(folder, impatient)).toBe(
      "the check took over 2 s and was stopped; make the model smaller, and look for loops in it",
    );
  });

  test("one that is stopped, and another process looks at the next one", async () => {
    // The first one finds that it is the first, and takes too long.
    const script = `read line; mkdir first && exec sleep 60; echo '{"refused":"looked at"}'`;
    const impatient = openChecker({
      command: ["sh", "-c", `cd ${testFolder}; ${script}`],
      seconds: 2,
    });
    expect(await refusalOf(join(toolkits, "xgboost"), impatient)).toContain("took over 2 s");
    expect(await refusalOf(join(toolkits, "xgboost"), impatient)).toBe("looked at");
    await impatient.close();
  });

  test("one that takes memory, where the system sets no limit", async () => {
    // A limit below what the process has by itself: the watchdog's own.
    const narrow = checkerOf({ memoryMib: 10 });
    expect(await refusalOf(join(toolkits, "xgboost"), narrow)).toBe(
      "the model took over 10 MiB of memory and was stopped; make it smaller",
    );
  });

  test("one that fills the memory is held by the system's limit", async () => {
    const folder = written("greedy", huge([600n, 1n << 20n]));
    expect(await refusalOf(folder)).toMatch(
      /^the model (requires more|took over 1024 MiB of) memory/,
    );
  });

  test("one that crashes, by whatever signal", async () => {
    for (const signal of ["SEGV", "ABRT", "BUS"]) {
      const command = ["sh", "-c", `read line; kill -${signal} $$`];
      const crashing = openChecker({ command });
      expect(await refusalOf(join(toolkits, "xgboost"), crashing)).toBe(
        `the runtime crashed while loading it (SIG${signal}); ` +
          "export the model again with other versions of its packages",
      );
      await crashing.close();
    }
  });

  test("one that makes the process end before it has read the file", async () => {
    const large = written("large", { model: new Uint8Array(8 << 20), manifest: {} });
    const ending = openChecker({ command: ["sh", "-c", "read line; exit 3"] });
    // An error that nobody handles, of what is still being written, would end this process, too.
    expect(await refusalOf(large, ending)).toContain(
      "the runtime crashed while loading it (exit 3)",
    );
    await ending.close();
  });

  test("one that makes the process end, talk nonsense, or never stop talking", async () => {
    const says = async (script: string) => {
      const one = openChecker({ command: ["sh", "-c", `read line; ${script}`] });
      const error = await one.check(join(toolkits, "xgboost")).catch((thrown: unknown) => thrown);
      await one.close();
      return `${error}`;
    };
    expect(await says("exit 3")).toContain("the runtime crashed while loading it (exit 3)");
    expect(await says(`echo '{"report":{"ok":true}}'`)).toContain("returned an invalid response");
    expect(await says("echo nonsense; sleep 5")).toContain("returned an invalid response");
    expect(await says("exec tr '\\0' x < /dev/zero")).toContain(
      "crashed while loading it (SIGKILL)",
    );
  });
});

describe("whether a model that decided elsewhere can be loaded", () => {
  /** What it is refused with; null where it is not. */
  async function harmOf(folder: string, by = checker): Promise<string | null> {
    const error = await by.assertSafe(await readBundleFiles(folder)).catch((one: unknown) => one);
    if (error === undefined) return null;
    if (error instanceof BundleRefused) return error.message;
    throw error;
  }
  const aborts = () => hostile("aborts", "sklearn-logistic-regression-columns");

  const harmful: [string, () => string, RegExp][] = [
    ["one that ends the process", aborts, /^the runtime crashed while loading it \(SIGABRT\)/],
    ["loops", () => written("safety loop", loop(1n)), /^the model uses the operator Loop/],
    [
      "memory that its own shapes take",
      () => written("safety greedy", huge([600n, 1n << 20n])),
      /^the model (requires more|took over 1024 MiB of) memory/,
    ],
    [
      "shapes that are computed from the features",
      () => written("safety shapes", blockOfFeature()),
      /gets a shape that is computed from the features/,
    ],
  ];
  test.each(harmful)("%s: no", async (_, bundle, said) => {
    expect(await harmOf(bundle())).toMatch(said);
  });

  test("one that does not end: no", async () => {
    const folder = hostile("endless", "sklearn-gradient-boosting");
    expect(await harmOf(folder, checkerOf({ seconds: 2 }))).toStartWith("the check took over 2 s");
  });

  const harmless: [string, () => Files][] = [
    ["a sound one", sound],
    ["one over its budget", changed("budget", { rowMicros: 0.01 })],
    ["one whose golden rows it does not reproduce", changed("golden.0.probability", 0.123)],
    ["one of another file than its manifest says", changed("sha256", "0".repeat(64))],
    [
      "one with a feature of another version",
      () => renamed((names) => ["shoe_size", ...names.slice(1)]),
    ],
    [
      "one that answers NaN for what is missing",
      () => small({ nodes: [linear(), sigmoid], initializers: [weights] }),
    ],
    ["what is no model", () => ({ ...sound(), model: Buffer.from("no model") })],
  ];
  test.each(harmless)("%s: yes", async (name, make) => {
    expect(await harmOf(written(`safety ${name}`, make()))).toBeNull();
  });
});
