import { expect, test } from "bun:test";
import type { CollectionSummary } from "../telemetry/summary.ts";
import { at, base, empty, valueFor } from "./example-attempt.ts";
import { journey } from "./journey.ts";

const seen = new Set<string>();

function featureValue(
  name: string,
  of: (Partial<CollectionSummary> & { sent?: true }) | null,
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
  ["has_referrer", null, null],
  ["has_referrer", {}, null],
  ["has_referrer", { referrerHost: "" }, 0],
  ["has_referrer", { referrerHost: "x.example" }, 1],
  ["last_page_s", null, null],
  ["last_page_s", {}, null],
  ["last_page_s", { lastPageAt: 1000, lastEventAt: 3500 }, 2.5],
  ["last_page_s", { lastPageAt: 1000, lastSubmitAt: 2000, lastEventAt: 3500 }, 1],
  ["last_page_s", { lastPageAt: 1000, lastSubmitAt: 500 }, 0],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

test("every feature of the family is in the table", () => {
  expect([...seen].sort()).toEqual(journey.map((feature) => feature.name).sort());
});
