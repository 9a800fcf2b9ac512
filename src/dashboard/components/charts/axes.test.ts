import { expect, test } from "bun:test";
import { fittingTicks, textWidth } from "./axes.tsx";

const columns = Array.from({ length: 100 }, (_, i) => ({ label: `score ${i}`, tick: `${i}` }));
const area = { left: 30, width: 500 };
const x = (column: number) => 30 + (column + 0.5) * 5;

test("column labels neither overlap nor extend beyond the right edge", () => {
  const shown = fittingTicks(columns, x, area);
  expect(shown.length).toBeGreaterThan(10);
  for (const [i, { at, tick }] of shown.entries()) {
    const before = shown[i - 1];
    if (before) expect(at - textWidth(tick)).toBeGreaterThan(before.at);
    expect(at).toBeLessThanOrEqual(530);
  }
});

test("with enough space all labels are shown, except those turned off", () => {
  const few = [{ label: "one" }, { label: "two", tick: null }, { label: "three", tick: "3" }];
  const shown = fittingTicks(few, (i) => 100 + i * 100, area);
  expect(shown.map(({ tick }) => tick)).toEqual(["one", "3"]);
});

test("no columns have no labels", () => {
  expect(fittingTicks([], x, area)).toEqual([]);
});
