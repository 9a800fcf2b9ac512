/**
 * Slows a backup down while a service runs. Its commits wait for the same disk, and a sync of the backup's
 * file that has begun is waited for by each of them, so the backup syncs little at a time and leaves the disk
 * alone in between, for as long as its own work shows that the machine needs.
 */
import { servingLock } from "../sqlite/serving-lock.ts";
import type { Bytes } from "./encryption.ts";

/** How much is read, written and synced between two rests. */
export const pieceBytes = 1 << 20;
/** A rest is so many times as long as the work before it: the backup works a quarter of the time. */
const restFactor = 3;
/** The longest rest, ms, so that a backup on a slow disk ends: 1 GiB rests for 4 minutes at most. */
const restMsMax = 250;

export interface Pace {
  /** Work of so many ms was done since the last rest. */
  worked(ms: number): void;
  rest(): Promise<void>;
}

export function slowPace(sleep: (ms: number) => Promise<unknown> = Bun.sleep): Pace {
  let workedMs = 0;
  return {
    worked(ms) {
      workedMs += ms;
    },
    async rest() {
      const ms = Math.min(workedMs * restFactor, restMsMax);
      workedMs = 0;
      await sleep(ms);
    },
  };
}

/** Signals have their turn. */
const fullPace: Pace = { worked() {}, rest: () => Bun.sleep(0) };

/** Slow where a service uses the folder. */
export function paceFor(folder: string): Pace {
  const lock = servingLock(folder);
  try {
    return lock.isElsewhere() ? slowPace() : fullPace;
  } finally {
    lock.release();
  }
}

/** @param goOn called after each piece. What it throws ends the backup. */
export async function* paced(
  bytes: Bytes,
  pace: Pace,
  goOn: () => void,
): AsyncGenerator<Uint8Array> {
  const reader = bytes.getReader();
  let sinceRest = 0;
  try {
    for (;;) {
      const started = performance.now();
      const { value, done } = await reader.read();
      pace.worked(performance.now() - started);
      if (done) return;
      yield value;
      sinceRest += value.length;
      if (sinceRest < pieceBytes) continue;
      sinceRest = 0;
      goOn();
      await pace.rest();
    }
  } finally {
    await reader.cancel().catch(() => {}); // The failure is the one that ended the loop.
  }
}
