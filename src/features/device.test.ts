import { expect, test } from "bun:test";
import type { CollectionSummary } from "../telemetry/summary.ts";
import { device } from "./device.ts";
import { empty, valueFor } from "./example-attempt.ts";

const seen = new Set<string>();

function featureValue(name: string, of: Partial<CollectionSummary> | null): number | null {
  seen.add(name);
  return valueFor(device, name, { collection: of && { ...empty, ...of } });
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
