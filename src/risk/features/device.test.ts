import { afterAll, expect, test } from "bun:test";
import { empty, valueFor } from "../../../test/fixtures/example-attempt.ts";
import type { Device } from "../../attempt/telemetry/protocol.ts";
import type { CollectionFacts } from "../../attempt/telemetry/summary.ts";
import { device } from "./device.ts";

const windows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
const android =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const sized = (
  screenWidth: number,
  screenHeight: number,
  viewportWidth = 0,
  viewportHeight = 0,
): Device => ({ screenWidth, screenHeight, viewportWidth, viewportHeight });
const seen = new Set<string>();

function featureValue(name: string, of: Partial<CollectionFacts> | null): number | null {
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
    { device: { screenWidth: 800, screenHeight: 600, viewportHeight: 600 } },
    null,
  ],
  ["viewport_is_screen", { device: { viewportWidth: 800, viewportHeight: 600 } }, null],
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
  ["user_agent_is_no_browser", { userAgents: [] }, null],
  ["user_agent_is_no_browser", { userAgents: null }, null],
  ["user_agent_is_no_browser", { userAgents: [windows, iphone] }, 0],
  ["user_agent_is_no_browser", { userAgents: [windows, "okhttp/4.12"] }, 1],
  ["user_agent_is_mobile", { userAgents: null }, null],
  ["user_agent_is_mobile", { userAgents: [windows] }, 0],
  ["user_agent_is_mobile", { userAgents: [iphone] }, 1],
  ["user_agent_is_mobile", { userAgents: [android] }, 1],
  ["platform_agrees", { device: { platform: "Win32" }, userAgents: null }, null],
  ["platform_agrees", { device: { platform: "Win32" }, userAgents: [] }, null],
  ["platform_agrees", { device: {}, userAgents: [windows] }, null],
  ["platform_agrees", { device: { platform: "" }, userAgents: [windows] }, null],
  ["platform_agrees", { device: { platform: "Nintendo" }, userAgents: [windows] }, null],
  ["platform_agrees", { device: { platform: "Win32" }, userAgents: ["Mozilla/5.0 (x)"] }, null],
  ["platform_agrees", { device: { platform: "Win32" }, userAgents: [windows] }, 1],
  ["platform_agrees", { device: { platform: "Windows" }, userAgents: [iphone, windows] }, 1],
  ["platform_agrees", { device: { platform: "Linux x86_64" }, userAgents: [windows] }, 0],
  ["platform_agrees", { device: { platform: "Linux armv81" }, userAgents: [android] }, 1],
  ["platform_agrees", { device: { platform: "Android" }, userAgents: [android] }, 1],
  ["platform_agrees", { device: { platform: "iPhone" }, userAgents: [iphone] }, 1],
  ["platform_agrees", { device: { platform: "MacIntel" }, userAgents: [iphone] }, 1],
  ["platform_agrees", { device: { platform: "Linux x86_64" }, userAgents: [iphone] }, 0],
  ["touch_agrees", { device: { touchPoints: 5 }, userAgents: null }, null],
  ["touch_agrees", { device: {}, userAgents: [iphone] }, null],
  ["touch_agrees", { device: { touchPoints: 0 }, userAgents: [windows] }, null],
  ["touch_agrees", { device: { touchPoints: 0 }, userAgents: [iphone] }, 0],
  ["touch_agrees", { device: { touchPoints: 5 }, userAgents: [android] }, 1],
  ["desktop_chrome_lacks_plugins", { device: {}, userAgents: [windows] }, null],
  ["desktop_chrome_lacks_plugins", { device: { plugins: 0 }, userAgents: [android] }, null],
  ["desktop_chrome_lacks_plugins", { device: { plugins: 0 }, userAgents: [iphone] }, null],
  ["desktop_chrome_lacks_plugins", { device: { plugins: 0 }, userAgents: [windows] }, 1],
  ["desktop_chrome_lacks_plugins", { device: { plugins: 5 }, userAgents: [windows] }, 0],
  ["device_memory_gb", { device: {} }, null],
  ["device_memory_gb", { device: { memoryGb: 0.25 } }, 0.25],
  ["device_plugins", { device: {} }, null],
  ["device_plugins", { device: { plugins: 5 } }, 5],
  ["viewport_exceeds_screen", { device: {} }, null],
  ["viewport_exceeds_screen", { device: sized(800, 600, 0, 600) }, null],
  ["viewport_exceeds_screen", { device: sized(800, 600, 800, 600) }, 0],
  ["viewport_exceeds_screen", { device: sized(800, 600, 801, 600) }, 1],
  ["viewport_exceeds_screen", { device: sized(800, 600, 800, 601) }, 1],
  ["screen_is_headless_size", { device: {} }, null],
  ["screen_is_headless_size", { device: sized(800, 600) }, 1],
  ["screen_is_headless_size", { device: sized(1280, 720) }, 1],
  ["screen_is_headless_size", { device: sized(600, 800) }, 0],
  ["screen_is_headless_size", { device: sized(0, 0) }, 0],
  ["cookies_are_denied", { device: {} }, null],
  ["cookies_are_denied", { device: { cookies: true } }, 0],
  ["cookies_are_denied", { device: { cookies: false } }, 1],
  ["device_is_remembered", { device: { timeZone: "UTC" }, deviceIds: null }, null],
  ["device_is_remembered", null, null],
  ["device_is_remembered", { device: null }, null],
  ["device_is_remembered", { device: {} }, 0],
  ["device_is_remembered", { device: { deviceId: "dev_12345678" } }, 1],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

// Every feature of the family is in the table, in whatever order the tests ran.
afterAll(() => {
  expect([...seen].sort()).toEqual(device.map((feature) => feature.name).sort());
});
