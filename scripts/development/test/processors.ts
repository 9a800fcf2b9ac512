/** How busy the machine's processors are, with everything that runs on it. */
import { cpus } from "node:os";

/** @returns a function that tells which share of their time they were not busy since this call, 0 to 1. */
export function startIdleShare(): () => number {
  const startedAt = performance.now();
  const before = busyMs();
  return () => {
    const elapsedMs = (performance.now() - startedAt) * cpus().length;
    return Math.max(0, 1 - (busyMs() - before) / elapsedMs);
  };
}

/** Since the machine started. Waiting for a disk is not busy. */
function busyMs(): number {
  return cpus().reduce(
    (sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq,
    0,
  );
}

/** How long is measured before another job may start, ms. */
const measuredMs = 2_000;
/** From this share on, there is time for another job. */
const freeShareMin = 0.2;

/**
 * Measures for two seconds whether the processors have time for another job. Who asks meanwhile gets the next
 * measurement, so that no two jobs start in the same time that is free.
 */
export function timeForAnother(): () => Promise<boolean> {
  let last = Promise.resolve(false);
  return () => {
    last = last.then(async () => {
      const idleShare = startIdleShare();
      await Bun.sleep(measuredMs);
      return idleShare() >= freeShareMin;
    });
    return last;
  };
}
