/** Outcomes reported, by the time of the attempt, for earlier ones with the same identities. */
import { type OutcomeKind, outcomeKinds, velocityLimits } from "../../storage/port/velocity.ts";
import { type Feature, family, share } from "./feature.ts";
import { identityNames, identitySources } from "./identity-names.ts";
import { reportDays, reportedFrauds } from "./reported-frauds.ts";
import { parties, steadyAttempts, steadyText } from "./steady-attempts.ts";

const { outcomesPerIdentity } = velocityLimits;

const of = (kind: OutcomeKind) => ({
  missing: `The attempt has no ${identityNames[kind]}, or no outcome had ever been reported.`,
  source: ["outcomes" as const, ...identitySources[kind]],
});

const frauds = outcomeKinds.map(
  (kind): Omit<Feature, "group"> => ({
    name: `${kind}_fraud_outcomes`,
    type: "count",
    unit: "outcomes",
    range: [0, outcomesPerIdentity],
    meaning: `Chargebacks and frauds among the newest ${outcomesPerIdentity} outcomes reported for attempts with the same ${identityNames[kind]}.`,
    why: "An identity behind one chargeback is likely to be behind the next. A hotel, a network or a domain has some by chance.",
    ...of(kind),
    compute: ({ history }) => history.outcomes?.[kind]?.fraud ?? null,
  }),
);

const legitimate = outcomeKinds.map(
  (kind): Omit<Feature, "group"> => ({
    name: `${kind}_legitimate_outcomes`,
    type: "count",
    unit: "outcomes",
    range: [0, outcomesPerIdentity],
    meaning: `Stays reported as legitimate among the newest ${outcomesPerIdentity} outcomes of attempts with the same ${identityNames[kind]}.`,
    why: "A record of legitimate stays lowers the risk; a new guest has none, nor has any guest of a merchant that reports fraud only.",
    ...of(kind),
    compute: ({ history }) => history.outcomes?.[kind]?.legitimate ?? null,
  }),
);

const fraudShare = (["network", "domain", "hotel"] as const).map(
  (kind): Omit<Feature, "group"> => ({
    name: `${kind}_fraud_outcome_share`,
    ...share,
    meaning: `Chargebacks and frauds among the newest ${outcomesPerIdentity} outcomes reported for attempts with the same ${identityNames[kind]}.`,
    why: "An identity that many share is judged by its fraud rate, not by counts: some hotels and networks attract fraud.",
    ...of(kind),
    missing: `The attempt has no ${identityNames[kind]}, or no outcome was reported for it.`,
    compute: ({ history }) => shareOf(history.outcomes?.[kind]),
  }),
);

const sinceFraud = (["email", "phone", "device", "network"] as const).map(
  (kind): Omit<Feature, "group"> => ({
    name: `${kind}_since_fraud_days`,
    type: "number",
    unit: "days",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: `Time since the latest chargeback or fraud reported for the same ${identityNames[kind]}.`,
    why: "The more recent the report, the likelier it is the same campaign.",
    ...of(kind),
    missing: `The attempt has no ${identityNames[kind]}, or no fraud was reported for it.`,
    compute: ({ history }) => history.outcomes?.[kind]?.sinceFraudDays ?? null,
  }),
);

/**
 * Zero where nothing was reported, whether or not the project ever reported anything: a merchant's
 * first report says nothing of its other guests.
 */
const ofParties: readonly Omit<Feature, "group">[] = [
  ...(
    [
      ["person", parties.person.kinds, parties.person.name],
      ["device", parties.device.kinds, parties.device.name],
      ["network", ["network"], "IP network"],
    ] as const
  ).map(
    ([party, kinds, identities]): Omit<Feature, "group"> => ({
      name: `${party}_fraud_reports_365d`,
      type: "count",
      unit: "outcomes",
      range: [0, outcomesPerIdentity],
      meaning: `Chargebacks and frauds among the newest ${outcomesPerIdentity} outcomes reported for attempts with the same ${identities}, if the latest was reported within ${reportDays} days; 0 without any.`,
      why: "Whoever was behind one fraud is likely to be behind the next, for as long as cards and identities are sold. One step from it, a shared device or network has some by chance.",
      source: ["history"],
      missing: null,
      compute: ({ history }) => reportedFrauds(history, kinds),
    }),
  ),
  ...(["person", "device"] as const).map(
    (party): Omit<Feature, "group"> => ({
      name: `${party}_fraud_ratio_365d`,
      type: "number",
      unit: "ratio",
      range: [0, outcomesPerIdentity],
      meaning: `The count of ${party}_fraud_reports_365d, divided by one more than ${steadyText(party)}; 0 without any report.`,
      why: "One fraud among a hundred bookings is a client of the agency or a guest at the kiosk; one of one is whoever books now.",
      source: ["history"],
      missing: null,
      compute: ({ history }) => {
        const frauds = reportedFrauds(history, parties[party].kinds);
        return frauds === 0 ? 0 : frauds / (1 + steadyAttempts(history, party));
      },
    }),
  ),
  {
    name: "person_legitimate_reports",
    type: "count",
    unit: "outcomes",
    range: [0, outcomesPerIdentity],
    meaning: `Stays reported as legitimate among the newest ${outcomesPerIdentity} outcomes of attempts with the same e-mail address, phone number or booker reference: the most of any of these; 0 without any.`,
    why: "A record of legitimate stays lowers the risk; a new guest has none, nor has any guest of a merchant that reports fraud only.",
    source: ["history"],
    missing: null,
    compute: ({ history: { outcomes: by } }) =>
      Math.max(
        ...(["email", "phone", "booker"] as const).map((kind) => by?.[kind]?.legitimate ?? 0),
      ),
  },
];

function shareOf(past: { fraud: number; legitimate: number } | null | undefined): number | null {
  if (!past || past.fraud + past.legitimate === 0) return null;
  return past.fraud / (past.fraud + past.legitimate);
}

export const outcomes: readonly Feature[] = family("outcomes", [
  ...frauds,
  ...legitimate,
  ...fraudShare,
  ...sinceFraud,
  ...ofParties,
]);
