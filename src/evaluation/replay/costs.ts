/** What both mistakes cost under a risk setting, before and after, and how sure the change is. */
import { normalQuantile } from "../../base/confidence-interval.ts";
import { gainOf, type Interval, lossesOf, sumOfIndependent } from "../money/gain.ts";
import type { Prices } from "../money/prices.ts";
import type { SettingTally, ValuedOutcomes } from "./setting-tally.ts";

type Outcomes = SettingTally["outcomes"];

/** The margin of good guests who are denied, and what is lost with fraud that is allowed. */
interface SideCosts {
  refused: number;
  missed: number;
}

export function sideCosts(
  { allowAllow, allowDeny, denyAllow, denyDeny }: Outcomes,
  prices: Prices,
): { before: SideCosts; after: SideCosts } {
  const of = (all: readonly ValuedOutcomes[], what: "allowed" | "denied") =>
    all
      .flatMap(({ booked, letThrough }) => [booked, letThrough])
      .reduce((sum, one) => sum + lossesOf(one, prices)[what], 0);
  return {
    before: {
      refused: of([denyAllow, denyDeny], "denied"),
      missed: of([allowAllow, allowDeny], "allowed"),
    },
    after: {
      refused: of([allowDeny, denyDeny], "denied"),
      missed: of([allowAllow, denyAllow], "allowed"),
    },
  };
}

export interface CostInterval {
  low: number;
  high: number;
  /** 0.95: of intervals made like this, the share that holds the true change. */
  level: number;
}

export interface CostChange {
  /** After less before: negative is money saved. Null where no prices were entered. */
  costChange: number | null;
  /** Null where no outcome is known of bookings whose action changes. */
  costInterval: CostInterval | null;
}

/** Only bookings whose action changes count. */
export function costChange({ allowDeny, denyAllow }: Outcomes, prices: Prices | null): CostChange {
  if (!prices) return { costChange: null, costInterval: null };
  const gains = ({ booked, letThrough }: ValuedOutcomes) =>
    [booked, letThrough].flatMap((one) => gainOf(one, prices, normalQuantile[0.95]) ?? []);
  const parts = [...gains(allowDeny).map(negative), ...gains(denyAllow)];
  if (parts.length === 0) return { costChange: 0, costInterval: null };
  const { estimate, low, high } = sumOfIndependent(parts);
  return { costChange: estimate, costInterval: { low, high, level: 0.95 } };
}

const negative = ({ estimate, low, high }: Interval): Interval => ({
  estimate: -estimate,
  low: -high,
  high: -low,
});
