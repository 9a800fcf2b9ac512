/** Percentiles of the response times that `/metrics` counts, since the start and recently. */

/** A cumulative histogram of response times. */
export interface ResponseTimes {
  /** Upper edges of its bins, seconds, ascending. */
  edges: readonly number[];
  /** Responses within each edge, and last the number of all. Empty where there is none yet. */
  within: readonly number[];
}

export interface Percentiles {
  answers: number;
  /** Seconds; null without a response. Beyond the last edge the value is that edge. */
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

export interface ResponseTimeSummary {
  /** When the service started, Unix ms. */
  startedAt: number;
  sinceStart: Percentiles;
  lately: Percentiles;
  /** The beginning of `lately`, Unix ms: 15 minutes ago, or the start of the service. */
  latelyFrom: number;
  /** The last edge, seconds: a percentile of this value took that long or longer. Null without a response. */
  longest: number | null;
}

export interface ResponseTimeMonitor {
  /** Takes a sample of the histogram; to be called every `sampleEveryMs`. */
  sample(): Promise<void>;
  summary(): Promise<ResponseTimeSummary>;
}

export const sampleEveryMs = 60 * 1000;
const recentSamples = 15;

export function responseTimeMonitor(
  read: () => Promise<ResponseTimes>,
  now: () => number,
): ResponseTimeMonitor {
  const startedAt = now();
  /** Oldest first. The first one has no responses. */
  const samples: { at: number; within: readonly number[] }[] = [{ at: startedAt, within: [] }];
  return {
    async sample() {
      const { within } = await read();
      samples.push({ at: now(), within });
      if (samples.length > recentSamples + 1) samples.shift();
    },
    async summary() {
      const times = await read();
      const before =
        samples.find(({ at }) => at >= now() - recentSamples * sampleEveryMs) ?? samples.at(-1)!;
      const since = times.within.map((count, i) => count - (before.within[i] ?? 0));
      return {
        startedAt,
        sinceStart: percentilesOf(times),
        lately: percentilesOf({ ...times, within: since }),
        latelyFrom: before.at,
        longest: times.edges.at(-1) ?? null,
      };
    },
  };
}

function percentilesOf(times: ResponseTimes): Percentiles {
  const at = (part: number) => percentile(part, times);
  return { answers: times.within.at(-1) ?? 0, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/**
 * The time within which a part of all responses came, interpolated linearly inside a bin as
 * Prometheus' `histogram_quantile` does.
 *
 * @param part above 0, up to 1.
 * @returns seconds; null where there is no response.
 */
export function percentile(part: number, { edges, within }: ResponseTimes): number | null {
  const all = within.at(-1) ?? 0;
  if (all === 0) return null;
  const rank = part * all;
  const bin = within.findIndex((count) => count >= rank);
  const high = edges[bin];
  if (high === undefined) return edges.at(-1) ?? null;
  const [low, below] = bin === 0 ? [0, 0] : [edges[bin - 1]!, within[bin - 1]!];
  return low + ((high - low) * (rank - below)) / (within[bin]! - below);
}
