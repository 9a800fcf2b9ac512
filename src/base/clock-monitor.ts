/**
 * Whether the clock can be trusted: lead times, velocity, retention and signatures all follow it. It is
 * compared with the time that passed, and with the times of what was written before.
 */
import { stat } from "node:fs/promises";
import { join } from "node:path";

/** Time servers correct a clock by less; more changes what velocity sees, ms. */
const jumpMsMin = 2000;
/** How long a jump stays a warning, ms: long enough to be seen, and then it is in the log. */
export const warnedMs = 60 * 60 * 1000;
/** Clocks of two machines that share a folder differ by less, ms. */
const behindMsMin = 60_000;

export interface ClockJump {
  /** Unix ms after the jump. */
  at: number;
  /** Positive where the clock was put forward, ms. */
  byMs: number;
}

export interface ClockMonitor {
  /** Compares both clocks; to be called every second. */
  check(): void;
  warnings(): string[];
}

export function clockMonitor(deps: {
  /** Unix ms. */
  now: () => number;
  /** ms that passed, whatever the clock says. */
  passed: () => number;
  jumped: (jump: ClockJump) => void;
}): ClockMonitor {
  let offset = deps.now() - deps.passed();
  let last: (ClockJump & { passedAt: number }) | null = null;
  return {
    check() {
      const at = deps.now();
      const passedAt = deps.passed();
      const byMs = Math.round(at - passedAt - offset);
      offset = at - passedAt;
      if (Math.abs(byMs) < jumpMsMin) return;
      last = { at, byMs, passedAt };
      deps.jumped({ at, byMs });
    },
    warnings() {
      if (!last || deps.passed() - last.passedAt > warnedMs) return [];
      const way = last.byMs > 0 ? "forward" : "back";
      const seconds = Math.round(Math.abs(last.byMs) / 1000);
      return [`the clock jumped ${way} by ${seconds} s; check the machine's time synchronization`];
    },
  };
}

const databaseFiles = ["control.db", "control.db-wal", "events.db", "events.db-wal"];

/**
 * By how much the clock is behind the newest write to a data folder, ms; 0 where it is not. To be
 * called before anything is written there.
 */
export async function clockBehindMs(dataFolder: string, now: number): Promise<number> {
  const written = await Promise.all(
    databaseFiles.map((name) =>
      stat(join(dataFolder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  const behind = Math.max(...written) - now;
  return behind > behindMsMin ? Math.round(behind) : 0;
}
