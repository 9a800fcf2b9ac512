/** The rows of the graph of linked identities, and the curves to them. */
import type { NamedIdentities, NamedIdentity } from "../../../decisions/identity.ts";
import type { LinkKind } from "../../../storage/port/search.ts";

/** Pixels: the graph is drawn beside rows of text, and is not scaled with the page. */
export const sizes = {
  row: 34,
  /** From the left: the identity itself, the kinds, and where the rows begin. */
  center: 30,
  kind: 82,
  width: 108,
} as const;

export interface LinkedRow {
  /** The kind's own row where it is absent. */
  one?: NamedIdentity & {
    /** From 1, to tell it from the others where its value is not shown. */
    number: number;
  };
  kind: LinkKind;
  /** Of the kind: how many different ones there are, and how many of them are not among the rows. */
  values: number;
  more: number;
  /** The middle of the row. */
  y: number;
}

export interface LinkedLayout {
  rows: LinkedRow[];
  height: number;
  /** Paths of an SVG; `width` grows with the share of the bookings. */
  curves: { path: string; width: number }[];
  center: number;
}

/**
 * @param decisions that all of them are counted among. @param shown of each kind at most.
 */
export function linkedLayout(
  linked: readonly NamedIdentities[],
  decisions: number,
  shown: number,
): LinkedLayout {
  let count = 0;
  const next = () => (count++ + 0.5) * sizes.row;
  const groups = linked.map(({ kind, values, most }) => {
    const some = most.slice(0, shown);
    const common = { kind, values, more: values - some.length };
    return {
      head: { ...common, y: next() } satisfies LinkedRow,
      leaves: some.map((one, i) => ({ ...common, one: { ...one, number: i + 1 }, y: next() })),
    };
  });
  const height = count * sizes.row;
  const center = height / 2;
  const curves = groups.flatMap(({ head, leaves }) => {
    const most = Math.max(...leaves.map(({ one }) => one.decisions));
    return [
      curve([sizes.center, center], [sizes.kind, head.y], most / decisions),
      ...leaves.map(({ one, y }) =>
        curve([sizes.kind, head.y], [sizes.width, y], one.decisions / decisions),
      ),
    ];
  });
  const rows = groups.flatMap(({ head, leaves }) => [head, ...leaves]);
  return { rows, height, curves, center };
}

function curve([fromX, fromY]: [number, number], [toX, toY]: [number, number], share: number) {
  const middle = (fromX + toX) / 2;
  const path = `M${fromX} ${fromY}C${middle} ${fromY} ${middle} ${toY} ${toX} ${toY}`;
  return { path, width: 1 + 4 * Math.min(1, share) };
}
