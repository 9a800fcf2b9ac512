/** The amount of the booking, and how it compares with earlier ones. */
import { minorUnitsOf } from "../../attempt/request/currency.ts";
import { velocityLimits } from "../../storage/port/velocity.ts";
import { type AmountKind, amountKinds } from "../velocity/amounts.ts";
import { type Attempt, type Feature, family, type Source } from "./feature.ts";
import { identityNames, identitySources } from "./identity-names.ts";
import { textsOf } from "./request-texts.ts";

const { sightingsPerIdentity } = velocityLimits;
const source: readonly Source[] = ["request.booking.totalAmount"];
const money = { type: "number", unit: "currency units", range: [0, 1e12] } as const;
const notSent = "No amount was sent.";

function totalOf({ request }: Attempt): number | null {
  const { totalAmount } = request.booking;
  return totalAmount ? totalAmount.value / minorUnitsOf(totalAmount.currency) : null;
}

const why: Readonly<Record<AmountKind, string>> = {
  hotel:
    "Whoever pays with a stolen card takes the best room; a price far below the hotel's usual one tests a card. So do suites and single nights out of season.",
  email: "A guest's own bookings cost about the same; whoever took over the account books dearer.",
  booker:
    "An account that suddenly books dearer than ever was taken over, or its owner is on holiday.",
  card: "A card is tried with a small amount, then with a large one. A family's holiday is dearer than its weekends, too.",
};

const compared = amountKinds.flatMap((kind): Omit<Feature, "group">[] => {
  const others = `earlier attempts with the same ${identityNames[kind]} in the last 30 days, in the same currency, of the newest ${sightingsPerIdentity}`;
  const of = [...source, "history" as const, ...identitySources[kind]];
  return [
    {
      name: `nightly_amount_to_${kind}_mean_30d`,
      type: "number",
      unit: "ratio",
      range: [0, Number.POSITIVE_INFINITY],
      meaning: `Amount for a night, divided by the geometric mean of those of ${others}.`,
      missing: `${notSent.slice(0, -1)}, it is 0, or there are no such attempts to compare it with.`,
      why: why[kind],
      source: of,
      compute: ({ history }) => history.amounts?.[kind]?.ratio ?? null,
    },
    {
      name: `nightly_amount_deviations_from_${kind}_30d`,
      type: "number",
      unit: "standard deviations",
      range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      meaning: `How many standard deviations the amount for a night is above the mean of ${others}: of their logarithms, a deviation of less than 9 % counting as 9 %.`,
      missing: `${notSent.slice(0, -1)}, it is 0, or there are fewer than 3 such attempts.`,
      why: why[kind],
      source: of,
      compute: ({ history }) => history.amounts?.[kind]?.deviations ?? null,
    },
  ];
});

export const amount: readonly Feature[] = family("amount", [
  {
    name: "total_amount",
    ...money,
    meaning: "Price of the whole stay, in units of its currency; nothing is converted.",
    missing: notSent,
    why: "Stolen cards are used for more than most guests pay, or for a small amount that tests them. Of use where most bookings are in one currency.",
    source,
    compute: totalOf,
  },
  {
    name: "amount_per_night",
    ...money,
    meaning:
      "Price of the stay divided by its nights, in units of its currency; nothing is converted.",
    missing: notSent,
    why: "Separates a dear room from a long stay. Of use where most bookings are in one currency.",
    source: ["request", ...source],
    compute: (attempt) => {
      const total = totalOf(attempt);
      const { checkIn, checkOut } = textsOf(attempt.request);
      return total === null ? null : total / (checkOut - checkIn);
    },
  },
  ...compared,
]);
