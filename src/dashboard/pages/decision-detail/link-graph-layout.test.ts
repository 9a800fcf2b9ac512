import { describe, expect, test } from "bun:test";
import { type LinkKind, linkKinds } from "../../../storage/port/search.ts";
import { graphLayout, nodesMax, type Point, sizes } from "./link-graph-layout.ts";

const makeRows = (count: number, kinds: number): { shares: LinkKind[] }[] =>
  Array.from({ length: count }, (_, i) => ({
    shares: linkKinds.slice(i % kinds, (i % kinds) + 1 + (i % 2)),
  }));

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

describe.each([1, 2, 5, 12, 13, 36, 37, 60, nodesMax])("%d decisions", (count) => {
  test.each([1, 3, 6])("with %d kinds of identities do not touch and are all visible", (kinds) => {
    const { nodes, identities, viewBox } = graphLayout(makeRows(count, kinds));
    expect(nodes).toHaveLength(count);
    const center = { x: 0, y: 0 };
    for (const [i, node] of nodes.entries()) {
      for (const other of nodes.slice(i + 1)) {
        expect(distance(node, other)).toBeGreaterThan(2 * sizes.node);
      }
      for (const identity of [...identities, center]) {
        expect(distance(node, identity)).toBeGreaterThan(60);
      }
      expect(Math.abs(node.x) + sizes.node).toBeLessThan(viewBox.width / 2);
      expect(Math.abs(node.y) + sizes.node).toBeLessThan(viewBox.height / 2);
    }
  });
});

test("each shared identity has a line, and each decision one primary line", () => {
  const rows = [{ shares: ["device", "phone"] as const }, { shares: ["phone"] as const }];
  const { lines, identities } = graphLayout(rows);
  expect(identities.map(({ kind, count }) => [kind, count])).toEqual([
    ["device", 1],
    ["phone", 2],
  ]);
  expect(lines.map(({ isPrimary }) => isPrimary)).toEqual([true, false, true]);
});

test("the graph of a single linked decision is small", () => {
  const { viewBox } = graphLayout([{ shares: ["email"] }]);
  expect(viewBox.height).toBeLessThan(110);
});
