/** How long a project keeps its decisions whole: its own choice, or else the service's. */
import { DomainError, invalidInput } from "../../base/domain-error.ts";
import { changeChoices, getChoices } from "../../projects/choices.ts";
import { isChange } from "../../projects/setting-change.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import {
  type KeptOfDecisions,
  keptOfDecisions,
  type ProjectChoices,
} from "../../storage/port/projects.ts";
import type { Store } from "../../storage/port/store.ts";
import { decisionRetentionDays, endedBefore } from "./retention.ts";

export interface DecisionRetentionDeps {
  store: Pick<Store, "projects" | "guests">;
  now: () => number;
}

export interface ProjectDecisionRetention {
  /** 0 for ever; null: as long as the service's setting says. */
  days: number | null;
  keeps: KeptOfDecisions;
}

/** @throws DomainError project_not_found */
export async function getDecisionRetention(
  { store }: { store: Pick<Store, "projects"> },
  projectId: string,
): Promise<ProjectDecisionRetention> {
  return retentionOf(await getChoices({ store }, projectId));
}

const retentionOf = (choices: ProjectChoices): ProjectDecisionRetention => ({
  days: choices.decisionRetentionDays,
  keeps: choices.decisionRetentionKeeps ?? "training",
});

/** A retention of 0 or of whole days within the limits; null for anything else. */
export function readDecisionRetentionDays(value: unknown): number | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^\d{1,5}$/.test(text)) return null;
  const days = Number(text);
  const { min, max, forEver } = decisionRetentionDays;
  return days === forEver || (days >= min && days <= max) ? days : null;
}

/** @param input as text or a number. @throws DomainError invalid_input */
export function requireDecisionRetentionDays(input: unknown): number {
  const days = readDecisionRetentionDays(input);
  if (days !== null) return days;
  const { min, max } = decisionRetentionDays;
  const range = `${min} to ${max.toLocaleString("en")}`;
  throw invalidInput(
    "decisionRetentionDays",
    `must be a whole number of days from ${range}, or 0 for ever`,
  );
}

/** @throws DomainError invalid_input */
export function requireKept(input: unknown): KeptOfDecisions {
  const kept = keptOfDecisions.find((one) => one === input);
  if (kept) return kept;
  throw invalidInput("decisionRetentionKeeps", `must be ${keptOfDecisions.join(" or ")}`);
}

/** Of how many decisions a retention would end at once. */
export async function previewDecisionRetention(
  { store, now }: DecisionRetentionDeps,
  { projectId, days, keeps }: { projectId: string; days: number; keeps: KeptOfDecisions },
): Promise<{ decisions: number; oldestAt: number | null }> {
  const before = endedBefore(days, now());
  if (before === null) return { decisions: 0, oldestAt: null };
  return store.guests.dueCount(projectId, before, keeps === "nothing");
}

/**
 * Takes effect within ten minutes.
 *
 * @param input `days`: as text or a number; null for the service's setting. `keeps`: what is kept of a
 *   decision. Undefined leaves either as it is. `confirmed`: the user knows what is removed.
 *   `replaces`: the retention that was shown; undefined: whatever is stored.
 * @throws DomainError invalid_input, project_not_found, setting_changed, decisions_would_be_blanked
 */
export async function setDecisionRetention(
  deps: DecisionRetentionDeps,
  actor: Actor,
  input: {
    projectId: string;
    days?: unknown;
    keeps?: unknown;
    confirmed: boolean;
    replaces?: ProjectDecisionRetention | undefined;
  },
): Promise<ProjectDecisionRetention> {
  const { projectId, confirmed } = input;
  await changeChoices(deps, projectId, async (choices) => {
    const before = retentionOf(choices);
    const days = daysOf(input.days, before.days);
    const keeps = input.keeps === undefined ? before.keeps : requireKept(input.keeps);
    const shown = { replaces: input.replaces, stored: before };
    if (!isChange({ days, keeps }, before, shown)) return null;
    if (!confirmed) await assertEndsNothing(deps, projectId, { days, keeps });
    const about = { subject: projectId, projectId, detail: { days, keeps, before } };
    const audit = auditEntry(actor, deps.now(), "project.decision-retention", about);
    return { choices: { decisionRetentionDays: days, decisionRetentionKeeps: keeps }, audit };
  });
  return getDecisionRetention(deps, projectId);
}

function daysOf(input: unknown, before: number | null): number | null {
  if (input === undefined) return before;
  return input === null ? null : requireDecisionRetentionDays(input);
}

/** The service's own setting is not known here: falling back to it may remove the data of all. */
async function assertEndsNothing(
  deps: DecisionRetentionDeps,
  projectId: string,
  { days, keeps }: ProjectDecisionRetention,
): Promise<void> {
  const { decisions, oldestAt } =
    days === null
      ? await deps.store.guests.dueCount(projectId, deps.now(), keeps === "nothing")
      : await previewDecisionRetention(deps, { projectId, days, keeps });
  if (oldestAt === null) return;
  throw new DomainError("decisions_would_be_blanked", { decisions, oldestAt, days });
}
