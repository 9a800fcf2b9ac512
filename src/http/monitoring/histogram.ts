/**
 * Histograms with one label, in numbers that are named only when the metrics are read: prom-client's
 * make texts of their labels for each value, which takes 1.2 µs, and this less than 0.1 µs.
 */
export interface Value {
  labels: Record<string, string | number>;
  value: number;
  metricName?: string;
}

/** A metric as prom-client's registry reads it. */
export interface ReadMetric {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  aggregator: "sum";
  values: Value[];
}

export interface HistogramAbout {
  name: string;
  help: string;
  /** The label's name; null for a histogram without one. */
  label: string | null;
  /** Upper edges of the bins, ascending. */
  edges: readonly number[];
}

interface Bins {
  /** Values within each edge and not within the one before, and those beyond the last one. */
  counts: Float64Array;
  sum: number;
}

export type Histogram = ReturnType<typeof histogram>;

export function histogram({ name, help, label, edges }: HistogramAbout) {
  const byLabel = new Map<string, Bins>();

  function binsOf(of: string): Bins {
    const bins = { counts: new Float64Array(edges.length + 1), sum: 0 };
    byLabel.set(of, bins);
    return bins;
  }

  function valuesOf(of: string, bins: Bins): Value[] {
    const labels = label === null ? {} : { [label]: of };
    const within = cumulative(bins.counts);
    const buckets = [...edges, "+Inf"].map((le, i) => ({
      labels: { le, ...labels },
      value: within[i] as number,
      metricName: `${name}_bucket`,
    }));
    return [
      ...buckets,
      { labels, value: bins.sum, metricName: `${name}_sum` },
      { labels, value: within.at(-1) as number, metricName: `${name}_count` },
    ];
  }

  return {
    /** @param of the label's value, of which there must be few; "" without a label. */
    observe(of: string, value: number): void {
      const bins = byLabel.get(of) ?? binsOf(of);
      bins.sum += value;
      let bin = 0;
      while (bin < edges.length && value > (edges[bin] as number)) bin += 1;
      bins.counts[bin] = (bins.counts[bin] as number) + 1;
    },

    /** Values within each edge, and last all of them; null where there is none yet. */
    within(of: string): number[] | null {
      const bins = byLabel.get(of);
      return bins ? cumulative(bins.counts) : null;
    },

    metric: readMetric({ name, help, type: "histogram" }, () =>
      [...byLabel].flatMap(([of, bins]) => valuesOf(of, bins)),
    ),
  };
}

/** A metric whose values are computed when it is read. */
export function readMetric(
  about: Pick<ReadMetric, "name" | "help" | "type">,
  values: () => Value[] | Promise<Value[]>,
) {
  return {
    name: about.name,
    get: async (): Promise<ReadMetric> => ({ ...about, aggregator: "sum", values: await values() }),
  };
}

function cumulative(counts: Float64Array): number[] {
  let all = 0;
  return Array.from(counts, (count) => {
    all += count;
    return all;
  });
}
