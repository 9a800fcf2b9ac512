import { type Static, Type } from "@sinclair/typebox";
import { type Known, knownByScore } from "../../decisions/known-by-score.ts";
import { exampleTerms, keptTerms, type MoneyTerms, readTerm } from "../../decisions/money-terms.ts";
import { dayMs } from "../../decisions/overview.ts";
import { invalidField } from "../fields.ts";
import type { Parts } from "../parts.ts";
import { changedProject } from "../projects/changed.ts";

/** Days up to now, or all that there is. */
export const Period = Type.Union([
  Type.Literal("30"),
  Type.Literal("90"),
  Type.Literal("365"),
  Type.Literal("all"),
]);
export type Period = Static<typeof Period>;

export interface Money {
  /** The project's own; null where nobody has said. */
  terms: MoneyTerms | null;
  /** Unix ms. */
  from: number;
  to: number;
  /** By which it was told what is known. */
  matureDays: number | null;
  known: Known;
}

/**
 * What is known of a project's decisions by score, for the page to weigh: whatever somebody tries
 * there is counted there, and none of it is asked for again.
 * @throws Problem not_found, validation_failed
 */
export async function lookAtMoney(
  { store, now }: Parts,
  projectId: string,
  { period = "365", matureDays }: { period?: Period; matureDays?: string },
): Promise<Money> {
  await changedProject(projectId, store);
  const terms = keptTerms((await store.projects.choices(projectId))?.moneyTerms ?? null);
  const asked = matureDays === undefined ? null : readTerm("matureDays", matureDays);
  if (asked && "issue" in asked) throw invalidField("/matureDays", asked.issue);
  const maturity = {
    asOf: now(),
    matureDays: asked ? asked.value : (terms ?? exampleTerms).matureDays,
  };
  const range = { from: period === "all" ? 0 : now() - Number(period) * dayMs, to: now() + 1 };
  const known = await knownByScore(projectId, range, maturity, store);
  return { terms, ...range, matureDays: maturity.matureDays, known };
}
