/** A queue whose servers take several at once, as copies open and commit decisions in groups. */

export interface GroupedQueue {
  /** Arrivals a second, at random moments. */
  rate: number;
  /** How many one group takes at most. */
  groupMax: number;
  /** How many groups are under way at once. */
  slots: number;
  /** How long a group of n takes, ms. */
  groupMs: (n: number) => number;
}

export interface Waited {
  /** From an arrival to the end of its group, ms. */
  p50: number;
  p99: number;
  /** The part of the arrivals that was served before the time was over, 0 to 1. */
  served: number;
}

/** The most that it can serve a second, however long they wait. */
export function ceilingOf({ groupMax, slots, groupMs }: Omit<GroupedQueue, "rate">): number {
  return (slots * groupMax * 1000) / groupMs(groupMax);
}

/** @param random 0 to 1, without 1 */
export function simulate(queue: GroupedQueue, seconds: number, random: () => number): Waited {
  const { rate, groupMax, slots, groupMs } = queue;
  const arrivals: number[] = [];
  const gap = () => (-Math.log(1 - random()) * 1000) / rate;
  for (let at = gap(); at < seconds * 1000; at += gap()) arrivals.push(at);
  const freeAt = new Array<number>(slots).fill(0);
  const waited: number[] = [];
  for (let first = 0; first < arrivals.length; ) {
    const slot = freeAt.indexOf(Math.min(...freeAt));
    const start = Math.max(freeAt[slot]!, arrivals[first]!);
    if (start > seconds * 1000) break;
    let next = first;
    while (next < first + groupMax && arrivals[next]! <= start) next++;
    const end = start + groupMs(next - first);
    for (const arrival of arrivals.slice(first, next)) waited.push(end - arrival);
    freeAt[slot] = end;
    first = next;
  }
  waited.sort((a, b) => a - b);
  const quantile = (part: number) => waited[Math.floor(part * (waited.length - 1))] ?? 0;
  return { p50: quantile(0.5), p99: quantile(0.99), served: waited.length / arrivals.length };
}
