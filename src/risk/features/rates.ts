/** Attempts and reported fraud of the hotel over many whole days, and fraud rates of other identities. */
import {
  dayCountLimits,
  dayWindows,
  type HotelDays,
  velocityLimits,
} from "../../storage/port/velocity.ts";
import { type PastOutcomes, windowNames } from "../velocity/facts.ts";
import { type Attempt, type Feature, family } from "./feature.ts";
import { identityNames, identitySources } from "./identity-names.ts";
import { reportDays } from "./reported-frauds.ts";

/**
 * A rate of few attempts is drawn to the project's own by as many attempts as this: frauds + m × project's rate,
 * divided by attempts + m, the m-estimate of Cestnik, "Estimating probabilities: a crucial task in machine
 * learning", ECAI 1990. One attempt, so that the rate of the only attempt of a day still differs from none.
 */
const priorAttempts = 1;
const drawn = `drawn to the project's own rate of 365 days by ${priorAttempts} attempt: (frauds + ${priorAttempts} × project's rate) / (attempts + ${priorAttempts})`;

const wholeDays = (days: number) =>
  `in the ${days === 1 ? "UTC day" : `${days} UTC days`} before the one of the attempt`;
const lateDay = `Until ${dayCountLimits.settledMs / 60_000} minute after midnight, the day that ended does not count.`;
const newProject =
  "The project had no attempt on an earlier day, or the decision was made by a version that did not count days.";

/** Of all hotels of the project, in the 365 days: as many as are reported, of the attempts then. */
function projectRate({ project: { frauds, attemptsThen } }: HotelDays): number {
  return attemptsThen > 0 ? Math.min(1, Math.max(0, frauds) / attemptsThen) : 0;
}

/** More were withdrawn than reported where those before the window were. */
function shrunk(days: HotelDays, frauds: number, attempts: number): number {
  return (Math.max(0, frauds) + priorAttempts * projectRate(days)) / (attempts + priorAttempts);
}

/** A year's attempts say little more than a month's, and in a shorter history no more than its length. */
const attempted = dayWindows.filter((window) => window < 365);

const ofHotel: readonly Omit<Feature, "group">[] = [
  ...attempted.map(
    (window, place): Omit<Feature, "group"> => ({
      name: `hotel_attempts_past_${window}d`,
      type: "count",
      unit: "attempts",
      range: [0, Number.POSITIVE_INFINITY],
      meaning: `Attempts at the hotel ${wholeDays(window)}. ${lateDay}`,
      missing: newProject,
      why: "How large the hotel is, and whether it is busier than before: against the longer windows, a campaign stands out.",
      source: ["days"],
      compute: ({ history }) => history.days?.attempts[place] ?? null,
    }),
  ),
  ...dayWindows.map(
    (window, place): Omit<Feature, "group"> => ({
      name: `hotel_fraud_rate_past_${window}d`,
      type: "number",
      unit: "ratio",
      range: [0, Number.POSITIVE_INFINITY],
      meaning: `Chargebacks and frauds of the hotel that were reported ${wholeDays(window)}, without those withdrawn in them, over its attempts in as many days that end earlier by the mean time until the project's frauds are reported; ${drawn}. ${lateDay}`,
      missing: newProject,
      why: "Fraud comes back to where it worked: a hotel with reports of late has more of it on the way.",
      source: ["days"],
      compute: ({ history: { days } }) =>
        days ? shrunk(days, days.frauds[place]!, days.attemptsThen[place]!) : null,
    }),
  ),
];

const hotelFirstSeen: Omit<Feature, "group"> = {
  name: "hotel_first_seen_days",
  type: "count",
  unit: "days",
  range: [0, Number.POSITIVE_INFINITY],
  meaning: `UTC days since the one of the project's first attempt at the hotel; 0 where there was none before. ${lateDay}`,
  missing: newProject,
  why: "Of a new hotel little is known, good or bad: it says what its counts and rates are worth.",
  source: ["days"],
  compute: ({ history }) => history.days?.firstSeenDays ?? null,
};

/** The identities that have few attempts, or of which the newest say enough. */
const sharedKinds = ["network", "domain", "device", "booker"] as const;
const monthPlace = windowNames.indexOf("30d");

function rateOf(
  { history: { days } }: Attempt,
  past: PastOutcomes | null | undefined,
  attempts: readonly number[] | null | undefined,
): number | null {
  if (!days || !past || !attempts) return null;
  const { sinceFraudDays, fraud } = past;
  const isLate = sinceFraudDays === null || sinceFraudDays > reportDays;
  return shrunk(days, isLate ? 0 : fraud, attempts[monthPlace]!);
}

const ofIdentities = [...sharedKinds, "card" as const].map(
  (kind): Omit<Feature, "group"> => ({
    name: `${kind}_fraud_rate_365d`,
    type: "number",
    unit: "ratio",
    range: [0, velocityLimits.outcomesPerIdentity + 1],
    meaning: `Chargebacks and frauds among the newest ${velocityLimits.outcomesPerIdentity} outcomes reported for the same ${identityNames[kind]}, 0 if the latest was reported more than ${reportDays} days ago, over its attempts in the last 30 days, at most ${velocityLimits.sightingsPerIdentity}; ${drawn}.`,
    missing: `The attempt has no ${identityNames[kind]}, no outcome had ever been reported, or the project had no attempt on an earlier day.`,
    why: "A count of frauds says nothing without the attempts: one of one is whoever books now, one of a hundred is chance.",
    source: ["history", "outcomes", "days", ...identitySources[kind]],
    compute: (attempt) => {
      const { card, outcomes, attempts } = attempt.history;
      if (kind === "card") return rateOf(attempt, card?.outcomes, card?.attempts);
      return rateOf(attempt, outcomes?.[kind], attempts[kind]);
    },
  }),
);

export const rates: readonly Feature[] = family("outcomes", [
  ...ofHotel,
  hotelFirstSeen,
  ...ofIdentities,
]);
