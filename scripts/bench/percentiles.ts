/** How long requests took, ms. */
export interface Latency {
  p50: number;
  p90: number;
  p95: number;
  p99: number;
  p999: number;
  max: number;
}

/** All are 0 where there was no request. */
export function percentiles(ms: readonly number[]): Latency {
  const sorted = Float64Array.from(ms).sort();
  const at = (share: number) => {
    const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
    return Number((sorted[index] ?? 0).toFixed(2));
  };
  return { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), p999: at(0.999), max: at(1) };
}
