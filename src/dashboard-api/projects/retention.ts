/** How long a project's telemetry is kept. */
import { auditLine } from "../../storage/audit.ts";
import { keptSince, readRetentionDays, retentionDays } from "../../telemetry/retention.ts";
import type { Caller } from "../admit.ts";
import { invalidField } from "../fields.ts";
import type { Parts } from "../parts.ts";
import { changedProject } from "./changed.ts";

export interface Retention {
  /** 0 for ever; null: as long as the service says. */
  days: number | null;
  /** What the service says; 0 for ever. */
  serviceDays: number;
}

/** @throws Problem not_found */
export async function lookAtRetention(
  { store, telemetryRetentionDays: serviceDays }: Parts,
  projectId: string,
): Promise<Retention> {
  await changedProject(projectId, store);
  const choices = await store.projects.choices(projectId);
  return { days: choices?.telemetryRetentionDays ?? null, serviceDays };
}

export interface WouldDelete {
  batches: number;
  oldestAt: string | null;
}

/** What a retention would delete of what is there now. @throws Problem not_found, validation_failed */
export async function wouldDelete(
  parts: Parts,
  projectId: string,
  asked: string,
): Promise<WouldDelete> {
  const { serviceDays } = await lookAtRetention(parts, projectId);
  const before = keptSince(asked === "default" ? serviceDays : daysOf(asked), parts.now());
  if (before === null) return { batches: 0, oldestAt: null };
  const { batches, oldestAt } = await parts.store.search.telemetryBefore(projectId, before);
  return { batches, oldestAt: oldestAt === null ? null : new Date(oldestAt).toISOString() };
}

/** Holds from the next deletion on, within ten minutes. @throws Problem not_found, validation_failed */
export async function setRetention(
  parts: Parts,
  { doing }: Caller,
  projectId: string,
  asked: unknown,
): Promise<Retention> {
  const before = await lookAtRetention(parts, projectId);
  const days = asked === null ? null : daysOf(asked);
  const detail = { days, before: before.days };
  const line = auditLine(doing(), "project.telemetry-retention", projectId, projectId, detail);
  await parts.store.projects.setTelemetryRetention(projectId, days, line);
  return lookAtRetention(parts, projectId);
}

function daysOf(asked: unknown): number {
  const days = readRetentionDays(asked);
  if (days !== null) return days;
  const { min, max } = retentionDays;
  const range = `${min} to ${max.toLocaleString("en")}`;
  throw invalidField("/days", `must be a whole number of days from ${range}, or 0 for ever`);
}
