/** How long a project stores its telemetry: its own choice, or else the service's. */
import { DomainError, invalidInput } from "../../base/domain-error.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import type { AgedTelemetry } from "../../storage/port/collections.ts";
import type { Store } from "../../storage/port/store.ts";
import { keptSince, readRetentionDays, retentionDays } from "./retention.ts";

export interface RetentionDeps {
  store: Pick<Store, "projects" | "search">;
  now: () => number;
}

/** 0 stores telemetry indefinitely; null: as long as the service's setting says. */
export type RetentionDays = number | null;

/** @throws DomainError project_not_found */
export async function getRetention(
  { store }: Pick<RetentionDeps, "store">,
  projectId: string,
): Promise<RetentionDays> {
  const choices = await store.projects.choices(projectId);
  if (!choices) throw new DomainError("project_not_found", { projectId });
  return choices.telemetryRetentionDays;
}

/** @param input as text or a number. @throws DomainError invalid_input */
export function requireRetentionDays(input: unknown): number {
  const days = readRetentionDays(input);
  if (days !== null) return days;
  const { min, max } = retentionDays;
  const range = `${min} to ${max.toLocaleString("en")}`;
  throw invalidInput("days", `must be a whole number of days from ${range}, or 0 for ever`);
}

/** What a retention of so many days would delete of the telemetry that is stored now. */
export async function previewRetention(
  { store, now }: RetentionDeps,
  { projectId, days }: { projectId: string; days: number },
): Promise<AgedTelemetry> {
  const before = keptSince(days, now());
  if (before === null) return { batches: 0, oldestAt: null };
  return store.search.telemetryBefore(projectId, before);
}

/**
 * Takes effect with the next deletion, within ten minutes.
 *
 * @param input `days`: as text or a number; null for the service's setting. `confirmed`: the user
 *   knows that telemetry may be deleted.
 * @throws DomainError invalid_input, project_not_found, telemetry_would_be_deleted
 */
export async function setRetention(
  deps: RetentionDeps,
  actor: Actor,
  input: { projectId: string; days: unknown; confirmed: boolean },
): Promise<RetentionDays> {
  const { projectId, confirmed } = input;
  const days = input.days === null ? null : requireRetentionDays(input.days);
  const before = await getRetention(deps, projectId);
  if (!confirmed && days !== before) await assertDeletesNothing(deps, { projectId, days });
  const detail = { days, before };
  const entry = { subject: projectId, projectId, detail };
  await deps.store.projects.setTelemetryRetention(
    projectId,
    days,
    auditEntry(actor, deps.now(), "project.telemetry-retention", entry),
  );
  return days;
}

/** The service's own setting is not known here: falling back to it may delete everything. */
async function assertDeletesNothing(
  deps: RetentionDeps,
  { projectId, days }: { projectId: string; days: RetentionDays },
): Promise<void> {
  const { batches, oldestAt } =
    days === null
      ? await deps.store.search.telemetryBefore(projectId, deps.now())
      : await previewRetention(deps, { projectId, days });
  if (oldestAt === null) return;
  throw new DomainError("telemetry_would_be_deleted", { batches, oldestAt, days });
}
