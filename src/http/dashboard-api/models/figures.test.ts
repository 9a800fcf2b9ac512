import { expect, test } from "bun:test";
import builtIn from "../../../../models/default/manifest.json";
import { figureGroups, headline } from "./figures.ts";

test("the default model's figures come with their intervals, by group", () => {
  const groups = figureGroups(builtIn.metrics);
  const { all } = builtIn.metrics;
  expect(headline(groups)).toEqual([
    { name: "rocAuc", ...all.rocAuc },
    { name: "averagePrecision", ...all.averagePrecision },
  ]);
  expect(groups.map(({ name }) => name)).toContain("withoutTelemetry");
});

test("figures at the top are a group without a name, and may have no interval", () => {
  const groups = figureGroups({ rocAuc: 0.5, f1: { value: 0.2, low: "0.1", high: 0.3 } });
  expect(groups).toEqual([
    {
      name: "",
      figures: [
        { name: "rocAuc", value: 0.5, low: null, high: null },
        { name: "f1", value: 0.2, low: null, high: null },
      ],
    },
  ]);
  expect(headline(groups)).toHaveLength(1);
});

test.each([[undefined], [null], ["0.9"], [[1, 2]], [{ a: "x", b: [0.5], c: { d: { e: 1 } } }]])(
  "%p has no figures",
  (metrics) => expect(figureGroups(metrics)).toEqual([]),
);

test("a manifest with thousands of figures fills no page", () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`m${i}`, i]));
  const groups = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`g${i}`, many]));
  const shown = figureGroups(groups);
  expect(shown).toHaveLength(8);
  expect(shown[0]!.figures).toHaveLength(24);
});
