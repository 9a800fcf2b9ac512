/** Features of many days: attempts and reported fraud at the hotel, and fraud rates of identities. */
import { dayWindows } from "../../../storage/port/velocity.ts";
import type { Phrases } from "./phrase.ts";
import { attemptsPhrase, by } from "./velocity.ts";

const inDays = (window: number) =>
  window === 1 ? "on the day before" : `in the ${window} days before`;

export const ratePhrases: Phrases = {
  ...Object.fromEntries(
    dayWindows.flatMap((window) => [
      [`hotel_attempts_past_${window}d`, attemptsPhrase(`at this hotel ${inDays(window)}`)],
      [
        `hotel_fraud_rate_past_${window}d`,
        { of: `fraud rate of the reports on this hotel ${inDays(window)}` },
      ],
    ]),
  ),
  hotel_first_seen_days: { of: "time since the first attempt at this hotel" },
  ...Object.fromEntries(
    (["network", "domain", "device", "booker"] as const).map((kind) => [
      `${kind}_fraud_rate_365d`,
      { of: `fraud rate of earlier attempts ${by(kind)}` },
    ]),
  ),
  card_fraud_rate_365d: { of: "fraud rate of earlier attempts with this card or account" },
};
