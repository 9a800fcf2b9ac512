/**
 * Where everything stands in the graph of linked decisions: the decision in the middle, around it
 * what is shared, a knot a kind, and further out the other decisions, on up to three rings.
 */
import { type LinkKind, linkKinds } from "../../../storage/search.ts";

/** Decisions that are drawn; the table has all. */
export const drawnMax = 96;

export const sizes = { decision: 11, middle: 25, room: 16 } as const;
const knotRadius = 105;

export interface Point {
  x: number;
  y: number;
}

export interface Knot extends Point {
  kind: LinkKind;
  /** Decisions that are drawn and share it. */
  count: number;
}

export interface Leaf<Row> extends Point {
  row: Row;
}

export interface GraphLayout<Row> {
  /** Of an SVG with the decision itself at 0, 0. */
  viewBox: { x: number; y: number; width: number; height: number };
  knots: Knot[];
  leaves: Leaf<Row>[];
  /** The first of a decision's lines goes to what weighs most of all that it shares. */
  lines: { from: Point; to: Point; isFirst: boolean }[];
}

/** @param rows the decisions to draw, at most `drawnMax`. */
export function graphLayout<Row extends { shares: readonly LinkKind[] }>(
  rows: readonly Row[],
): GraphLayout<Row> {
  const kinds = linkKinds.filter((kind) => rows.some(({ shares }) => shares.includes(kind)));
  const knots = kinds.map((kind, i): Knot => {
    const count = rows.filter(({ shares }) => shares.includes(kind)).length;
    return { kind, count, ...at(angleOf(i, kinds.length), knotRadius) };
  });
  const ordered = rows.toSorted((a, b) => firstOf(a, kinds) - firstOf(b, kinds));
  const rings = ringsOf(rows.length);
  const leaves = ordered.map((row, i) => ({
    row,
    ...at(angleOf(i, ordered.length), rings[i % rings.length]!),
  }));
  const lines = leaves.flatMap(({ row, x, y }) =>
    knots
      .filter(({ kind }) => row.shares.includes(kind))
      .map((knot, i) => ({ from: { x: knot.x, y: knot.y }, to: { x, y }, isFirst: i === 0 })),
  );
  return { viewBox: boxAround([...knots, ...leaves]), knots, leaves, lines };
}

const firstOf = ({ shares }: { shares: readonly LinkKind[] }, kinds: readonly LinkKind[]) =>
  kinds.findIndex((kind) => shares.includes(kind));

/** Evenly around, the first half at the right: one alone stands there. */
const angleOf = (place: number, of: number) => (2 * Math.PI * (place + 0.5)) / of - Math.PI;

const at = (angle: number, radius: number): Point => ({
  x: Math.round(Math.cos(angle) * radius * 10) / 10,
  y: Math.round(Math.sin(angle) * radius * 10) / 10,
});

/** Few stand near, on one ring; many need three, so that neighbours do not touch. */
function ringsOf(count: number): number[] {
  if (count <= 12) return [190];
  if (count <= 36) return [205, 245];
  return [190, 240, 290];
}

function boxAround(points: readonly Point[]): GraphLayout<never>["viewBox"] {
  const across = Math.max(...points.map(({ x }) => Math.abs(x)), sizes.middle);
  const down = Math.max(...points.map(({ y }) => Math.abs(y)), sizes.middle);
  // A knot's name is wider than a decision.
  const [width, height] = [across + 60, down + sizes.decision + sizes.room];
  return { x: -width, y: -height, width: 2 * width, height: 2 * height };
}
