import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Bundle, readBundle, readBundleFolder } from "./bundle.ts";
import { readBundleFiles } from "./bundle-files.ts";
import type { Manifest } from "./manifest.ts";
import { createModel, type Model, ModelUnavailable } from "./model.ts";

const modelsFolder = join(import.meta.dir, "../../test/fixtures/models");
const catalogue = ["device_bookings_24h", "amount_usd", "unused", "lead_time_days", "nights"];

describe("scores the golden rows in the order of the catalogue", () => {
  const names = ["logistic", "logistic-isotonic", "logistic-double", "perceptron-logit"];
  for (const name of names) {
    test(name, async () => {
      const { model, bundle } = await load(name);
      for (const { features, probability } of bundle.manifest.golden) {
        const values = catalogueValues(model, features);
        expect(await model.score(values)).toBeCloseTo(probability, 5);
      }
      await model.close();
    });
  }
});

test("knows its manifest", async () => {
  const { model, bundle } = await load("logistic");
  expect(model).toMatchObject({ name: "logistic", version: "1.0.0" });
  expect(model.sha256).toBe(bundle.manifest.sha256);
  expect(model.features).toEqual(bundle.manifest.input.features);
  await model.close();
});

describe("rows of the same turn", () => {
  const sizes: [rows: number, runs: number[]][] = [
    [1, [1]],
    [32, [32]],
    [256, [256]],
    [257, [256, 1]],
    [600, [256, 256, 88]],
  ];
  for (const [rows, expected] of sizes) {
    test(`${rows} take runs of ${expected}, and each gets its own answer`, async () => {
      const { model, runs } = await load("logistic");
      const inputs = Array.from({ length: rows }, (_, i) => new Float64Array([i / 99, 5, 0, i, 1]));
      const answers = await Promise.all(inputs.map((values) => model.score(values)));
      expect(runs).toEqual(expected);
      for (const [i, values] of inputs.entries()) {
        expect(answers[i]).toBe(await model.score(values));
      }
      await model.close();
    });
  }

  test("rows of two turns need two runs", async () => {
    const { model, runs } = await load("logistic");
    await model.score(new Float64Array(5));
    await model.score(new Float64Array(5));
    expect(runs).toEqual([1, 1]);
    await model.close();
  });
});

test("values may be reused as soon as score has returned", async () => {
  const { model } = await load("logistic");
  const values = new Float64Array(5);
  const expected = await model.score(values);
  const answer = model.score(values);
  values.fill(1000);
  expect(await answer).toBe(expected);
  await model.close();
});

test("attributes are read by name, for each row of a run its own, and missing where it has none", async () => {
  const { manifest, model: onnx } = await readBundleFiles(join(modelsFolder, "fragile"));
  const own = JSON.parse(Buffer.from(manifest).toString()) as Manifest;
  const features = [...own.input.features];
  const [place, feature] = [...features.entries()][0]!;
  features[place] = "attribute.days";
  const renamed = JSON.stringify({ ...own, input: { ...own.input, features } });
  const plain = (await load("fragile")).model;
  const model = createModel(
    await readBundle({ model: onnx, manifest: renamed }, catalogue),
    catalogue,
  );
  const rowOf = (value: number) =>
    new Float64Array(catalogue.length).fill(1).with(catalogue.indexOf(feature), value);
  const days = [2, 0, 3];
  // The place that the feature would have in the catalogue is not read.
  const scores = await Promise.all(days.map((one) => model.score(rowOf(77), { days: one })));
  expect(scores).toEqual(await Promise.all(days.map((one) => plain.score(rowOf(one)))));
  expect(new Set(scores).size).toBe(3);
  const flag = [await model.score(rowOf(77), { days: true }), await plain.score(rowOf(1))];
  expect(flag[0]).toBe(flag[1]!);
  for (const none of [undefined, {}, { days: "2" }, { other: 2 }]) {
    await expect(model.score(rowOf(2), none as never)).rejects.toThrow(ModelUnavailable);
  }
  await Promise.all([model.close(), plain.close()]);
});

test("a row without a probability fails alone", async () => {
  const { model } = await load("fragile");
  const whole = new Float64Array([1, 1, 1, 1, 1]);
  const missing = new Float64Array([Number.NaN, 1, 1, 1, 1]);
  const [first, second, third] = await Promise.allSettled(
    [whole, missing, whole].map((row) => model.score(row)),
  );
  expect(first?.status).toBe("fulfilled");
  expect(third?.status).toBe("fulfilled");
  expect((second as PromiseRejectedResult).reason).toBeInstanceOf(ModelUnavailable);
  await model.close();
});

test("a run that throws fails its rows and not the next ones", async () => {
  const { bundle } = await load("logistic");
  let broken = true;
  const model = createModel(
    {
      ...bundle,
      predict(values, rows) {
        if (broken) throw new Error("native");
        return bundle.predict(values, rows);
      },
    },
    catalogue,
  );
  const failed = await Promise.allSettled([1, 2].map(() => model.score(new Float64Array(5))));
  for (const row of failed) {
    expect((row as PromiseRejectedResult).reason).toBeInstanceOf(ModelUnavailable);
  }
  broken = false;
  expect(await model.score(new Float64Array(5))).toBeNumber();
  await model.close();
});

test("closing scores waiting rows and rejects later ones", async () => {
  const { model } = await load("logistic");
  const waiting = model.score(new Float64Array(5));
  await model.close();
  expect(await waiting).toBeNumber();
  expect(model.score(new Float64Array(5))).rejects.toBeInstanceOf(ModelUnavailable);
  await model.close();
});

test("values of another catalogue are rejected", async () => {
  const { model } = await load("logistic");
  expect(model.score(new Float64Array(4))).rejects.toBeInstanceOf(RangeError);
  await model.close();
});

async function load(name: string): Promise<{ model: Model; bundle: Bundle; runs: number[] }> {
  const bundle = await readBundleFolder(join(modelsFolder, name), catalogue);
  const runs: number[] = [];
  const counted: Bundle = {
    ...bundle,
    predict(values, rows) {
      runs.push(rows);
      return bundle.predict(values, rows);
    },
  };
  return { model: createModel(counted, catalogue), bundle, runs };
}

function catalogueValues(model: Model, features: (number | null)[]): Float64Array {
  return Float64Array.from(catalogue, (name) => {
    return features[model.features.indexOf(name)] ?? Number.NaN;
  });
}
