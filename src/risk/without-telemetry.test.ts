import { expect, test } from "bun:test";
import { bare, nothingKnown, valueFor } from "../../test/fixtures/example-attempt.ts";
import { catalogue } from "./features/index.ts";
import { linkedCards, linksOfCard } from "./velocity/cards.ts";
import type { HistoryFacts } from "./velocity/facts.ts";
import { withoutTelemetry } from "./without-telemetry.ts";

const dayS = 86_400;
const history: HistoryFacts = {
  ...nothingKnown,
  attempts: {
    ...nothingKnown.attempts,
    ip: [0, 0, 5, 5, 34],
    network: [0, 0, 5, 5, 34],
    hotel: [0, 2, 12, 20, 70],
    collection: [0, 0, 1, 1, 4],
  },
  seenTabs: { attempts: 70, seen: 66, unseen1h: 1 },
  hourTabs: { seen: 1, unseenSameStay: 0 },
  dayTabs: { seen: 10, unseen: 2 },
  replays: { collections: 3, firstAt: bare.at - dayS * 1000 },
  sinceOldestS: { ip: 9 * dayS, network: 9 * dayS, hotel: 20 * dayS },
};
const dark = (of: HistoryFacts) => withoutTelemetry({ ...bare, history: of });
const value = (name: string, of: HistoryFacts) => valueFor(catalogue, name, { history: of });

test("no attempt of the day had a tab, and nothing is known of addresses", () => {
  const { dayTabs, sinceOldestS } = dark(history).history;
  expect(dayTabs).toEqual({ seen: 0, unseen: 12 });
  expect(sinceOldestS).toEqual({ ip: null, network: null, hotel: 20 * dayS });
});

test.each<[string, number, number | null]>([
  ["ip_burst_24h", 5 / 6, null],
  ["network_burst_24h", 5 / 6, null],
  ["hotel_burst_without_tab_24h", 2 / (5 + 2 / 29), 12 / 7],
  ["hotel_tabs_seen_1h", 1, 0],
  ["hotel_tabs_seen_24h", 10, 0],
  ["tab_attempts_30d", 4, 0],
  ["replayed_visits", 3, 0],
])("%s is %p with telemetry and %p without", (name, lit, without) => {
  expect(value(name, history)).toBe(lit);
  expect(value(name, dark(history).history)).toBe(without as number);
});

test("of a card stays what is counted without a device and an address", () => {
  const card = {
    attempts: [1, 2, 3, 4, 5],
    sinceLastS: 9,
    firstSeenDays: 2,
    denied: [0, 0, 1],
    distinct: linksOfCard.map(() => 4),
    cards: linkedCards.map(() => 5),
    outcomes: null,
  };
  const found = dark({ ...history, card }).history;
  const ofCard = (name: string) => value(name, found);
  for (const name of ["devices_per_card_30d", "ips_per_card_24h"]) expect(ofCard(name)).toBeNull();
  for (const name of ["emails_per_card_24h", "hotels_per_card_30d"]) expect(ofCard(name)).toBe(4);
  for (const name of ["cards_per_device_1h", "cards_per_ip_24h", "cards_per_network_24h"]) {
    expect(ofCard(name)).toBeNull();
  }
  for (const name of ["cards_per_email_24h", "cards_per_hotel_1h"]) expect(ofCard(name)).toBe(5);
  expect(ofCard("card_attempts_30d")).toBe(5);
});

test("what a decision did not count stays unknown", () => {
  const { dayTabs: _, sinceOldestS: __, ...older } = history;
  const found = dark(older).history;
  expect(found).not.toHaveProperty("dayTabs");
  expect(found).not.toHaveProperty("sinceOldestS");
  for (const name of ["ip_burst_24h", "hotel_burst_without_tab_24h", "hotel_tabs_seen_24h"]) {
    expect([name, value(name, found)]).toEqual([name, null]);
  }
});

test("frauds reported of a device or a network are none, those of the person stay", () => {
  const fraud = { fraud: 2, legitimate: 1, sinceFraudDays: 3 };
  const kinds = ["email", "phone", "booker", "device", "network", "domain", "hotel"] as const;
  const outcomes = Object.fromEntries(kinds.map((kind) => [kind, fraud]));
  const found = dark({ ...history, outcomes: outcomes as HistoryFacts["outcomes"] }).history;
  expect(value("device_fraud_reports_365d", found)).toBe(0);
  expect(value("network_fraud_reports_365d", found)).toBe(0);
  expect(value("person_fraud_reports_365d", found)).toBe(2);
  expect(value("person_legitimate_reports", found)).toBe(1);
});
