import { afterAll, expect, test } from "bun:test";
import { at, base, empty, valueFor } from "../../../test/fixtures/example-attempt.ts";
import type { NetworkFacts } from "../../attempt/geoip/facts.ts";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import type { Device } from "../../attempt/telemetry/protocol.ts";
import { network } from "./network.ts";

const unknown: NetworkFacts = {
  country: null,
  timeZone: null,
  asn: null,
  kind: null,
  anonymous: null,
};
const seen = new Set<string>();

interface Given {
  facts?: Partial<NetworkFacts>;
  device?: Device;
  billing?: RiskRequest["billing"];
  phone?: string;
  at?: number;
  firstAt?: number;
}

function featureValue(name: string, of: Given): number | null {
  seen.add(name);
  const booker = { ...base.booker, phone: of.phone ?? base.booker.phone };
  const { device, firstAt = empty.firstAt } = of;
  return valueFor(network, name, {
    at: of.at ?? at,
    request: { ...base, booker, ...(of.billing && { billing: of.billing }) },
    collection: device ? { ...empty, firstAt, device } : null,
    network: of.facts ? { ...unknown, ...of.facts } : null,
  });
}

const inPortugal = { country: "PT" };
const lisbon = { timeZone: "Europe/Lisbon" };
const noNumber = "+12";
/** Clocks in Portugal went forward at 1:00 UTC on this Sunday. */
const summerTime = Date.UTC(2027, 2, 28, 1);

test.each<[name: string, of: Given, value: number | null]>([
  ["ip_in_billing_country", { billing: { country: "PT" } }, null],
  ["ip_in_billing_country", { facts: {}, billing: { country: "PT" } }, null],
  ["ip_in_billing_country", { facts: inPortugal }, null],
  ["ip_in_billing_country", { facts: inPortugal, billing: { country: "PT" } }, 1],
  ["ip_in_billing_country", { facts: inPortugal, billing: { country: "ES" } }, 0],
  ["ip_in_phone_country", {}, null],
  ["ip_in_phone_country", { facts: inPortugal }, 1],
  ["ip_in_phone_country", { facts: inPortugal, phone: "+447400123456" }, 0],
  ["ip_in_phone_country", { facts: inPortugal, phone: noNumber }, null],
  ["ip_in_hotel_country", {}, null],
  ["ip_in_hotel_country", { facts: inPortugal }, 1],
  ["ip_in_hotel_country", { facts: { country: "ES" } }, 0],

  ["ip_time_zone_agrees", { facts: lisbon }, null],
  ["ip_time_zone_agrees", { device: lisbon }, null],
  ["ip_time_zone_agrees", { device: lisbon, facts: {} }, null],
  ["ip_time_zone_agrees", { device: {}, facts: lisbon }, null],
  ["ip_time_zone_agrees", { device: { timeZone: "toString" }, facts: lisbon }, null],
  ["ip_time_zone_agrees", { device: lisbon, facts: { timeZone: "Nowhere" } }, null],
  ["ip_time_zone_agrees", { device: lisbon, facts: { timeZone: "Europe/London" } }, 1],
  ["ip_time_zone_agrees", { device: lisbon, facts: { timeZone: "Europe/Madrid" } }, 0],
  ["ip_time_zone_agrees", { device: { timeZone: "Atlantic/Azores" }, facts: inPortugal }, 1],
  [
    "ip_time_zone_agrees",
    { device: { timeZone: "Atlantic/Azores" }, facts: { ...inPortugal, ...lisbon } },
    1,
  ],
  ["ip_time_zone_agrees", { device: { timeZone: "UTC" }, facts: inPortugal }, 0],
  [
    "ip_time_zone_agrees",
    { device: lisbon, facts: { timeZone: "UTC" }, at: summerTime - 60_000 },
    1,
  ],
  ["ip_time_zone_agrees", { device: lisbon, facts: { timeZone: "UTC" }, at: summerTime }, 0],

  ["time_zone_in_billing_country", { device: lisbon }, null],
  ["time_zone_in_billing_country", { billing: { country: "PT" } }, null],
  ["time_zone_in_billing_country", { device: lisbon, billing: { country: "PT" } }, 1],
  ["time_zone_in_billing_country", { device: lisbon, billing: { country: "ES" } }, 0],
  [
    "time_zone_in_billing_country",
    { device: { timeZone: "Asia/Calcutta" }, billing: { country: "IN" } },
    1,
  ],
  [
    "time_zone_in_billing_country",
    { device: { timeZone: "Europe/Zurich" }, billing: { country: "LI" } },
    1,
  ],
  [
    "time_zone_in_billing_country",
    { device: { timeZone: "Etc/UTC" }, billing: { country: "PT" } },
    null,
  ],
  ["time_zone_in_phone_country", {}, null],
  ["time_zone_in_phone_country", { device: lisbon }, 1],
  ["time_zone_in_phone_country", { device: lisbon, phone: "+447400123456" }, 0],
  ["time_zone_in_phone_country", { device: lisbon, phone: noNumber }, null],
  ["time_zone_in_hotel_country", { device: { timeZone: "" } }, null],
  ["time_zone_in_hotel_country", { device: { timeZone: "Atlantic/Madeira" } }, 1],
  ["time_zone_in_hotel_country", { device: { timeZone: "Europe/Madrid" } }, 0],
  ["time_zone_is_nowhere", {}, null],
  ["time_zone_is_nowhere", { device: {} }, null],
  ["time_zone_is_nowhere", { device: { timeZone: "Mars/Base" } }, null],
  ["time_zone_is_nowhere", { device: { timeZone: "constructor" } }, null],
  ["time_zone_is_nowhere", { device: lisbon }, 0],
  ["time_zone_is_nowhere", { device: { timeZone: "UTC" } }, 1],
  ["time_zone_is_nowhere", { device: { timeZone: "Etc/GMT+5" } }, 1],

  ["utc_offset_agrees", {}, null],
  ["utc_offset_agrees", { device: lisbon }, null],
  ["utc_offset_agrees", { device: { utcOffsetMin: 0 } }, null],
  ["utc_offset_agrees", { device: { timeZone: "Mars/Base", utcOffsetMin: 0 } }, null],
  ["utc_offset_agrees", { device: { ...lisbon, utcOffsetMin: -60 } }, 1],
  ["utc_offset_agrees", { device: { ...lisbon, utcOffsetMin: 60 } }, 0],
  ["utc_offset_agrees", { device: { ...lisbon, utcOffsetMin: 0 } }, 0],
  ["utc_offset_agrees", { device: { timeZone: "Asia/Kathmandu", utcOffsetMin: -345 } }, 1],
  ["utc_offset_agrees", { device: { timeZone: "America/St_Johns", utcOffsetMin: 150 } }, 1],
  [
    "utc_offset_agrees",
    { device: { ...lisbon, utcOffsetMin: 0 }, at: summerTime + 1, firstAt: summerTime - 1 },
    1,
  ],
  [
    "utc_offset_agrees",
    { device: { ...lisbon, utcOffsetMin: 0 }, at: summerTime + 1, firstAt: summerTime },
    0,
  ],

  ["language_fits_billing_country", { device: { languages: ["pt"] } }, null],
  ["language_fits_billing_country", { billing: { country: "PT" } }, null],
  ["language_fits_billing_country", { device: {}, billing: { country: "PT" } }, null],
  [
    "language_fits_billing_country",
    { device: { languages: [] }, billing: { country: "PT" } },
    null,
  ],
  [
    "language_fits_billing_country",
    { device: { languages: ["", "?", "english"] }, billing: { country: "PT" } },
    null,
  ],
  [
    "language_fits_billing_country",
    { device: { languages: ["en-US", "pt-BR"] }, billing: { country: "PT" } },
    1,
  ],
  [
    "language_fits_billing_country",
    { device: { languages: ["en-US"] }, billing: { country: "PT" } },
    0,
  ],
  ["language_fits_phone_country", {}, null],
  ["language_fits_phone_country", { device: { languages: ["en-PT"] } }, 1],
  ["language_fits_phone_country", { device: { languages: ["fr-CA"] } }, 0],
  ["language_fits_phone_country", { device: { languages: ["pt"] }, phone: noNumber }, null],
  ["language_fits_hotel_country", {}, null],
  ["language_fits_hotel_country", { device: { languages: ["pt"] } }, 1],
  ["language_fits_hotel_country", { device: { languages: ["de"] } }, 0],
  ["language_fits_ip_country", { device: { languages: ["pt"] } }, null],
  ["language_fits_ip_country", { facts: inPortugal }, null],
  ["language_fits_ip_country", { device: { languages: ["pt"] }, facts: {} }, null],
  ["language_fits_ip_country", { device: { languages: ["pt"] }, facts: inPortugal }, 1],
  ["language_fits_ip_country", { device: { languages: ["ru"] }, facts: inPortugal }, 0],

  ["ip_is_hosting", {}, null],
  ["ip_is_hosting", { facts: {} }, null],
  ["ip_is_hosting", { facts: { kind: "hosting" } }, 1],
  ["ip_is_hosting", { facts: { kind: "residential" } }, 0],
  ["ip_is_cellular", { facts: {} }, null],
  ["ip_is_cellular", { facts: { kind: "cellular" } }, 1],
  ["ip_is_cellular", { facts: { kind: "business" } }, 0],
  ["ip_is_anonymous", {}, null],
  ["ip_is_anonymous", { facts: {} }, null],
  ["ip_is_anonymous", { facts: { anonymous: false } }, 0],
  ["ip_is_anonymous", { facts: { anonymous: true } }, 1],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

// Every feature of the family is in the table, in whatever order the tests ran.
afterAll(() => {
  expect([...seen].sort()).toEqual(network.map((feature) => feature.name).sort());
});
