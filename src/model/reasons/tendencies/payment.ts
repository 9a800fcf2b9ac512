/** Of the amount and the payment. */
import { amount } from "../../../risk/features/amount.ts";
import { payment } from "../../../risk/features/payment.ts";
import { high, low, neither, type Tendencies, type Tendency, unusual } from "./tendency.ts";

const withoutOwner = "Whoever has a stolen card rarely knows more than its number.";
const withOwner = "Most guests know their own card's data.";
const usual = "Most guests pay about as much as others do.";

const own: Tendencies = {
  total_amount: unusual("Stolen cards are used for dear stays, and tested with cheap ones.", usual),
  amount_per_night: unusual(
    "Stolen cards are used for dear rooms, and tested with cheap ones.",
    usual,
  ),
  pays_by_card: neither,
  pays_by_wallet: neither,
  pays_later: neither,
  pays_with_stored_value: high(
    "Gift cards are bought with stolen cards, and points are taken with accounts.",
    "Most guests pay otherwise.",
  ),
  card_is_of_billing_country: low(
    "A stolen card comes with an invented address.",
    "Most guests pay with a card of their own country.",
  ),
  avs_address_matches: low(withoutOwner, withOwner),
  avs_postal_code_matches: low(withoutOwner, withOwner),
  cvc_matches: low(withoutOwner, withOwner),
  three_d_secure_authenticated: low(
    "Whoever has a stolen card's number only cannot confirm the payment.",
    "Guests confirm their payments.",
  ),
  three_d_secure_failed: high(
    "Whoever has a stolen card's number only cannot confirm the payment.",
    "Guests confirm their payments.",
  ),
  previous_declines: high(
    "Card testing is declined again and again.",
    "Most guests' payments are not declined.",
  ),
  card_since_last_s: low(
    "Card testing repeats within seconds or minutes.",
    "Guests rarely book in bursts.",
  ),
  card_first_seen_days: low(
    "Stolen cards are new to the merchant.",
    "Guests who have been known for long come again with the same card.",
  ),
  card_legitimate_outcomes: low(
    "Fraud has no record of good stays.",
    "Guests with a record of good stays come again.",
  ),
  card_since_fraud_days: low(
    "The more recent a reported fraud, the likelier the same campaign.",
    "The last report is long ago, and most guests since had a good stay.",
  ),
  card_fraud_outcomes: high(
    "A card behind one fraud is likely to be behind the next.",
    "Most guests' cards have no such reports.",
  ),
};

function otherTendency(name: string): Tendency {
  if (name.startsWith("nightly_amount_")) {
    return unusual("Stolen cards are used for dear rooms, and tested with cheap ones.", usual);
  }
  if (name.startsWith("card_denied_")) {
    return high(
      "Fraud that was denied is tried again in the name of somebody else.",
      "Most guests are never denied.",
    );
  }
  if (name.startsWith("card_attempts_")) {
    return high(
      "Card testing and fraud rings come in bursts.",
      "Guests book once and rarely retry.",
    );
  }
  return high(
    "Card testing and fraud rings use many cards and identities together.",
    "Guests keep the same few cards.",
  );
}

export const paymentTendencies: Tendencies = {
  ...Object.fromEntries([...amount, ...payment].map(({ name }) => [name, otherTendency(name)])),
  ...own,
};
