/** Background jobs of a running service, which let requests be answered meanwhile. */
import { log } from "./log.ts";

/** @returns a function that waits for so many ms, for a job to call between its parts. */
export const pauseOf = (ms: number) => () =>
  new Promise<void>((resolve) => setTimeout(resolve, ms));

export interface Job {
  /** Waits for a run that is in progress; no other begins. */
  stop(): Promise<void>;
}

/**
 * Runs a job at an interval, never twice at the same time. A failure is logged under `event`, and
 * the job runs again at the next interval.
 *
 * @param atOnce also run it now.
 */
export function runEvery(
  everyMs: number,
  event: string,
  job: () => Promise<void> | void,
  { atOnce = false } = {},
): Job {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= (async () => job())()
      .catch((error) => log("warning", event, { reason: String(error) }))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(run, everyMs);
  if (atOnce) run();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
