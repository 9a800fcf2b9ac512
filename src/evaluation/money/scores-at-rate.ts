/**
 * Counts of decisions by score, at today's base rate of the project. Decisions from before the rate was
 * last changed have scores on another scale, so they are scored again from the model's own
 * probabilities: what a setting would deny or earn is computed from such scores as it will see.
 */

import { hourMs } from "../../base/durations.ts";
import { getProject } from "../../projects/projects.ts";
import { onScale } from "../../risk/base-rate.ts";
import { addAmounts, amountsOf, noAmounts } from "../../risk/outcomes/amounts.ts";
import { currencyNumber, minorUnitsIn } from "../../storage/port/amount-bits.ts";
import type { KindProbabilities, ScoreTally } from "../../storage/port/search.ts";
import type { Store } from "../../storage/port/store.ts";
import type { EstimateDeps } from "./base-rate-estimate.ts";

/** Of each range that is asked for, the newest decisions; they take a second. */
const decisionsMax = 100_000;
/** Entries of the audit log in which the last change is looked for. */
const entriesMax = 10_000;

type Deps = Pick<EstimateDeps, "modelRate"> & {
  store: Pick<Store, "search" | "projects" | "audit">;
};

/**
 * The search, but `byScore` is at the project's rate of today; the search itself where the rate was
 * never changed.
 * @throws DomainError project_not_found
 */
export async function searchAtRate(projectId: string, deps: Deps): Promise<Store["search"]> {
  const { search } = deps.store;
  const changedAt = await lastChange(projectId, deps.store);
  if (changedAt === null) return search;
  const { baseRate } = await getProject(deps.store, projectId);
  // Whole hours, as the tallies are.
  const turn = Math.ceil((changedAt + 1) / hourMs) * hourMs;
  return {
    ...search,
    async byScore(id, from, to, currency = null) {
      const before = { from: Math.floor(from / hourMs) * hourMs, to: Math.min(to, turn) };
      if (before.to <= before.from) return search.byScore(id, from, to, currency);
      const found = await search.modelProbabilities(id, before, decisionsMax);
      const asked = { baseRate, currency };
      const tallies = await Promise.all(found.map((one) => talliesOf(one, asked, deps)));
      const rest = to > turn ? await search.byScore(id, turn, to, currency) : [];
      return [...tallies.flat(), ...rest];
    },
  };
}

/** When the project's rate was last changed, Unix ms; null: never. */
async function lastChange(
  projectId: string,
  { audit }: Pick<Store, "audit">,
): Promise<number | null> {
  const entries = await audit.about(projectId, entriesMax);
  return entries.find(({ action }) => action === "project.base-rate")?.at ?? null;
}

async function talliesOf(
  { kind, modelProbabilities, amountBits }: KindProbabilities,
  { baseRate, currency }: { baseRate: number | null; currency: string | null },
  { modelRate }: Pick<Deps, "modelRate">,
): Promise<ScoreTally[]> {
  const model = { baseRate: await modelRate(kind.modelName, kind.modelVersion) };
  const counts = new Array<number>(100).fill(0);
  const amounts = counts.map(noAmounts);
  const number = currency === null ? -1 : currencyNumber(currency);
  for (const [i, own] of modelProbabilities.entries()) {
    const { riskScore } = onScale(own, { baseRate }, model);
    counts[riskScore]! += 1;
    addAmounts(amounts[riskScore]!, amountsOf(minorUnitsIn(amountBits[i]!, number)));
  }
  return counts.flatMap((count, riskScore) =>
    count > 0 ? [{ kind, riskScore, count, amounts: amounts[riskScore]! }] : [],
  );
}
