import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BundleFiles,
  BundleRefused,
  modelBytesMax,
  readBundle,
  readBundleFolder,
} from "./bundle.ts";
import type { Manifest } from "./manifest.ts";

const modelsFolder = join(import.meta.dir, "../../test/fixtures/models");
const features = ["device_bookings_24h", "amount_usd", "unused", "lead_time_days", "nights"];

describe("accepts", () => {
  const accepted = [
    "logistic",
    "logistic-isotonic",
    "logistic-double",
    "perceptron-logit",
    "fragile",
  ];
  for (const name of accepted) {
    test(name, async () => {
      const bundle = await readBundleFolder(join(modelsFolder, name), features);
      expect(bundle.manifest.name).toBe(name);
      bundle.close();
    });
  }
  test("a manifest as text, without trainedOn and metrics", async () => {
    const { model, manifest } = fixture("logistic");
    delete manifest.trainedOn;
    delete manifest.metrics;
    delete manifest.baseRate;
    (await readBundle({ model, manifest: JSON.stringify(manifest) }, features)).close();
  });

  test("a manifest with a base rate", async () => {
    const { model, manifest } = fixture("logistic");
    const text = JSON.stringify({ ...manifest, baseRate: 0.022 });
    const bundle = await readBundle({ model, manifest: text }, features);
    expect(bundle.manifest.baseRate).toBe(0.022);
    bundle.close();
  });
});

type Change = (fixture: { model: Uint8Array; manifest: Manifest }) => void;
interface Refusal {
  why: string;
  of?: string;
  change?: Change;
  catalogue?: string[];
  says: RegExp;
}

/** Changes one manifest field by its path, whatever its type says. */
function set(path: string, value: unknown): Change {
  return ({ manifest }) => {
    const keys = path.split(".");
    const last = keys.pop() as string;
    let parent = manifest as unknown as Record<string, unknown>;
    for (const key of keys) parent = parent[key] as Record<string, unknown>;
    parent[last] = value;
  };
}

/** Replaces the model's bytes by ones that the manifest's hash fits. */
function rehashed(bytes: (model: Uint8Array) => Uint8Array): Change {
  return (files) => {
    files.model = bytes(files.model);
    files.manifest.sha256 = createHash("sha256").update(files.model).digest("hex");
  };
}

const isotonic = (x: number[], y: number[]) => set("calibration", { kind: "isotonic", x, y });

const refusals: Refusal[] = [
  { why: "another hash", change: set("sha256", "0".repeat(64)), says: /has sha256 .* says 000/ },
  { why: "an unknown feature", catalogue: features.slice(1), says: /\(device_bookings_24h\)/ },
  { why: "a base rate of no fraud at all", change: set("baseRate", 0), says: /\/baseRate/ },
  { why: "a base rate in percent", change: set("baseRate", 2.2), says: /\/baseRate/ },
  {
    why: "a truncated model",
    change: rehashed((model) => model.subarray(0, 200)),
    says: /not a complete ONNX file \(it ends inside a field\)/,
  },
  { why: "an empty model", change: rehashed(() => new Uint8Array()), says: /it contains no graph/ },
  {
    why: "a model over the limit",
    change: (files) => {
      files.model = new Uint8Array(modelBytesMax + 1);
    },
    says: /model\.onnx is over 64 MiB/,
  },
  {
    why: "another golden row",
    change: set("golden.1.probability", 0.5),
    says: /golden row 1 says/,
  },
  {
    why: "another calibration",
    change: set("calibration", { kind: "platt", a: -1, b: 0.1 }),
    says: /golden row 0 says/,
  },
  { why: "another kind", change: set("output.kind", "logit"), says: /golden row 0 says/ },
  { why: "the other column", change: set("output.column", 0), says: /golden row 0 says/ },
  { why: "no such column", change: set("output.column", 2), says: /no column 2; .*\[N, 2\]/ },
  { why: "no such input", change: set("input.name", "x"), says: /one input, x; it has features/ },
  { why: "no such output", change: set("output.name", "x"), says: /no output x; it has prob/ },
  {
    why: "fewer features than the input has",
    change: (files) => {
      files.manifest.input.features.pop();
      for (const row of files.manifest.golden) row.features.pop();
    },
    says: /must be a float tensor \[N, 3\]/,
  },
  { why: "a fixed batch", of: "refused-fixed-batch", says: /N left open; it is float32 \[1, 4\]/ },
  { why: "weights in another file", of: "refused-external", says: /save it as one file/ },
  { why: "a sequence as output", of: "refused-sequence", says: /neither a float tensor/ },
  {
    why: "a model that returns NaN",
    of: "fragile",
    change: set("golden.0.features", [null, 0, 0, 0]),
    says: /the runtime returns NaN/,
  },
  { why: "another schema", change: set("schema", 2), says: /at \/schema/ },
  { why: "an unknown field", change: set("calibratoin", {}), says: /at \/calibratoin: Unexpected/ },
  { why: "a name with a path", change: set("name", "../../etc"), says: /at \/name/ },
  { why: "no features", change: set("input.features", []), says: /at \/input\/features/ },
  {
    why: "a feature twice",
    change: set("input.features", ["nights", "nights"]),
    says: /at \/input\/features: .*unique/,
  },
  { why: "a negative column", change: set("output.column", -1), says: /at \/output\/column/ },
  { why: "no golden rows", change: set("golden", []), says: /at \/golden/ },
  {
    why: "too many golden rows",
    change: ({ manifest }) => {
      manifest.golden = Array(1001).fill(manifest.golden[0]);
    },
    says: /at \/golden/,
  },
  {
    why: "a golden row of another width",
    change: set("golden.2.features", [1, 2]),
    says: /\/golden\/2\/features: the model has 4 features, the row has 2/,
  },
  { why: "a golden text", change: set("golden.0.features.0", "1"), says: /\/golden\/0\/features/ },
  { why: "no kind", change: set("calibration", {}), says: /kind must be none, platt or isotonic/ },
  {
    why: "half a Platt",
    change: set("calibration", { kind: "platt", a: 1 }),
    says: /at \/calibration\/b/,
  },
  {
    why: "a Platt line that reverses the order",
    change: set("calibration", { kind: "platt", a: 1, b: 3 }),
    says: /at \/calibration\/a/,
  },
  {
    why: "a Platt line that is flat",
    change: set("calibration", { kind: "platt", a: 0, b: 3 }),
    says: /at \/calibration\/a/,
  },
  { why: "x that stands still", change: isotonic([0.1, 0.1], [0, 1]), says: /rise strictly/ },
  { why: "y that falls", change: isotonic([0.1, 0.2], [1, 0]), says: /never fall/ },
  { why: "x longer than y", change: isotonic([0.1, 0.2], [1]), says: /differ in length/ },
  { why: "y over 1", change: isotonic([0.1, 0.2], [0, 1.1]), says: /at \/calibration\/y\/1/ },
];

describe("refuses", () => {
  for (const { why, of = "logistic", change, catalogue = features, says } of refusals) {
    test(why, async () => {
      const files = fixture(of);
      change?.(files);
      const bundle = { model: files.model, manifest: JSON.stringify(files.manifest) };
      await expectRefusal(readBundle(bundle, catalogue), says);
    });
  }

  const unreadable: [why: string, manifest: BundleFiles["manifest"], says: RegExp][] = [
    ["no JSON", "{", /not JSON/],
    ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), /not JSON/],
    ["no object", "null", /at \/: Expected object/],
    ["a manifest over the limit", " ".repeat(16 * 1024 * 1024 + 1), /over 16 MiB/],
  ];
  for (const [why, manifest, says] of unreadable) {
    test(why, async () => {
      await expectRefusal(readBundle({ model: new Uint8Array(), manifest }, features), says);
    });
  }

  test("a folder without the files, without naming the folder", async () => {
    const dir = mkdtempSync(join(tmpdir(), "bundle-"));
    await expectRefusal(readBundleFolder(dir, features), /does not contain manifest\.json/);
    writeFileSync(join(dir, "manifest.json"), "{}");
    await expectRefusal(readBundleFolder(dir, features), /does not contain model\.onnx/);
    writeFileSync(join(dir, "model.onnx"), "");
    truncateSync(join(dir, "model.onnx"), modelBytesMax + 1);
    await expectRefusal(readBundleFolder(dir, features), /model\.onnx is over/);
    rmSync(dir, { recursive: true });
  });
});

async function expectRefusal(reading: Promise<unknown>, says: RegExp): Promise<void> {
  const error = await reading.then(
    () => new Error("it was accepted"),
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(BundleRefused);
  expect(error.message).toMatch(says);
  expect(error.message).not.toMatch(/\n|\/tmp\/|onnxruntime_src/);
}

function fixture(name: string): { model: Uint8Array; manifest: Manifest } {
  const read = (file: string) => readFileSync(join(modelsFolder, name, file));
  return { model: read("model.onnx"), manifest: JSON.parse(read("manifest.json").toString()) };
}
