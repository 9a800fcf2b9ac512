/**
 * The distribution of features and scores where a model was trained: the member `reference` of its
 * manifest, which models/training/reference.py writes. A decision's page shows from it what is usual.
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

const closed = { additionalProperties: false };
const share = () => Type.Number({ minimum: 0, maximum: 1 });

/**
 * One distribution in bins. Value x is in the first bin whose upper edge is x or more, else in the
 * last; x and edges are compared as float32, in which models are trained.
 */
const Binned = Type.Object(
  {
    /** Upper edges, rising strictly: the deciles, each once. */
    edges: Type.Array(Type.Number(), { maxItems: 64 }),
    /** Share of all rows in each bin, one more than there are edges. */
    shares: Type.Array(share(), { minItems: 1, maxItems: 65 }),
    /** Share of all rows where it is missing; together with `shares`, 1. */
    missing: share(),
  },
  closed,
);
export type Binned = Static<typeof Binned>;

const Reference = Type.Object(
  {
    /** Number of rows counted. */
    rows: Type.Number({ exclusiveMinimum: 0 }),
    /** By the feature's name. */
    features: Type.Record(Type.String(), Binned),
    /** Of the risk score that the model gave, 0 to 99. */
    score: Binned,
    /** Share of rows with telemetry. */
    telemetry: Type.Optional(share()),
  },
  closed,
);
export type Reference = Static<typeof Reference>;

/** Null where a manifest has none, or one of another form: then the project's own is used. */
export function readReference(member: unknown): Reference | null {
  if (!Value.Check(Reference, member)) return null;
  const binned = [...Object.values(member.features), member.score];
  return binned.every(isConsistent) ? member : null;
}

function isConsistent({ edges, shares }: Binned): boolean {
  const rises = edges.every((edge, i) => i === 0 || edge > edges[i - 1]!);
  return rises && shares.length === edges.length + 1;
}

/** The bin of a value that is not missing. */
export function binOf({ edges }: Pick<Binned, "edges">, value: number): number {
  const x = Math.fround(value);
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x <= Math.fround(edges[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Bins values by their deciles; where there are few distinct values, each is a bin of its own.
 * NaN is missing.
 */
export function binned(values: readonly number[]): Binned {
  const known = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const last = known.at(-1);
  const deciles = Array.from(
    { length: 9 },
    (_, i) => known[Math.ceil(((i + 1) * known.length) / 10) - 1],
  );
  // Nothing lies above the largest value, so it is not an edge.
  const edges = [...new Set(deciles)].filter((edge) => edge !== undefined && edge !== last);
  const counts = new Array<number>(edges.length + 1).fill(0);
  for (const value of known) counts[binOf({ edges } as Binned, value)]! += 1;
  return {
    edges: edges as number[],
    shares: counts.map((count) => count / values.length),
    missing: (values.length - known.length) / values.length,
  };
}
