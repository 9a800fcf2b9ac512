/**
 * What a service does on the database besides answering; any number of copies may. What fails is tried again
 * the next time, and is in the log: nothing else would show it until the tables have grown.
 */
import type { log } from "../../base/log.ts";
import { type Job, runEvery } from "../../base/periodic.ts";
import { StorageUnavailable } from "../port/store.ts";
import type { Connection } from "./connection.ts";
import { mergeHotelDays } from "./events/hotel-days.ts";
import { removeOldKeys } from "./events/idempotency.ts";
import type { OpenAttempts } from "./open-attempts.ts";
import { keepPartitions } from "./partitions.ts";
import { removeEndedWindows } from "./shared/attempt-counts.ts";
import { removeSilentCopies } from "./shared/copies.ts";
import { databaseTime } from "./shared/database-clock.ts";
import { removeUnusedQuotas } from "./shared/quotas.ts";

const everyMs = 10_000;
/** Idempotency keys older than this count no longer: a day, and an hour for clocks that differ. */
const idempotencyMaxMs = 25 * 60 * 60 * 1000;

/** As the log and docs/postgresql.md name them. */
export type Task =
  | "attempts"
  | "attempt_counts"
  | "copies"
  | "heartbeat"
  | "hotel_days"
  | "idempotency_keys"
  | "partitions"
  | "quotas";

/** Performs a task. It never rejects. */
export type Perform = (task: Task, work: () => Promise<void>) => Promise<void>;

/** Logs a task that fails, once for each reason until it succeeds. */
export function logFailures(write: typeof log): Perform {
  const failing = new Map<Task, Set<string>>();
  return async (task, work) => {
    try {
      await work();
      if (failing.delete(task)) write("info", "maintenance_recovered", { task });
    } catch (error) {
      const reason = reasonOf(error);
      const logged = failing.get(task) ?? new Set();
      if (!logged.has(reason)) write("warning", "maintenance_failed", { task, reason });
      failing.set(task, logged.add(reason));
    }
  };
}

/** Anything but the port's error is a fault of ours, whose message may quote a row: only its class. */
function reasonOf(error: unknown): string {
  if (error instanceof StorageUnavailable) return error.message;
  return error instanceof Error ? error.name : typeof error;
}

export function startMaintenance(
  connection: Connection,
  attempts: OpenAttempts,
  perform: Perform,
): Job {
  return runEvery(everyMs, "maintenance_failed", () => maintain(connection, attempts, perform));
}

export async function maintain(
  connection: Connection,
  { closeAbandoned }: Pick<OpenAttempts, "closeAbandoned">,
  perform: Perform,
): Promise<void> {
  const now = databaseTime(connection); // Where it fails, so does each task that awaits it.
  await Promise.all([
    perform("attempts", closeAbandoned),
    perform("partitions", async () => keepPartitions(connection, await now)),
    perform("idempotency_keys", async () =>
      removeOldKeys(connection, (await now) - idempotencyMaxMs),
    ),
    perform("copies", () => removeSilentCopies(connection)),
    perform("quotas", () => removeUnusedQuotas(connection)),
    perform("attempt_counts", () => removeEndedWindows(connection)),
    perform("hotel_days", async () => mergeHotelDays(connection, await now)),
  ]);
}
