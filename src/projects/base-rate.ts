/** A project's own share of fraud among booking attempts, to which its scores are shifted. */
import { invalidInput } from "../base/domain-error.ts";
import { type Actor, auditEntry } from "../storage/port/audit.ts";
import type { BaseRateBasis } from "../storage/port/projects.ts";
import { getChoices } from "./choices.ts";
import { getProject, type ProjectDeps, type ProjectSummary, projectSummary } from "./projects.ts";

/**
 * At 0.01 %, odds are 1/220 of those at 2.2 %, which is 78 points: no calibration is measured
 * further out. Above 20 % fraud is not rare but an attack in progress, which is no lasting rate.
 */
export const baseRateLimits = { min: 0.0001, max: 0.2 } as const;

/** As in `0.4 %`. */
export const percentText = (rate: number) => `${Number((rate * 100).toPrecision(3))} %`;

export function isWithinLimits(baseRate: number): boolean {
  return baseRate >= baseRateLimits.min && baseRate <= baseRateLimits.max;
}

/**
 * Reads a percentage, such as `0.4` or `0.4 %`, which is a rate of 0.004.
 * @throws DomainError invalid_input
 */
export function readBaseRate(text: string): number {
  const { min, max } = baseRateLimits;
  const decimal = /^\s*(\d{1,3}(?:\.\d{1,9})?)\s*%?\s*$/.exec(text)?.[1];
  const baseRate = Number((Number(decimal) / 100).toPrecision(12));
  if (isWithinLimits(baseRate)) return baseRate;
  const range = `${percentText(min)} to ${percentText(max)}`;
  throw invalidInput("baseRate", `must be a percentage from ${range}, such as 0.4`);
}

/**
 * Sets the rate, or unsets it, so that scores are the model's again. It applies to the next request;
 * earlier decisions keep theirs. Setting the current rate again changes nothing.
 *
 * @param input `percent`: as entered by a person; null to unset it.
 * @throws DomainError invalid_input, project_not_found
 */
export async function setBaseRate(
  deps: ProjectDeps,
  actor: Actor,
  { projectId, percent }: { projectId: string; percent: string | null },
): Promise<ProjectSummary> {
  const baseRate = percent === null ? null : readBaseRate(percent);
  const basis = baseRate === null ? null : { kind: "entered" as const, at: deps.now() };
  return storeBaseRate(deps, actor, { projectId, baseRate, basis });
}

/** As `setBaseRate`, with a rate that was read or estimated. */
export async function storeBaseRate(
  { store, now }: ProjectDeps,
  actor: Actor,
  input: { projectId: string; baseRate: number | null; basis: BaseRateBasis | null },
): Promise<ProjectSummary> {
  const { projectId, baseRate, basis } = input;
  const project = await getProject(store, projectId);
  const before = project.baseRate;
  if (baseRate === before) return projectSummary(project);
  const detail = { baseRate, before, basis: basis && factsOf(basis) };
  await store.projects.setBaseRate(
    projectId,
    baseRate,
    basis,
    auditEntry(actor, now(), "project.base-rate", { subject: projectId, projectId, detail }),
  );
  return projectSummary({ ...project, baseRate });
}

/** The time is that of the audit entry. */
const factsOf = ({ at: _, ...facts }: BaseRateBasis) => facts;

/** What the project's rate rests on; null where none is set. @throws DomainError project_not_found */
export async function getBaseRateBasis(
  { store }: Pick<ProjectDeps, "store">,
  projectId: string,
): Promise<BaseRateBasis | null> {
  return (await getChoices({ store }, projectId)).baseRateBasis;
}
