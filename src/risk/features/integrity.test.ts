import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { empty, valueFor } from "../../../test/fixtures/example-attempt.ts";
import type { Device } from "../../attempt/telemetry/protocol.ts";
import type { CollectionFacts } from "../../attempt/telemetry/summary.ts";
import { integrity } from "./integrity.ts";

const seen = new Set<string>();

function featureValue(name: string, of: Partial<CollectionFacts> | null): number | null {
  seen.add(name);
  return valueFor(integrity, name, { collection: of && { ...empty, ...of } });
}

const framed = (
  outerWidth: number,
  outerHeight: number,
  viewportWidth: number,
  viewportHeight: number,
): Device => ({ outerWidth, outerHeight, viewportWidth, viewportHeight });
const system = (platform: string, headerPlatform: string) => ({
  device: { platform },
  headerPlatform,
});
const language = (first: string, headerLanguage: string) => ({
  device: { languages: [first, "xx"] },
  headerLanguage,
});

test.each<[name: string, of: Parameters<typeof featureValue>[1], value: number | null]>([
  ["automation_traces", null, null],
  ["automation_traces", {}, null],
  ["automation_traces", { traces: [] }, 0],
  ["automation_traces", { traces: ["native", "cdc"] }, 2],
  ["natives_are_patched", null, null],
  ["natives_are_patched", {}, null],
  ["natives_are_patched", { traces: [] }, 0],
  ["natives_are_patched", { traces: ["cdc", "natives"] }, 0],
  ["natives_are_patched", { traces: ["cdc", "native"] }, 1],
  ["window_has_no_frame", null, null],
  ["window_has_no_frame", { device: {} }, null],
  ["window_has_no_frame", { device: { outerWidth: 800, outerHeight: 600 } }, null],
  ["window_has_no_frame", { device: { viewportWidth: 800, viewportHeight: 600 } }, null],
  ["window_has_no_frame", { device: framed(0, 0, 0, 0) }, null],
  ["window_has_no_frame", { device: framed(800, 600, 800, 600) }, 1],
  ["window_has_no_frame", { device: framed(0, 0, 800, 600) }, 1],
  ["window_has_no_frame", { device: framed(800, 600, 1600, 1000) }, 1],
  ["window_has_no_frame", { device: framed(800, 600, 800, 520) }, 0],
  ["window_has_no_frame", { device: framed(800, 600, 780, 600) }, 0],
  ["window_has_no_frame", { device: { ...framed(800, 600, 800, 600), touchPoints: 0 } }, 1],
  ["window_has_no_frame", { device: { ...framed(800, 600, 800, 600), touchPoints: 5 } }, 0],
  ["brands_are_automated", null, null],
  ["brands_are_automated", { device: {} }, null],
  ["brands_are_automated", { device: null, headerBrands: "Chromium" }, null],
  ["brands_are_automated", { device: {}, headerBrands: '"Chromium";v="130"' }, 0],
  ["brands_are_automated", { device: {}, headerBrands: '"HeadlessChrome";v="130"' }, 1],
  ["brands_are_automated", { device: { brands: ["Chromium"] }, headerBrands: "" }, 0],
  ["brands_are_automated", { device: { brands: ["a", "HeadlessChrome"] }, headerBrands: "" }, 1],
  ["header_platform_agrees", null, null],
  ["header_platform_agrees", { device: { platform: "Win32" } }, null],
  ["header_platform_agrees", { device: {}, headerPlatform: '"Windows"' }, null],
  ["header_platform_agrees", system("", '"Windows"'), null],
  ["header_platform_agrees", system("Windows", ""), null],
  ["header_platform_agrees", system("Windows", '"Unknown"'), null],
  ["header_platform_agrees", system("Nintendo", '"Windows"'), null],
  ["header_platform_agrees", system("Windows", '"Windows"'), 1],
  ["header_platform_agrees", system("Win32", "Windows"), 1],
  ["header_platform_agrees", system("macOS", '"macOS"'), 1],
  ["header_platform_agrees", system("MacIntel", '"macOS"'), 1],
  ["header_platform_agrees", system("Android", '"Android"'), 1],
  ["header_platform_agrees", system("Chrome OS", '"Chrome OS"'), 1],
  ["header_platform_agrees", system("Chromium OS", '"Chrome OS"'), 1],
  ["header_platform_agrees", system("Linux x86_64", '"Linux"'), 1],
  ["header_platform_agrees", system("Linux x86_64", '"Windows"'), 0],
  ["header_platform_agrees", system("Windows", '"Linux"'), 0],
  ["header_platform_agrees", system("Android", '"Linux"'), 0],
  ["header_language_agrees", null, null],
  ["header_language_agrees", { device: { languages: ["pt"] } }, null],
  ["header_language_agrees", { device: {}, headerLanguage: "pt" }, null],
  ["header_language_agrees", { device: { languages: [] }, headerLanguage: "pt" }, null],
  ["header_language_agrees", language("", "pt"), null],
  ["header_language_agrees", language("pt", ""), null],
  ["header_language_agrees", language("pt", "*"), null],
  ["header_language_agrees", language("pt-PT", "pt-PT"), 1],
  ["header_language_agrees", language("pt-PT", "PT"), 1],
  ["header_language_agrees", language("pt-PT", "pt;q=0.9"), 1],
  ["header_language_agrees", language("zh-Hant-TW", "zh_TW"), 1],
  ["header_language_agrees", language("pt-PT", "en-US"), 0],
  ["header_language_agrees", language("e", "en"), 0],
  ["plain_batches_share", null, null],
  ["plain_batches_share", {}, null],
  ["plain_batches_share", { plainBatches: 0, batches: null }, null],
  ["plain_batches_share", { plainBatches: 0, batches: 4 }, 0],
  ["plain_batches_share", { plainBatches: 1, batches: 4 }, 0.25],
  ["plain_batches_share", { plainBatches: 4, batches: 4 }, 1],
  ["plain_batches_share", { plainBatches: 5, batches: 4 }, 1],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

describe("what a browser may send of itself", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 64 }),
    fc.constantFrom("headless".repeat(25), "-".repeat(200), '"'.repeat(200), " ".repeat(200)),
  );
  const counts = fc.constantFrom(0, -0, 1, 1_000_000);

  test("never throws and is no number but 0 and 1, a count or a share", () => {
    const device = fc.record(
      {
        platform: texts,
        languages: fc.array(texts, { maxLength: 20 }),
        brands: fc.array(texts, { maxLength: 8 }),
        outerWidth: counts,
        outerHeight: counts,
        viewportWidth: counts,
        viewportHeight: counts,
        touchPoints: counts,
      },
      { requiredKeys: [] },
    );
    const headers = fc.record({
      headerPlatform: texts,
      headerLanguage: texts,
      headerBrands: texts,
      traces: fc.array(texts, { maxLength: 8 }),
      plainBatches: fc.nat(500),
    });
    fc.assert(
      fc.property(device, headers, (read, sent) => {
        for (const { name, type, range } of integrity) {
          const value = featureValue(name, { device: read, ...sent });
          if (value === null) continue;
          expect(Object.is(value, -0)).toBe(false);
          expect(value).toBeWithin(range[0], range[1] + Number.EPSILON);
          if (type !== "number") expect(value).toBeInteger();
        }
      }),
    );
  });
});

// Every feature of the family is in the table, in whatever order the tests ran.
afterAll(() => {
  expect([...seen].sort()).toEqual(integrity.map((feature) => feature.name).sort());
});
