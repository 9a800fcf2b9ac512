/** Decisions of the project's own past, which a period is compared with. */
import { featureNames } from "../../risk/features/index.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { Store } from "../../storage/port/store.ts";
import { type BoundedPeriod, periodsBefore } from "./past-periods.ts";
import { sampleDecisions } from "./sample.ts";

/** Pages of 50 decisions that are read of each period. */
const pagesOfPeriod = 25;

/** Decisions of the periods before one, spread evenly over each. @param pause as of `sampleDecisions`. */
export function sampleOfPast(
  projectId: string,
  period: BoundedPeriod,
  store: Store,
  pause?: () => Promise<void>,
): AsyncGenerator<DecisionRecord[]>[] {
  return periodsBefore(period).map((one) =>
    sampleDecisions(projectId, one, store, pause, pagesOfPeriod),
  );
}

const ofParty = ["email", "phone", "device", "ip"].map((kind) =>
  featureNames.indexOf(`${kind}_attempts_24h`),
);

/**
 * How much a booking counts: 1 / (1 + n) where n others came within 24 hours from the same e-mail address,
 * phone, device or IP address. A hundred attempts of one party count as five, so that an attack is not taken
 * for a change of the guests.
 *
 * @param values a vector of the catalogue.
 */
export function partyWeight(values: Float64Array): number {
  let most = 0;
  for (const place of ofParty) if (values[place]! > most) most = values[place]!;
  return 1 / (1 + most);
}
