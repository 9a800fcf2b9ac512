import { expect, test } from "bun:test";
import { historyFacts } from "../history/facts.ts";
import { sightingOf } from "../history/sighting.ts";
import type { RiskRequest } from "../request/risk-request.ts";
import { type CollectionSummary, foldBatch } from "../telemetry/summary.ts";
import { device } from "./device.ts";

const at = Date.UTC(2027, 3, 1, 12);
const base: RiskRequest = {
  booker: {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "+351912345678",
  },
  hotel: { name: "Hotel Mundial", country: "PT" },
  booking: { checkIn: "2027-05-01", checkOut: "2027-05-04" },
  requestId: "r-1",
};
const history = historyFacts(sightingOf({}, at, 0), {});

/** A collection of one empty batch, 60 s before the attempt. */
const empty = foldBatch(
  null,
  {
    key: "",
    collectionId: "col_12345678",
    sequence: 0,
    startedAt: 0,
    sentAt: 0,
    sdkVersion: "1",
    events: [],
  },
  { receivedAt: at - 60_000, ip: "192.0.2.1", userAgent: "Mozilla/5.0" },
);
const seen = new Set<string>();

function featureValue(name: string, of: Partial<CollectionSummary> | null): number | null {
  seen.add(name);
  const feature = device.find((one) => one.name === name);
  if (!feature) throw new Error(`no feature ${name}`);
  const collection = of && { ...empty, ...of };
  return feature.compute({ at, request: base, collection, history });
}

test.each<[name: string, of: Parameters<typeof featureValue>[1], value: number | null]>([
  ["device_is_automated", null, null],
  ["device_is_automated", {}, null],
  ["device_is_automated", { device: {} }, null],
  ["device_is_automated", { device: { webdriver: false } }, 0],
  ["device_is_automated", { device: { webdriver: true } }, 1],
  ["user_agent_is_automated", null, null],
  ["user_agent_is_automated", { userAgents: [] }, null],
  ["user_agent_is_automated", {}, 0],
  ["user_agent_is_automated", { userAgents: ["Mozilla/5.0", "X HeadlessChrome/130"] }, 1],
  ["user_agent_is_automated", { userAgents: ["python-requests/2.31"] }, 1],
  ["user_agent_is_automated", { userAgents: ["Googlebot/2.1"] }, 1],
  ["user_agent_is_automated", { userAgents: ["Mozilla/5.0 (Linux; Cubot X30)"] }, 0],
  ["device_cores", {}, null],
  ["device_cores", { device: { cores: 0 } }, 0],
  ["device_cores", { device: { cores: 8 } }, 8],
  ["device_touch_points", { device: {} }, null],
  ["device_touch_points", { device: { touchPoints: 0 } }, 0],
  ["device_touch_points", { device: { touchPoints: 5 } }, 5],
  ["device_languages", { device: {} }, null],
  ["device_languages", { device: { languages: [] } }, 0],
  ["device_languages", { device: { languages: ["pt", "en"] } }, 2],
  ["viewport_is_screen", { device: {} }, null],
  ["viewport_is_screen", { device: { screenWidth: 800, screenHeight: 600 } }, null],
  [
    "viewport_is_screen",
    { device: { screenWidth: 800, screenHeight: 600, viewportWidth: 800, viewportHeight: 600 } },
    1,
  ],
  [
    "viewport_is_screen",
    {
      device: {
        screenWidth: 800,
        screenHeight: 600,
        viewportWidth: 800,
        viewportHeight: 600,
        touchPoints: 5,
      },
    },
    0,
  ],
  [
    "viewport_is_screen",
    { device: { screenWidth: 800, screenHeight: 600, viewportWidth: 800, viewportHeight: 500 } },
    0,
  ],
  ["device_is_remembered", null, null],
  ["device_is_remembered", { device: null }, null],
  ["device_is_remembered", { device: {} }, 0],
  ["device_is_remembered", { device: { deviceId: "dev_12345678" } }, 1],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

test("every feature of the family is in the table", () => {
  expect([...seen].sort()).toEqual(device.map((feature) => feature.name).sort());
});
