/** The payment: what the merchant knows of it, and earlier attempts with the same card or account. */
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { dayMs } from "../../base/durations.ts";
import { velocityLimits } from "../../storage/port/velocity.ts";
import { type CardFacts, linkedCards, linksOfCard } from "../velocity/cards.ts";
import { deniedScore, deniedWindows, windowNames, windowTexts } from "../velocity/facts.ts";
import { type Feature, family, flag, type Source } from "./feature.ts";
import {
  cardName,
  identityNames,
  identitySources,
  pluralNames,
  pluralTexts,
} from "./identity-names.ts";

type Payment = NonNullable<RiskRequest["payment"]>;
type Declared = Omit<Feature, "group">;

const { sightingsPerIdentity, outcomesPerIdentity } = velocityLimits;

/** 1 for some values of a member, 0 for its others; missing for those that say nothing. */
function flagOf<Name extends "method" | "avs" | "cvc" | "threeDSecure">(
  member: Name,
  yes: readonly Payment[Name][],
  unknown: readonly Payment[Name][] = [],
): Pick<Feature, "source" | "compute"> {
  return {
    source: [`request.payment.${member}`],
    compute: ({ request }) => {
      const value = request.payment?.[member];
      if (value === undefined || unknown.includes(value)) return null;
      return yes.includes(value) ? 1 : 0;
    },
  };
}

const unchecked = ["unavailable", "unchecked"] as const;
const noMethod = "No method of payment was sent.";

const known: readonly Declared[] = [
  {
    name: "pays_by_card",
    ...flag,
    meaning: "The method of payment is a card.",
    missing: noMethod,
    why: "Stolen cards are what most fraud pays with. So is what most guests pay with.",
    ...flagOf("method", ["card"]),
  },
  {
    name: "pays_by_wallet",
    ...flag,
    meaning: "The method of payment is a wallet.",
    missing: noMethod,
    why: "A wallet authenticates its owner; one that was taken over does too.",
    ...flagOf("method", ["wallet"]),
  },
  {
    name: "pays_later",
    ...flag,
    meaning: "Nothing is paid yet: pay later, an invoice, or at the property.",
    missing: noMethod,
    why: "A booking that costs nothing yet is made for resale, for a visa, or never honoured. Business travellers pay later too.",
    ...flagOf("method", ["payLater", "invoice", "payAtProperty"]),
  },
  {
    name: "pays_with_stored_value",
    ...flag,
    meaning: "The method of payment is a gift card or loyalty points.",
    missing: noMethod,
    why: "Gift cards are bought with stolen cards, and points are taken with accounts.",
    ...flagOf("method", ["giftCard", "loyaltyPoints"]),
  },
  {
    name: "card_is_of_billing_country",
    ...flag,
    meaning: "The card was issued in the country of the billing address.",
    missing: "It was not sent whether the card was issued in the billing country.",
    why: "A stolen card is given with an address that is easy to invent. Expatriates keep the card of another country.",
    source: ["request.payment.billingCountryMatch"],
    compute: ({ request }) => {
      const match = request.payment?.billingCountryMatch;
      return match === undefined ? null : match ? 1 : 0;
    },
  },
  {
    name: "avs_address_matches",
    ...flag,
    meaning: "The issuer found that the street address is the cardholder's.",
    missing: "No check of the address was sent, or the issuer gave no result.",
    why: "A thief often has the number without the address. Guests move, and misspell.",
    ...flagOf("avs", ["match", "addressMatch"], unchecked),
  },
  {
    name: "avs_postal_code_matches",
    ...flag,
    meaning: "The issuer found that the postal code is the cardholder's.",
    missing: "No check of the address was sent, or the issuer gave no result.",
    why: "A thief often has the number without the address. Guests move, and misspell.",
    ...flagOf("avs", ["match", "postalCodeMatch"], unchecked),
  },
  {
    name: "cvc_matches",
    ...flag,
    meaning: "The issuer found that the security code is right.",
    missing: "No check of the security code was sent, or the issuer gave no result.",
    why: "Card numbers from leaks come without the code, which is then guessed. Guests mistype it.",
    ...flagOf("cvc", ["match"], unchecked),
  },
  {
    name: "three_d_secure_authenticated",
    ...flag,
    meaning: "The cardholder was authenticated by 3-D Secure; 0 for any other result.",
    missing: "No result of 3-D Secure was sent.",
    why: "Whoever has only the number cannot confirm the payment. Many merchants do not ask everybody to.",
    ...flagOf("threeDSecure", ["authenticated"]),
  },
  {
    name: "three_d_secure_failed",
    ...flag,
    meaning: "The cardholder was not authenticated by 3-D Secure, which was tried.",
    missing: "No result of 3-D Secure was sent.",
    why: "Whoever has only the number cannot confirm the payment. Guests give up too.",
    ...flagOf("threeDSecure", ["failed"]),
  },
  {
    name: "previous_declines",
    type: "count",
    unit: "payments",
    range: [0, 1000],
    meaning: "Payments for this booking that were declined before.",
    missing: "The number of declined payments was not sent.",
    why: "Card testing is declined again and again; a guest's card is declined once or twice.",
    source: ["request.payment.previousDeclines"],
    compute: ({ request }) => request.payment?.previousDeclines ?? null,
  },
];

const ofCard: readonly Source[] = ["history", ...identitySources.card];
const noCard = `The attempt has no ${cardName}.`;

const fromCard = (
  missing: string,
  read: (card: CardFacts) => number | null,
): Pick<Feature, "source" | "missing" | "compute"> => ({
  source: ofCard,
  missing,
  compute: ({ history: { card } }) => (card ? read(card) : null),
});

const velocity: readonly Declared[] = [
  ...windowNames.map(
    (window, place): Declared => ({
      name: `card_attempts_${window}`,
      type: "count",
      unit: "attempts",
      range: [0, sightingsPerIdentity],
      meaning: `Earlier attempts with the same ${cardName} ${windowTexts[window]}, at most ${sightingsPerIdentity}.`,
      why: "A stolen card is tried repeatedly; a legitimate guest retries once or twice. A company's card books often.",
      ...fromCard(noCard, ({ attempts }) => attempts[place]!),
    }),
  ),
  {
    name: "card_since_last_s",
    type: "number",
    unit: "s",
    range: [0, velocityLimits.windowMs / 1000],
    meaning: `Time since the latest earlier attempt with the same ${cardName}.`,
    why: "Attempts seconds apart are a burst.",
    ...fromCard(
      `The attempt has no ${cardName}, or it did not occur in 30 days.`,
      ({ sinceLastS }) => sinceLastS,
    ),
  },
  {
    name: "card_first_seen_days",
    type: "number",
    unit: "days",
    range: [0, velocityLimits.firstSeenMaxMs / dayMs],
    meaning: `Time since the project's first attempt with the same ${cardName}, however long ago, up to two years; 0 for that first attempt.`,
    why: "A stolen card is new to the merchant; a card that paid a year ago is rarely stolen.",
    ...fromCard(noCard, ({ firstSeenDays }) => firstSeenDays),
  },
  ...deniedWindows.map(
    (window, place): Declared => ({
      name: `card_denied_${window}`,
      type: "count",
      unit: "attempts",
      range: [0, sightingsPerIdentity],
      meaning: `Earlier attempts with the same ${cardName} ${windowTexts[window]} that were answered with a score of ${deniedScore} or higher, at most ${sightingsPerIdentity}; only those after the latest report of a genuine guest with it.`,
      why: "Whoever is denied tries again in another name with the same card. A genuine guest who was denied does so too, once or twice.",
      ...fromCard(noCard, ({ denied }) => denied[place]!),
    }),
  ),
];

const linksWith: readonly Declared[] = linksOfCard.map(({ of, window }, place) => ({
  name: `${pluralNames[of]}_per_card_${window}`,
  type: "count",
  unit: pluralNames[of],
  range: [1, sightingsPerIdentity + 1],
  meaning: `Different ${pluralTexts[of]} seen with the same ${cardName} ${windowTexts[window]}, including this attempt's.`,
  missing: `The attempt has no ${cardName}, or no ${identityNames[of]} of its own.`,
  why: "One card with many identities is stolen, or a travel agent's; a family's has a few.",
  source: [...ofCard, ...identitySources[of]],
  compute: ({ history }) => history.card?.distinct[place] ?? null,
}));

const cardsPer: readonly Declared[] = linkedCards.map(({ by, window }, place) => ({
  name: `cards_per_${by}_${window}`,
  type: "count",
  unit: "cards",
  range: [1, sightingsPerIdentity + 1],
  meaning: `Different cards and accounts seen with the same ${identityNames[by]} ${windowTexts[window]}, including this attempt's.`,
  missing: `The attempt has no ${identityNames[by]}, or no ${cardName} of its own.`,
  why: "Card testing tries one card after another; a guest has two or three, and a hotel a new one for each guest.",
  source: [...ofCard, ...identitySources[by]],
  compute: ({ history }) => history.card?.cards[place] ?? null,
}));

const outcomes: readonly Declared[] = (
  [
    [
      "card_fraud_outcomes",
      "Chargebacks and frauds",
      "A card behind one chargeback is likely to be behind the next.",
      (card: CardFacts) => card.outcomes?.fraud ?? null,
    ],
    [
      "card_legitimate_outcomes",
      "Stays reported as legitimate",
      "A record of legitimate stays lowers the risk; a new guest has none.",
      (card: CardFacts) => card.outcomes?.legitimate ?? null,
    ],
  ] as const
).map(([name, what, why, read]) => ({
  name,
  type: "count",
  unit: "outcomes",
  range: [0, outcomesPerIdentity],
  meaning: `${what} among the newest ${outcomesPerIdentity} outcomes reported for attempts with the same ${cardName}.`,
  why,
  ...fromCard(`The attempt has no ${cardName}, or no outcome had ever been reported.`, read),
  source: ["outcomes", ...identitySources.card],
}));

const sinceFraud: Declared = {
  name: "card_since_fraud_days",
  type: "number",
  unit: "days",
  range: [0, Number.POSITIVE_INFINITY],
  meaning: `Time since the latest chargeback or fraud reported for the same ${cardName}.`,
  why: "The more recent the report, the likelier it is the same campaign.",
  ...fromCard(
    `The attempt has no ${cardName}, or no fraud was reported for it.`,
    (card) => card.outcomes?.sinceFraudDays ?? null,
  ),
  source: ["outcomes", ...identitySources.card],
};

export const payment: readonly Feature[] = family("payment", [
  ...known,
  ...velocity,
  ...linksWith,
  ...cardsPer,
  ...outcomes,
  sinceFraud,
]);
