import { afterEach, expect, jest, spyOn, test } from "bun:test";
import type { Bound } from "./bind.ts";
import type { Manifest } from "./manifest.ts";
import { probe } from "./probe.ts";

const forms = [{ name: "nights", range: [1, 400] }] as never;
const manifest = {
  output: { name: "p", column: 0, kind: "probability" },
  golden: [{ features: [2], probability: 0.5 }],
} as unknown as Manifest;

afterEach(() => {
  jest.restoreAllMocks();
});

/** A model that gives every row the same, by how often it was asked. */
function bound(answer: (asked: number, rows: number) => number): Bound {
  let asked = 0;
  const all = (rows: number) => new Float64Array(rows).fill(answer(asked++, rows));
  return {
    type: "float32",
    allocate: (rows) => new Float32Array(rows),
    raw: (_, rows) => all(rows),
    predict: (_, rows) => all(rows),
  };
}

test("a model that answers otherwise the second time is refused", () => {
  expect(() =>
    probe(
      bound((asked) => asked / 1e6),
      manifest,
      forms,
    ),
  ).toThrow(
    /^with every feature missing the model returns 0, and 0\.000001 when run again; remove/,
  );
});

test("a model that answers NaN only to a row by itself is refused", () => {
  const alone = bound((_, rows) => (rows === 1 ? Number.NaN : 0.5));
  expect(() => probe(alone, manifest, forms)).toThrow(/NaN/);
});

test("every row is asked alone, and may take no longer than the budget", () => {
  let now = 0;
  spyOn(performance, "now").mockImplementation(() => now);
  const slow = bound((_, rows) => {
    if (rows === 1) now += 3;
    return 0.5;
  });
  expect(() => probe(slow, manifest, forms)).toThrow(
    /^with every feature missing the model takes 3000 µs for a row, and the product's budget is 2000/,
  );
  let busy = 4; // As where another process has the core for a moment.
  const disturbed = bound((_, rows) => {
    if (rows === 1 && busy-- > 0) now += 3;
    return 0.5;
  });
  expect(probe(disturbed, manifest, forms).rows).toBe(519);
});
