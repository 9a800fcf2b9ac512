/** What became of earlier attempts with the same e-mail, phone, device …, as far as reported by then. */
import { type OutcomeKind, outcomeKinds, velocityLimits } from "../storage/velocity.ts";
import { type Feature, family, share } from "./feature.ts";
import { identityNames, identitySources } from "./identity-names.ts";

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
    meaning: `Chargebacks and frauds among the newest ${outcomesPerIdentity} outcomes reported of attempts with the same ${identityNames[kind]}.`,
    why: "Who was behind one chargeback is likely to be behind the next. A hotel, a network or a domain has some by chance.",
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
    why: "A record of stays that went well lowers the risk; a stranger has none, and so has a merchant that reports fraud only.",
    ...of(kind),
    compute: ({ history }) => history.outcomes?.[kind]?.legitimate ?? null,
  }),
);

const fraudShare = (["network", "domain", "hotel"] as const).map(
  (kind): Omit<Feature, "group"> => ({
    name: `${kind}_fraud_outcome_share`,
    ...share,
    meaning: `Chargebacks and frauds among the newest ${outcomesPerIdentity} outcomes reported of attempts with the same ${identityNames[kind]}.`,
    why: "What many share is judged by its rate, not by its count: some hotels and networks draw fraud.",
    ...of(kind),
    missing: `${of(kind).missing} Or none of this one.`,
    compute: ({ history }) => shareOf(history.outcomes?.[kind]),
  }),
);

const sinceFraud = (["email", "phone", "device", "network"] as const).map(
  (kind): Omit<Feature, "group"> => ({
    name: `${kind}_since_fraud_days`,
    type: "number",
    unit: "days",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: `Since the latest chargeback or fraud of the same ${identityNames[kind]} was reported.`,
    why: "The fresher the report, the likelier it is the same campaign.",
    ...of(kind),
    missing: `${of(kind).missing} Or no fraud of this one.`,
    compute: ({ history }) => history.outcomes?.[kind]?.sinceFraudDays ?? null,
  }),
);

function shareOf(past: { fraud: number; legitimate: number } | null | undefined): number | null {
  if (!past || past.fraud + past.legitimate === 0) return null;
  return past.fraud / (past.fraud + past.legitimate);
}

export const outcomes: readonly Feature[] = family("outcomes", [
  ...frauds,
  ...legitimate,
  ...fraudShare,
  ...sinceFraud,
]);
