/** One distribution in bins, as references hold it. */
import { type Binned, binOf } from "./reference.ts";

/** Deciles and the shares between them; where values are few, each is a bin of its own. */
export function binned(values: readonly number[]): Binned {
  const known = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const last = known.at(-1);
  const deciles = Array.from(
    { length: 9 },
    (_, i) => known[Math.ceil(((i + 1) * known.length) / 10) - 1],
  );
  // Nothing lies above the largest value: it is no edge.
  const edges = [...new Set(deciles)].filter((edge) => edge !== undefined && edge !== last);
  const counts = new Array<number>(edges.length + 1).fill(0);
  for (const value of known) counts[binOf({ edges } as Binned, value)]! += 1;
  return {
    edges: edges as number[],
    shares: counts.map((count) => count / values.length),
    missing: (values.length - known.length) / values.length,
  };
}
