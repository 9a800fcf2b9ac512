import { afterAll, expect, test } from "bun:test";
import { at, base, empty, valueFor } from "../../../test/fixtures/example-attempt.ts";
import type { CollectionFacts } from "../../attempt/telemetry/summary.ts";
import { journey } from "./journey.ts";

const seen = new Set<string>();

function featureValue(
  name: string,
  of: (Partial<CollectionFacts> & { sent?: true }) | null,
): number | null {
  seen.add(name);
  const { sent, ...changes } = of ?? {};
  const collection = of && { ...empty, ...changes };
  const request = sent ? { ...base, collectionId: "col_12345678" } : base;
  return valueFor(journey, name, { request, collection });
}

test.each<[name: string, of: Parameters<typeof featureValue>[1], value: number | null]>([
  ["collection_is_sent", null, 0],
  ["collection_is_sent", { sent: true }, 1],
  ["collection_is_known", null, null],
  ["collection_is_known", { sent: true }, 1],
  ["collection_is_stale", null, null],
  ["collection_is_stale", {}, 0],
  ["collection_is_stale", { firstAt: at - 86_400_000 }, 0],
  ["collection_is_stale", { firstAt: at - 86_400_001 }, 1],
  ["collection_age_s", null, null],
  ["collection_age_s", {}, 60],
  ["collection_age_s", { firstAt: at + 5 }, 0],
  ["since_last_batch_s", { lastAt: at - 1500 }, 1.5],
  ["since_last_batch_s", { lastAt: at + 1 }, 0],
  ["collection_addresses", {}, 1],
  ["collection_addresses", { ips: ["192.0.2.1", "192.0.2.2"] }, 2],
  ["collection_user_agents", { userAgents: [] }, 0],
  ["collection_user_agents", {}, 1],
  ["pages_viewed", { pages: 4 }, 4],
  ["collection_clock_skew_s", null, null],
  ["collection_clock_skew_s", { startedAt: null }, null],
  ["collection_clock_skew_s", { startedAt: at - 61_500 }, 1.5],
  ["collection_clock_skew_s", { startedAt: at - 59_000 }, -1],
  ["collection_batches", { batches: null }, null],
  ["collection_batches", {}, 1],
  ["collection_gaps", { missing: null }, null],
  ["collection_gaps", {}, 0],
  ["collection_gaps", { missing: [1, 2] }, 2],
  ["collection_devices", { deviceIds: null }, null],
  ["collection_devices", {}, 0],
  ["collection_devices", { deviceIds: ["dev_12345678"] }, 1],
  ["pages_before_checkout", {}, null],
  ["pages_before_checkout", { firstFieldPage: 0 }, 0],
  ["pages_before_checkout", { firstFieldPage: 3 }, 3],
  ["is_deep_link", {}, null],
  ["is_deep_link", { firstFieldPage: 0 }, 1],
  ["is_deep_link", { firstFieldPage: 1 }, 0],
  ["landing_to_submit_s", {}, null],
  ["landing_to_submit_s", { lastSubmitAt: 0 }, 0],
  ["landing_to_submit_s", { lastSubmitAt: 1500 }, 1.5],
  ["forms_submitted", { submits: null }, null],
  ["forms_submitted", { submits: 2 }, 2],
  ["tab_hides", { hides: null }, null],
  ["tab_hides", { hides: 3 }, 3],
  ["has_referrer", null, null],
  ["has_referrer", {}, null],
  ["has_referrer", { referrerHost: "" }, 0],
  ["has_referrer", { referrerHost: "x.example" }, 1],
  ["first_batch_delay_s", null, null],
  ["first_batch_delay_s", { firstDelayMs: null }, null],
  ["first_batch_delay_s", {}, 0],
  ["first_batch_delay_s", { firstDelayMs: 250 }, 0.25],
  ["first_batch_delay_s", { firstDelayMs: -5000 }, 0],
  ["told_ahead_s", null, null],
  ["told_ahead_s", { lastEventAt: null }, null],
  ["told_ahead_s", {}, 0],
  ["told_ahead_s", { lastEventAt: 180_000 }, 180],
  ["told_ahead_s", { lastEventAt: 180_000, lastAt: at - 60_000 + 178_500 }, 1.5],
  ["told_ahead_s", { lastEventAt: 1000, lastAt: at - 60_000 + 5000 }, -4],
  ["impossible_events", { impossibleEvents: null }, null],
  ["impossible_events", {}, 0],
  ["impossible_events", { impossibleEvents: 3, impossible: ["later"] }, 3],
  ["consent_is_denied", null, null],
  ["consent_is_denied", {}, null],
  ["consent_is_denied", { consent: "granted" }, 0],
  ["consent_is_denied", { consent: "denied" }, 1],
  ["since_submit_s", {}, null],
  ["since_submit_s", { lastSubmitAt: 1000, clockOffsetMs: null }, null],
  ["since_submit_s", { startedAt: at - 60_000, lastSubmitAt: 57_500, clockOffsetMs: 0 }, 2.5],
  [
    "since_submit_s",
    { startedAt: at - 160_000, lastSubmitAt: 57_500, clockOffsetMs: 100_000 },
    2.5,
  ],
  ["since_submit_s", { startedAt: at - 1000, lastSubmitAt: 5000, clockOffsetMs: 0 }, 0],
  ["hidden_s", { hiddenMs: null }, null],
  ["hidden_s", {}, 0],
  ["hidden_s", { hiddenMs: 2500, hiddenAt: 9000 }, 2.5],
  ["last_page_s", null, null],
  ["last_page_s", {}, null],
  ["last_page_s", { lastPageAt: 1000, lastEventAt: 3500 }, 2.5],
  ["last_page_s", { lastPageAt: 1000, lastSubmitAt: 2000, lastEventAt: 3500 }, 1],
  ["last_page_s", { lastPageAt: 1000, lastSubmitAt: 500 }, 0],
  ["last_page_s", { lastPageAt: 1000, lastEventAt: null }, null],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

// Every feature of the family is in the table, in whatever order the tests ran.
afterAll(() => {
  expect([...seen].sort()).toEqual(journey.map((feature) => feature.name).sort());
});
