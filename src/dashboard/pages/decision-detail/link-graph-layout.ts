/**
 * Positions in the graph of linked decisions: the page's decision in the center, around it a node
 * for each kind of shared identity, and outside those the linked decisions on up to three rings.
 */
import { type LinkKind, linkKinds } from "../../../storage/port/search.ts";

/** The most decisions that are drawn. The table lists all of them. */
export const nodesMax = 96;

export const sizes = { node: 11, center: 25, margin: 16 } as const;
const identityRadius = 105;

export interface Point {
  x: number;
  y: number;
}

export interface IdentityNode extends Point {
  kind: LinkKind;
  /** How many of the drawn decisions share it. */
  count: number;
}

export interface DecisionNode<Row> extends Point {
  row: Row;
}

export interface LinkGraphLayout<Row> {
  /** Of an SVG with the page's decision at 0, 0. */
  viewBox: { x: number; y: number; width: number; height: number };
  identities: IdentityNode[];
  nodes: DecisionNode<Row>[];
  /** The primary line of a decision leads to the strongest kind of identity that it shares. */
  lines: { from: Point; to: Point; isPrimary: boolean }[];
}

/** @param rows the decisions to draw, at most `nodesMax`. */
export function graphLayout<Row extends { shares: readonly LinkKind[] }>(
  rows: readonly Row[],
): LinkGraphLayout<Row> {
  const kinds = linkKinds.filter((kind) => rows.some(({ shares }) => shares.includes(kind)));
  const identities = kinds.map((kind, i): IdentityNode => {
    const count = rows.filter(({ shares }) => shares.includes(kind)).length;
    return { kind, count, ...pointAt(angleOf(i, kinds.length), identityRadius) };
  });
  const ordered = rows.toSorted((a, b) => primaryIndex(a, kinds) - primaryIndex(b, kinds));
  const radii = ringRadii(rows.length);
  const nodes = ordered.map((row, i) => ({
    row,
    ...pointAt(angleOf(i, ordered.length), radii[i % radii.length]!),
  }));
  const lines = nodes.flatMap(({ row, x, y }) =>
    identities
      .filter(({ kind }) => row.shares.includes(kind))
      .map((identity, i) => ({
        from: { x: identity.x, y: identity.y },
        to: { x, y },
        isPrimary: i === 0,
      })),
  );
  return { viewBox: boxAround([...identities, ...nodes]), identities, nodes, lines };
}

const primaryIndex = ({ shares }: { shares: readonly LinkKind[] }, kinds: readonly LinkKind[]) =>
  kinds.findIndex((kind) => shares.includes(kind));

/** Evenly around the circle, so that a single node is on the right. */
const angleOf = (index: number, count: number) => (2 * Math.PI * (index + 0.5)) / count - Math.PI;

const pointAt = (angle: number, radius: number): Point => ({
  x: Math.round(Math.cos(angle) * radius * 10) / 10,
  y: Math.round(Math.sin(angle) * radius * 10) / 10,
});

/** A few nodes fit on one ring; many need three, so that neighbors do not touch. */
function ringRadii(count: number): number[] {
  if (count <= 12) return [190];
  if (count <= 36) return [205, 245];
  return [190, 240, 290];
}

function boxAround(points: readonly Point[]): LinkGraphLayout<never>["viewBox"] {
  const across = Math.max(...points.map(({ x }) => Math.abs(x)), sizes.center);
  const down = Math.max(...points.map(({ y }) => Math.abs(y)), sizes.center);
  // The label of an identity is wider than a decision's circle.
  const [width, height] = [across + 60, down + sizes.node + sizes.margin];
  return { x: -width, y: -height, width: 2 * width, height: 2 * height };
}
