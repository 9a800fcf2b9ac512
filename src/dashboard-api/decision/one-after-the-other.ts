/** Work that keeps the processor busy is done one piece after the other: bookings come first. */
import { Problem } from "../../http/problem.ts";

/** Pieces that wait for their turn at most; each takes a second or two. */
export const waitingMax = 16;

export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** @returns a function that does a piece of work when those before it are done. It throws Problem
 *    rate_limited where too many wait. */
export function oneAfterTheOther(): InTurn {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    if (waiting >= waitingMax) {
      throw new Problem("rate_limited", "Too many such questions at once; try again in a moment.", {
        headers: { "Retry-After": "5" },
      });
    }
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
