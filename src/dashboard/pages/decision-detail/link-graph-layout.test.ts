import { describe, expect, test } from "bun:test";
import { type LinkKind, linkKinds } from "../../../storage/search.ts";
import { drawnMax, graphLayout, type Point, sizes } from "./link-graph-layout.ts";

const rowsOf = (count: number, kinds: number): { shares: LinkKind[] }[] =>
  Array.from({ length: count }, (_, i) => ({
    shares: linkKinds.slice(i % kinds, (i % kinds) + 1 + (i % 2)),
  }));

const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

describe.each([1, 2, 5, 12, 13, 36, 37, 60, drawnMax])("%d decisions", (count) => {
  test.each([1, 3, 6])("that share %d kinds of thing do not touch, and all are seen", (kinds) => {
    const { leaves, knots, viewBox } = graphLayout(rowsOf(count, kinds));
    expect(leaves).toHaveLength(count);
    const middle = { x: 0, y: 0 };
    for (const [i, one] of leaves.entries()) {
      for (const other of leaves.slice(i + 1)) {
        expect(apart(one, other)).toBeGreaterThan(2 * sizes.decision);
      }
      for (const knot of [...knots, middle]) expect(apart(one, knot)).toBeGreaterThan(60);
      expect(Math.abs(one.x) + sizes.decision).toBeLessThan(viewBox.width / 2);
      expect(Math.abs(one.y) + sizes.decision).toBeLessThan(viewBox.height / 2);
    }
  });
});

test("every share is a line, the first of each decision its own", () => {
  const rows = [{ shares: ["device", "phone"] as const }, { shares: ["phone"] as const }];
  const { lines, knots } = graphLayout(rows);
  expect(knots.map(({ kind, count }) => [kind, count])).toEqual([
    ["device", 1],
    ["phone", 2],
  ]);
  expect(lines.map(({ isFirst }) => isFirst)).toEqual([true, false, true]);
});

test("one alone takes no more room than it needs", () => {
  const { viewBox } = graphLayout([{ shares: ["email"] }]);
  expect(viewBox.height).toBeLessThan(110);
});
