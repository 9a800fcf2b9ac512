import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Device } from "../../attempt/telemetry/protocol.ts";
import type { CollectionFacts } from "../../attempt/telemetry/summary.ts";
import { browserProfileOf } from "./browser-profile.ts";

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
const device: Device = {
  screenWidth: 1920,
  screenHeight: 1080,
  pixelRatio: 1,
  cores: 8,
  memoryGb: 8,
  touchPoints: 0,
  platform: "Win32",
  timeZone: "Europe/Lisbon",
  languages: ["pt-PT", "en"],
};
const look = (read: Device | null = device, userAgents: string[] | null = [chrome]) =>
  browserProfileOf({ device: read, userAgents } as CollectionFacts);

test.each<[string, Device]>([
  ["the screen's width", { screenWidth: 1280 }],
  ["the screen's height", { screenHeight: 720 }],
  ["the pixels", { pixelRatio: 2 }],
  ["the cores", { cores: 4 }],
  ["the memory", { memoryGb: 4 }],
  ["the touch screen", { touchPoints: 5 }],
  ["the platform", { platform: "MacIntel" }],
  ["the time zone", { timeZone: "Europe/Madrid" }],
  ["the languages", { languages: ["pt-PT"] }],
  ["their order", { languages: ["en", "pt-PT"] }],
])("%s is of the look", (_, other) => {
  expect(look({ ...device, ...other })).not.toBe(look());
});

test("what changes from page to page or is wiped with a profile is not", () => {
  const other: Device = {
    deviceId: "dev_12345678",
    viewportWidth: 5,
    viewportHeight: 5,
    outerWidth: 9,
    plugins: 0,
    cookies: false,
    webdriver: true,
    utcOffsetMin: 60,
    traces: ["native"],
  };
  expect(look({ ...device, ...other })).toBe(look());
});

describe("the browser's kind", () => {
  const agents = {
    chrome,
    headless: chrome.replace("Chrome/", "HeadlessChrome/"),
    edge: `${chrome} Edg/130.0.0.0`,
    opera: `${chrome} OPR/115.0.0.0`,
    samsung: chrome.replace("Chrome/", "SamsungBrowser/27.0 Chrome/"),
    firefox: "Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0",
    safari: "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15",
    chromeOnPhone: "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 CriOS/130.0 Mobile Safari/604.1",
    firefoxOnPhone: "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 FxiOS/130.0 Mobile Safari/605.1",
    unknown: "Mozilla/5.0 (x)",
  };

  test("is told apart, whatever each calls itself besides", () => {
    const looks = Object.values(agents).map((agent) => look(device, [agent]));
    expect(new Set(looks).size).toBe(looks.length);
  });

  test("is the same in every version, since browsers update themselves", () => {
    for (const [name, agent] of Object.entries(agents)) {
      const newer = agent.replaceAll(/\d+\.[\d.]+/g, "999.0");
      expect([name, look(device, [newer])]).toEqual([name, look(device, [agent])]);
    }
  });

  test("is the first that the collection came with", () => {
    expect(look(device, [chrome, agents.firefox])).toBe(look());
  });
});

describe("too little was seen", () => {
  const { screenWidth: _, ...noScreen } = device;
  const { timeZone: __, ...noZone } = device;

  test.each<[string, Device | null, string[] | null]>([
    ["no device", null, [chrome]],
    ["no screen", noScreen, [chrome]],
    ["a screen of nothing", { ...device, screenWidth: 0 }, [chrome]],
    ["no time zone", noZone, [chrome]],
    ["an empty time zone", { ...device, timeZone: "" }, [chrome]],
    ["no User-Agent", device, []],
    ["an empty User-Agent", device, [""]],
    ["User-Agents that nobody recorded", device, null],
  ])("of %s", (_, read, agents) => {
    expect(look(read, agents)).toBeNull();
  });
});

test("hostile readings give some look, always the same, and never throw", () => {
  const reading = fc.record({
    screenWidth: fc.constantFrom(1, 1_000_000),
    timeZone: fc.string({ unit: "binary", minLength: 1, maxLength: 64 }),
    platform: fc.string({ unit: "binary", maxLength: 64 }),
    languages: fc.array(fc.string({ unit: "binary", maxLength: 35 }), { maxLength: 20 }),
    cores: fc.constantFrom(0, -0, 1_000_000),
  });
  fc.assert(
    fc.property(reading, fc.string({ unit: "binary", minLength: 1 }), (read, agent) => {
      const stored = JSON.parse(JSON.stringify({ read, agent })) as { read: Device; agent: string };
      expect(look(read, [agent])).toBeString();
      expect(look(stored.read, [stored.agent])).toBe(look(read, [agent]));
    }),
  );
});
