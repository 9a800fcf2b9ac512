/**
 * Whether the clock can be trusted: lead times, velocity, retention and signatures all follow it. It is
 * compared with the time that passed, and with the times of what was written before.
 */
import { renameSync, writeFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { dayMs } from "./durations.ts";

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

/** Unix ms; 0 where a data folder has no databases. */
async function newestWrite(dataFolder: string): Promise<number> {
  const written = databaseFiles.map((name) =>
    stat(join(dataFolder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return Math.max(...(await Promise.all(written)));
}

/**
 * By how much the clock is behind the newest write to a data folder, ms; 0 where it is not. To be
 * called before anything is written there.
 */
export async function clockBehindMs(dataFolder: string, now: number): Promise<number> {
  const behind = (await newestWrite(dataFolder)) - now;
  return behind > behindMsMin ? Math.round(behind) : 0;
}

/** The clock is far ahead where it is past the expected time by more, ms. */
const farAheadMsMin = { running: dayMs, stopped: 7 * dayMs } as const;
/** A clock that is far ahead is trusted after the service has run with it for so long, ms. */
export const untrustedMs = dayMs;

/** What the service remembers of the time in its data folder. */
interface KnownTime {
  /** The newest time at which the service ran with a clock that was trusted, and what passed since while it ran. */
  at: number;
  /** For how long the service has run with a clock that is far ahead, ms; null where it is not. */
  ranMs: number | null;
}

const knownTimeFile = (dataFolder: string) => join(dataFolder, "known-time");

async function knownTime(dataFolder: string, now: number): Promise<KnownTime> {
  try {
    const { at, ranMs } = JSON.parse(await readFile(knownTimeFile(dataFolder), "utf8"));
    if (Number.isFinite(at) && (ranMs === null || Number.isFinite(ranMs))) return { at, ranMs };
  } catch {
    // A folder of an older version, or a new one.
  }
  return { at: (await newestWrite(dataFolder)) || now, ranMs: null };
}

const farAheadMsMinOf = ({ ranMs }: KnownTime) =>
  ranMs === null ? farAheadMsMin.stopped : farAheadMsMin.running;

/** By how much the clock is past the time at which the service last ran, ms; 0 where it is not far ahead. */
export async function clockFarAheadMs(dataFolder: string, now: number): Promise<number> {
  const known = await knownTime(dataFolder, now);
  return now - known.at > farAheadMsMinOf(known) ? now - known.at : 0;
}

/** A sentence for `/readyz` and `doctor`. */
export const farAheadText = (ms: number): string =>
  `the clock is ${Math.round(ms / 3_600_000)} h past the time at which the service last ran; set it if it is wrong: ` +
  "nothing is deleted at the end of its retention until the service has run with it for 24 hours";

export interface ClockTrust {
  /** Whether retention may go by the clock; to be called before each of its runs. */
  isTrusted(): boolean;
  warnings(): string[];
}

/**
 * Retention cannot be undone, and a clock that is far ahead would end all of it. The clock is compared with the time at
 * which the service last ran, which is stored at each run of the retention: a service without bookings stores it, too.
 * A folder that was not in use for weeks looks the same as a clock that is wrong. Therefore the clock is trusted after
 * the service has run with it for a day, in which the warning can be read; the time before a restart counts. A clock
 * that is behind deletes nothing too early: the time that is known remains.
 */
export async function clockTrust(deps: {
  dataFolder: string;
  now: () => number;
  passed: () => number;
  /** Called once, when the clock is found to be far ahead. */
  farAhead: (ms: number) => void;
}): Promise<ClockTrust> {
  const { dataFolder, now, passed, farAhead } = deps;
  let { at, ranMs } = await knownTime(dataFolder, now());
  let msMin: number = farAheadMsMinOf({ at, ranMs });
  let last = passed();
  let aheadMs = 0;
  return {
    isTrusted() {
      const passedMs = passed() - last;
      last += passedMs;
      at += passedMs;
      ranMs = ranMs === null ? 0 : ranMs + passedMs;
      const time = now();
      const wasAhead = aheadMs > 0;
      aheadMs = time - at > msMin && ranMs < untrustedMs ? time - at : 0;
      if (aheadMs === 0) {
        at = Math.max(at, time);
        ranMs = null;
      } else if (!wasAhead) farAhead(aheadMs);
      msMin = farAheadMsMin.running;
      write(knownTimeFile(dataFolder), { at, ranMs });
      return aheadMs === 0;
    },
    warnings: () => (aheadMs === 0 ? [] : [farAheadText(aheadMs)]),
  };
}

/** Where the disk is full, retention goes on: it makes room. */
function write(file: string, known: KnownTime): void {
  try {
    writeFileSync(`${file}.tmp`, `${JSON.stringify(known)}\n`, { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  } catch {}
}
