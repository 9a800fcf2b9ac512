/** Work that keeps the processor busy runs one piece at a time, because bookings come first. */
import { Problem } from "../../http/problem.ts";

/** Pieces of work that may wait; each takes a second or two. */
export const waitingMax = 16;

export type OneAtATime = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** @returns a function that runs work after the work before it; it throws Problem rate_limited. */
export function oneAtATime(): OneAtATime {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    if (waiting >= waitingMax) throw tooMany();
    waiting += 1;
    const mine = last.then(work);
    last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      waiting -= 1;
    }
  };
}

export const tooMany = () =>
  new Problem("rate_limited", "Too many such requests at once. Try again in a moment.", {
    headers: { "Retry-After": "5" },
  });
