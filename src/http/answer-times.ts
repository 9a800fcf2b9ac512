/** How long answers take: percentiles of what `/metrics` counts, since the start and lately. */

/** A histogram: how many answers took at most so long. */
export interface AnswerTimes {
  /** Upper edges of its bins, seconds, rising. */
  edges: readonly number[];
  /** How many were within each edge, and at last how many there were. Empty: none yet. */
  within: readonly number[];
}

export interface Percentiles {
  answers: number;
  /** Seconds; null without an answer. What is beyond the last edge counts as that edge. */
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

export interface AnswerTimesSeen {
  /** When the counting began, Unix ms: the service's start. */
  startedAt: number;
  sinceStart: Percentiles;
  lately: Percentiles;
  /** What "lately" means, Unix ms: a quarter of an hour, or since the start. */
  latelyFrom: number;
  /** The last edge, seconds: what is as much took that or longer. Null without an answer. */
  longest: number | null;
}

export interface AnswerTimesWatch {
  /** Remembers how things stand, to be called every `watchEveryMs`. */
  note(): Promise<void>;
  look(): Promise<AnswerTimesSeen>;
}

export const watchEveryMs = 60 * 1000;
const latelyNotes = 15;

export function answerTimesWatch(
  read: () => Promise<AnswerTimes>,
  now: () => number,
): AnswerTimesWatch {
  const startedAt = now();
  /** The oldest first; before any, nothing was answered. */
  const notes: { at: number; within: readonly number[] }[] = [{ at: startedAt, within: [] }];
  return {
    async note() {
      const { within } = await read();
      notes.push({ at: now(), within });
      if (notes.length > latelyNotes + 1) notes.shift();
    },
    async look() {
      const times = await read();
      const before =
        notes.find(({ at }) => at >= now() - latelyNotes * watchEveryMs) ?? notes.at(-1)!;
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

function percentilesOf(times: AnswerTimes): Percentiles {
  const at = (part: number) => percentile(part, times);
  return { answers: times.within.at(-1) ?? 0, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/**
 * The time within which a part of all answers came, taken as even inside a bin: what Prometheus'
 * `histogram_quantile` does.
 *
 * @param part above 0, up to 1.
 * @returns seconds; null where there is no answer.
 */
export function percentile(part: number, { edges, within }: AnswerTimes): number | null {
  const all = within.at(-1) ?? 0;
  if (all === 0) return null;
  const rank = part * all;
  const bin = within.findIndex((count) => count >= rank);
  const high = edges[bin];
  if (high === undefined) return edges.at(-1) ?? null;
  const [low, below] = bin === 0 ? [0, 0] : [edges[bin - 1]!, within[bin - 1]!];
  return low + ((high - low) * (rank - below)) / (within[bin]! - below);
}
