/** The prices that a replay tells costs at, and what silence means in each project. */
import { UsageError } from "../../app/config/setting.ts";
import type { Prices } from "../../evaluation/money/prices.ts";
import { getMoneyTerms } from "../../evaluation/money/set-money-terms.ts";
import type { Silence } from "../../evaluation/money/silence.ts";
import { pricesOf } from "../../evaluation/money/terms.ts";
import { defaultMatureDays } from "../../evaluation/replay/outcome-known.ts";
import { projectDelay } from "../../risk/outcomes/project-delay.ts";
import type { Store } from "../../storage/port/store.ts";

const required = {
  currency: "--currency",
  value: "--value",
  margin: "--margin",
  chargebackCost: "--chargeback-cost",
  fraudLoss: "--fraud-loss",
} as const;

/**
 * Those named with the command, and of the others the ones that are saved for all of the projects alike; null where
 * there are neither.
 * @throws UsageError where some are named and others are missing.
 */
export async function replayPrices(
  { prices: named, valuesFile }: { prices: Partial<Prices>; valuesFile: string | null },
  projectIds: readonly string[],
  store: Store,
): Promise<{ prices: Prices; from: "project" | "flags" } | null> {
  const terms = await Promise.all(projectIds.map((id) => getMoneyTerms({ store }, id)));
  const [first] = terms;
  const areAlike = terms.every((one) => JSON.stringify(one) === JSON.stringify(first));
  const saved = first && areAlike ? pricesOf(first) : null;
  const isNamed = Object.keys(named).length > 0;
  if (!isNamed && saved) return { prices: saved, from: "project" };
  // Values of bookings alone are no prices.
  if (!isNamed && valuesFile === null) return null;
  const prices = { lifetimeValue: 0, ...saved, ...named };
  const missing = (Object.keys(required) as (keyof typeof required)[]).filter(
    (name) => prices[name] === undefined,
  );
  if (missing.length > 0) {
    const flags = missing.map((name) => required[name]).join(", ");
    throw new UsageError(`${flags}: missing, and not saved on the page Money`);
  }
  const { fraudValue = prices.value } = prices;
  return { prices: { ...prices, fraudValue } as Prices, from: "flags" };
}

/**
 * @param matureDays as named with the command; absent: what each project's reports tell, and the default where they
 *   do not.
 * @param asOf Unix ms.
 */
export async function silences(
  projectIds: readonly string[],
  { matureDays, asOf }: { matureDays: number | null | undefined; asOf: number },
  store: Store,
): Promise<ReadonlyMap<string, Silence>> {
  const of = async (projectId: string): Promise<Silence> => {
    if (matureDays === null) return { basis: "reportedOnly" };
    if (matureDays !== undefined) return { basis: "fixed", asOf, matureDays };
    const delay = await projectDelay(projectId, asOf, store);
    return "missing" in delay
      ? { basis: "fixed", asOf, matureDays: defaultMatureDays }
      : { basis: "estimated", delay };
  };
  const found = projectIds.map(async (id) => [id, await of(id)] as const);
  return new Map(await Promise.all(found));
}
