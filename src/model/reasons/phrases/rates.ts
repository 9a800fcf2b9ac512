/** Features of many days: attempts and reported fraud at the hotel, and fraud rates of identities. */
import { dayWindows } from "../../../storage/port/velocity.ts";
import type { Phrase, Phrases } from "./phrase.ts";
import { attemptsPhrase, by } from "./velocity.ts";

const inDays = (window: number) =>
  window === 1 ? "on the day before" : `in the ${window} days before`;

/** Of few attempts, most of the rate is the project's: where there are none, all of it. */
function estimatedRate(whose: string, from: string): Phrase {
  return {
    of: `fraud rate of attempts ${whose}, estimated from ${from} and the project's average`,
  };
}

export const ratePhrases: Phrases = {
  ...Object.fromEntries(
    dayWindows.flatMap((window) => [
      [`hotel_attempts_past_${window}d`, attemptsPhrase(`at this hotel ${inDays(window)}`)],
      [
        `hotel_fraud_rate_past_${window}d`,
        estimatedRate(by("hotel"), `its reports ${inDays(window)}`),
      ],
    ]),
  ),
  hotel_first_seen_days: { of: "time since the first attempt at this hotel" },
  ...Object.fromEntries(
    (["network", "domain", "device", "booker"] as const).map((kind) => [
      `${kind}_fraud_rate_365d`,
      estimatedRate(by(kind), "earlier ones"),
    ]),
  ),
  card_fraud_rate_365d: estimatedRate("with this card or account", "earlier ones"),
};
