import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { featureNames } from "../risk/features/index.ts";
import { type Bundle, readBundleFolder } from "./bundle.ts";
import { createModel } from "./model.ts";
import { generator } from "./probe.ts";
import { treeModel } from "./row-scorer.ts";

const root = join(import.meta.dir, "../..");
let bundle: Bundle;
beforeAll(async () => {
  bundle = await readBundleFolder(join(root, "models/default"), featureNames);
});
afterAll(() => bundle.close());

/** Mixtures of golden rows, in which every tenth value is missing and every fifth is moved. */
function rowsOf({ manifest: { golden } }: Bundle, count: number): Float32Array[] {
  const random = generator();
  const draw = () => golden[Math.floor(random() * golden.length)]!;
  return Array.from({ length: count }, () => {
    const [one, other] = [draw(), draw()];
    return Float32Array.from(one.features, (value, i) => {
      const kind = random();
      if (kind < 0.1) return Number.NaN;
      const mixed = (kind < 0.6 ? value : other.features[i]) ?? Number.NaN;
      return kind < 0.3 ? mixed * random() * 3 : mixed;
    });
  });
}

describe("the default model", () => {
  test("has the runtime's probability in every bit", () => {
    const score = bundle.trees()!.score;
    const rows = rowsOf(bundle, 2560);
    for (let start = 0; start < rows.length; start += 256) {
      const part = rows.slice(start, start + 256);
      const values = bundle.allocate(part.length);
      for (const [i, row] of part.entries()) values.set(row, i * row.length);
      expect(part.map(score)).toEqual([...bundle.predict(values, part.length)]);
    }
    for (const row of rows.slice(0, 100)) expect(score(row)).toBe(bundle.predict(row, 1)[0]!);
  });

  test("has it where all is missing, zero or infinite", () => {
    const score = bundle.trees()!.score;
    for (const value of [Number.NaN, 0, -0, 1e30, Number.POSITIVE_INFINITY, -1e30]) {
      const row = new Float32Array(bundle.manifest.input.features.length).fill(value);
      expect(score(row)).toBe(bundle.predict(row, 1)[0]!);
    }
  });

  test("is scored without the runtime", async () => {
    let runs = 0;
    const predict: Bundle["predict"] = (values, rows) => {
      runs += 1;
      return bundle.predict(values, rows);
    };
    const model = createModel({ ...bundle, predict, close() {} }, featureNames);
    const values = new Float64Array(featureNames.length).fill(Number.NaN);
    const row = new Float32Array(bundle.manifest.input.features.length).fill(Number.NaN);
    expect(await model.score(values)).toBe(bundle.predict(row, 1)[0]!);
    expect(runs).toBe(0);
    await model.close();
  });

  test("is left to the runtime where one bit of one row differs", () => {
    const { outline, manifest, output } = bundle;
    expect(treeModel(outline, bundle, manifest, output.name)).not.toBeNull();
    for (const broken of [0, 49, 120]) {
      const raw: Bundle["raw"] = (values, rows) => {
        const answers = bundle.raw(values, rows);
        const bits = new Int32Array(Float32Array.of(answers[broken] ?? 0).buffer);
        bits[0]! ^= 1;
        if (broken < rows) answers[broken] = new Float32Array(bits.buffer)[0]!;
        return answers;
      };
      expect(treeModel(outline, { ...bundle, raw }, manifest, output.name)).toBeNull();
    }
  });
});

test.each(["logistic", "perceptron-logit", "toolkits/sklearn-random-forest"])(
  "%s is left to the runtime",
  async (name) => {
    const folder = join(root, "test/fixtures/models", name);
    const { input } = await Bun.file(join(folder, "manifest.json")).json();
    const other = await readBundleFolder(folder, input.features);
    expect(other.trees()).toBeNull();
    other.close();
  },
);
