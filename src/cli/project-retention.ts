/** A project's retention on the command line: said, and agreed to where it deletes something. */
import { UsageError } from "../config.ts";
import { auditLine } from "../storage/audit.ts";
import type { Store } from "../storage/store.ts";
import { keptSince, readRetentionDays, retentionDays } from "../telemetry/retention.ts";
import { doing } from "./actor.ts";
import { CommandFailed } from "./output.ts";

/** @throws UsageError for what is none; null where nothing is asked. */
export function retentionAsked(text: string | undefined): { days: number | null } | null {
  if (text === undefined) return null;
  if (text === "default") return { days: null };
  const days = readRetentionDays(text);
  if (days !== null) return { days };
  throw new UsageError(
    `--telemetry-retention must be a whole number of days from ${retentionDays.min} to ` +
      `${retentionDays.max}, or 0 for ever, or default`,
  );
}

export function keptText(days: number | null): string {
  if (days === null) return "as long as the service says";
  if (days === 0) return "for ever";
  return days === 1 ? "1 day" : `${days} days`;
}

/** @throws CommandFailed where something would be deleted and nobody agreed. */
export async function setRetention(
  id: string,
  { days, agreed }: { days: number | null; agreed: boolean },
  store: Store,
): Promise<void> {
  const before = (await store.projects.choices(id))?.telemetryRetentionDays ?? null;
  if (!agreed) await assertDeletesNothing(id, { days, before }, store);
  const line = auditLine(doing(), "project.telemetry-retention", id, id, { days, before });
  await store.projects.setTelemetryRetention(id, days, line);
}

/** What the service says is not known here: giving an own retention up may delete anything. */
async function assertDeletesNothing(
  id: string,
  { days, before }: { days: number | null; before: number | null },
  store: Store,
): Promise<void> {
  if (days === before) return;
  const since = days === null ? Date.now() : keptSince(days, Date.now());
  if (since === null) return;
  const { batches, oldestAt } = await store.search.telemetryBefore(id, since);
  if (oldestAt === null) return;
  const oldest = `the oldest of ${new Date(oldestAt).toISOString()}`;
  throw new CommandFailed(
    days === null
      ? `of ${batches} batches of telemetry, ${oldest}, those that the service's own retention ` +
          "does not keep would be deleted; say --yes to have that done"
      : `${batches} batches of telemetry, ${oldest}, would be deleted within ten minutes, for ` +
          "good; decisions keep what they were made from. Say --yes to have that done",
  );
}
