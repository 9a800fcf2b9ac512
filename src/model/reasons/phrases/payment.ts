/** Features of the amount and the payment. */
import { pluralNames } from "../../../risk/features/identity-names.ts";
import { amountKinds } from "../../../risk/velocity/amounts.ts";
import { linkedCards, linksOfCard } from "../../../risk/velocity/cards.ts";
import { deniedWindows, windowNames, windowTexts } from "../../../risk/velocity/facts.ts";
import { counted, type Phrases } from "./phrase.ts";
import { attemptsPhrase, by, deniedPhrase, legitimatePhrase, nouns } from "./velocity.ts";

const withCard = "with this card or account";

const usual = {
  hotel: "at this hotel",
  email: "with this e-mail address",
  booker: "with this account",
  card: withCard,
} as const;

export const paymentPhrases: Phrases = {
  total_amount: { of: "total amount" },
  amount_per_night: { of: "amount per night" },
  ...Object.fromEntries(
    amountKinds.flatMap((kind) => [
      [
        `nightly_amount_to_${kind}_mean_30d`,
        { of: `amount per night, as a multiple of the usual one ${usual[kind]}` },
      ],
      [
        `nightly_amount_deviations_from_${kind}_30d`,
        { of: `standard deviations of the amount from the usual one ${usual[kind]}` },
      ],
    ]),
  ),

  pays_by_card: { yes: "the payment is by card", no: "the payment is not by card" },
  pays_by_wallet: { yes: "the payment is by wallet", no: "the payment is not by wallet" },
  pays_later: { yes: "nothing is paid yet", no: "the booking is paid at once" },
  pays_with_stored_value: {
    yes: "the payment is by gift card or points",
    no: "the payment is not by gift card or points",
  },
  card_is_of_billing_country: {
    yes: "the card is from the billing country",
    no: "the card is not from the billing country",
  },
  avs_address_matches: {
    yes: "the issuer confirms the billing address",
    no: "the issuer does not confirm the billing address",
  },
  avs_postal_code_matches: {
    yes: "the issuer confirms the postal code",
    no: "the issuer does not confirm the postal code",
  },
  cvc_matches: { yes: "the security code is right", no: "the security code is wrong" },
  three_d_secure_authenticated: {
    yes: "3-D Secure authenticated the cardholder",
    no: "3-D Secure did not authenticate the cardholder",
  },
  three_d_secure_failed: { yes: "3-D Secure failed", no: "3-D Secure did not fail" },
  previous_declines: {
    ...counted("payment", "payments", "declined before"),
    none: "no payment declined before",
  },

  ...Object.fromEntries(
    windowNames.map((window) => [
      `card_attempts_${window}`,
      attemptsPhrase(`${withCard} ${windowTexts[window]}`),
    ]),
  ),
  card_since_last_s: {
    of: `time since the last attempt ${withCard}`,
    unknown: `no earlier attempt ${withCard} in 30 days`,
  },
  card_first_seen_days: { of: `time since the first attempt ${withCard}` },
  ...Object.fromEntries(
    deniedWindows.map((window) => [`card_denied_${window}`, deniedPhrase(withCard, window)]),
  ),
  ...Object.fromEntries(
    linksOfCard.map(({ of, window }) => {
      const [one, many] = nouns[of];
      const end = `${withCard} ${windowTexts[window]}`;
      return [
        `${pluralNames[of]}_per_card_${window}`,
        { one: `1 ${one} ${end}`, many: `# different ${many} ${end}` },
      ];
    }),
  ),
  ...Object.fromEntries(
    linkedCards.map(({ by: kind, window }) => {
      const end = `${by(kind)} ${windowTexts[window]}`;
      return [
        `cards_per_${kind}_${window}`,
        { one: `1 card or account ${end}`, many: `# different cards or accounts ${end}` },
      ];
    }),
  ),
  card_fraud_outcomes: {
    one: `1 fraud reported ${withCard}`,
    many: `# frauds reported ${withCard}`,
    none: `no fraud reported ${withCard}`,
  },
  card_legitimate_outcomes: legitimatePhrase(withCard),
  card_since_fraud_days: {
    of: `time since the last fraud reported ${withCard}`,
    unknown: `no fraud reported ${withCard}`,
  },
};
