import { expect, test } from "bun:test";
import builtIn from "../../models/default/manifest.json";
import { catalogue } from "../risk/features/index.ts";
import { assertGoldenForms, type FeatureForm } from "./golden-forms.ts";

const forms: FeatureForm[] = [
  { name: "flag", type: "flag", range: [0, 1] },
  { name: "count", type: "count", range: [0, 128] },
  { name: "share", type: "number", range: [0, 1] },
  { name: "lead", type: "count", range: [-Infinity, Infinity] },
];
const check = (...rows: (number | null)[][]) =>
  assertGoldenForms({ golden: rows.map((features) => ({ features, probability: 0.5 })) }, forms);

test("what the catalogue can give is accepted, and what is missing", () => {
  check([0, 128, 1, -3], [1, 0, Math.fround(0.1), 400], [null, null, null, null]);
  check([1, 1, 1 + 1e-7, 0]); // Rounded to float32.
});

test.each([
  [[2, 0, 0, 0], "flag is 2, which must be 0 or 1"],
  [[0, 0.5, 0, 0], "count is 0.5, which must be a whole number from 0 to 128"],
  [[0, 3_715_157, 0, 0], "count is 3715157, which must be a whole number from 0 to 128"],
  [[0, 0, -0.1, 0], "share is -0.1, which must be a number from 0 to 1"],
  [[0, 0, 0, 0.5], "lead is 0.5, which must be a whole number"],
])("%p is refused", (row, message) => {
  expect(() => check([0, 0, 0, 0], row)).toThrow(`1 of 4 features cannot have (${message}); name`);
});

test("of the shipped model, most swaps of two names are refused, and its own order is not", () => {
  const known = new Map(catalogue.map((feature) => [feature.name, feature]));
  const own = builtIn.input.features.map((name) => known.get(name)!);
  const { golden, background } = builtIn;
  const refuses = (order: FeatureForm[]) => {
    try {
      assertGoldenForms({ golden, background }, order);
      return false;
    } catch {
      return true;
    }
  };
  expect(refuses(own)).toBeFalse();
  expect(refuses(own.toSorted((a, b) => (a.name < b.name ? -1 : 1)))).toBeTrue();
  let [refused, all] = [0, 0];
  for (let i = 0; i < own.length; i += 24) {
    for (let j = i + 1; j < own.length; j++) {
      all += 1;
      if (refuses(own.with(i, own[j]!).with(j, own[i]!))) refused += 1;
    }
  }
  expect(refused / all).toBeGreaterThan(0.55);
});
