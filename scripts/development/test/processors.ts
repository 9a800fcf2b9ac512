/** How busy the machine's processors are, with everything that runs on it. */
import { cpus } from "node:os";

/** @returns a function that returns the share of time in which they were not busy since this call, 0 to 1. */
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
/** From this idle share on, another job may start. */
const idleShareMin = 0.2;

/**
 * @returns a function that measures for two seconds whether the processors have the capacity for another job. A call
 *   during a measurement waits for one of its own, so that two jobs do not start for the same idle time.
 */
export function openCapacity(): () => Promise<boolean> {
  let last = Promise.resolve(false);
  return () => {
    last = last.then(async () => {
      const idleShare = startIdleShare();
      await Bun.sleep(measuredMs);
      return idleShare() >= idleShareMin;
    });
    return last;
  };
}
