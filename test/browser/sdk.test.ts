/** The browser script in a real Chromium, across origins, against the protocol's own schema. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSdk, sdkGzipBytesMax } from "../../scripts/build-sdk.ts";
import { type Fixtures, publishableKey, startFixtures } from "./fixtures.ts";
import { chromiumMissing, explainMissingChromium, inChromium } from "./run.ts";

if (chromiumMissing) explainMissingChromium();
const inBrowser = test.skipIf(chromiumMissing);
const timeoutMs = 60_000;

const built = await buildSdk(join(tmpdir(), `sdk-${process.pid}.js`));
let fixtures: Fixtures;

function act<Result>(scenario: string, more: object = {}): Promise<Result> {
  return inChromium<Result>("drive.mjs", { scenario, site: fixtures.site, ...more });
}

/** The batches of a collection by their number; one sent twice must say the same twice. */
function batchesOf(collectionId: string): Map<number, string> {
  const batches = new Map<number, string>();
  for (const { batch } of fixtures.received) {
    if (batch.collectionId !== collectionId) continue;
    const events = JSON.stringify(batch.events);
    expect(batches.get(batch.sequence) ?? events).toBe(events);
    batches.set(batch.sequence, events);
  }
  return batches;
}

function expectComplete(collectionId: string): void {
  const numbers = [...batchesOf(collectionId).keys()].sort((a, b) => a - b);
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers).toEqual(Array.from(numbers, (_, index) => index));
}

beforeAll(() => {
  fixtures = startFixtures(built.code);
});
beforeEach(() => fixtures.clear());
afterEach(() => {
  expect(fixtures.breaches).toEqual([]);
});
afterAll(() => {
  expect(fixtures.largestBytes).toBeLessThan(8 * 1024);
  fixtures.stop();
});

test("the script stays within its size and names its version", () => {
  expect(built.gzipBytes).toBeLessThanOrEqual(sdkGzipBytesMax);
  expect(built.code).toContain(JSON.stringify(built.version));
  expect(built.code).not.toMatch(/\bimport\b|\bexport\b|\.name\s*=\s*"unload"/);
});

describe("the collection's id", () => {
  inBrowser(
    "stays the same over the pages of a tab and differs in another",
    async () => {
      const { ids, other, again } = await act<{ ids: string[]; other: string; again: string }>(
        "tab",
      );
      expect(ids[0]).toMatch(/^col_[0-9a-z]{8}[0-9a-z]{13,}$/);
      expect(new Set([...ids, again]).size).toBe(1);
      expect(other).not.toBe(ids[0]!);
      expectComplete(ids[0]!);
      const pages = fixtures.events("page", ids[0]);
      expect(pages.map(({ page }) => page)).toEqual([0, 1, 2, 3]);
      expect(pages.map(({ path }) => path)).toEqual(["/one", "/two", "/two", "/one"]);
      expect(pages.map(({ navigation }) => navigation)).toEqual([
        "navigate",
        "navigate",
        "reload",
        "back_forward",
      ]);
      expect(pages.map(({ at }) => at)).toEqual(
        pages.map(({ at }) => at).toSorted((a, b) => a - b),
      );
      const devices = fixtures.received.map(({ batch }) => batch.device).filter((device) => device);
      expect(devices.length).toBe(5);
      expect(new Set(devices.map((device) => device?.deviceId)).size).toBe(1);
      expect(devices[0]?.deviceId).toMatch(/^dev_[0-9a-z]{16}$/);
      expect(devices[0]?.webdriver).toBe(true);
    },
    timeoutMs,
  );

  inBrowser(
    "is a new one where the browser copied the tab's storage",
    async () => {
      const { first, popupId, marker, duplicateId, later } =
        await act<Record<string, string>>("copies");
      expect(marker).toBe("copied");
      expect(new Set([first, popupId, duplicateId]).size).toBe(3);
      expect(later).toBe(first!);
    },
    timeoutMs,
  );

  inBrowser(
    "survives the back-forward cache",
    async () => {
      const { ids, fromCache } = await act<{ ids: string[]; fromCache: boolean }>("cached");
      expect(fromCache).toBe(true);
      expect(new Set(ids).size).toBe(1);
      expectComplete(ids[0]!);
      const pages = fixtures.events("page", ids[0]);
      expect(pages.map(({ page }) => page)).toEqual([0, 1, 2, 3]);
      expect(pages[2]).toMatchObject({ path: "/one", navigation: "back_forward" });
    },
    timeoutMs,
  );

  inBrowser(
    "is one a page where storage is denied",
    async () => {
      const { first, second, next, faults } = await act<{
        first: string;
        second: string;
        next: string;
        faults: string[];
      }>("denied");
      expect(faults).toEqual([]);
      expect(first).toMatch(/^col_/);
      expect(second).toBe(first);
      expect(next).not.toBe(first);
      const batch = fixtures.received.find(({ batch }) => batch.collectionId === first)?.batch;
      expect(batch?.device).toBeDefined();
      expect(batch?.device?.deviceId).toBeUndefined();
    },
    timeoutMs,
  );
});

inBrowser(
  "a script loaded twice works once, and nothing else is global",
  async () => {
    const seen = await act<{ id: string; globals: string[]; faults: string[] }>("twice");
    expect(seen.faults).toEqual([]);
    expect(seen.globals.toSorted()).toEqual(["Service", "faults"]);
    expect(fixtures.events("page").length).toBe(1);
    const moves = fixtures.events("pointer").reduce((sum, event) => sum + event.moves, 0);
    expect(moves).toBeLessThanOrEqual(11);
    expect(moves).toBeGreaterThan(0);
  },
  timeoutMs,
);

describe("forms", () => {
  inBrowser(
    "typing is counted with its rhythm, and no typed character leaves",
    async () => {
      const secret = "Zq7Secret42";
      const { id } = await act<{ id: string }>("typing", { secret });
      for (const { text } of fixtures.received) {
        expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
      }
      expectComplete(id);
      expect(fixtures.received.every(({ batch }) => batch.key === publishableKey)).toBe(true);
      const visits = fixtures.events("field", id).filter(({ keys }) => keys > 0);
      expect(visits.map(({ purpose }) => purpose)).toEqual([
        "name",
        "email",
        "phone",
        "card",
        "password",
        "address",
        "other",
      ]);
      expect(visits.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 8]);
      const [name, , , , , , wishes] = visits;
      expect(name).toMatchObject({ keys: 11, inputs: 11, corrections: 0, untrusted: 0 });
      expect(wishes).toMatchObject({ keys: 12, inputs: 12, corrections: 1, pastes: 0 });
      for (const visit of visits) {
        const gaps = visit.keys - 1;
        expect(visit.gapSumMs / gaps).toBeGreaterThan(10);
        expect(visit.gapSquareSum * gaps).toBeGreaterThanOrEqual(visit.gapSumMs ** 2);
        expect(visit.focusMs).toBeGreaterThanOrEqual(visit.gapSumMs - 2);
      }
      expect(fixtures.events("submit", id)).toMatchObject([
        { trusted: true, filledFields: 8, touchedFields: 8 },
      ]);
    },
    timeoutMs,
  );

  inBrowser(
    "a paste is counted",
    async () => {
      const { pasted } = await act<{ pasted: string }>("paste", { secret: "pasted text" });
      expect(pasted).toBe("pasted text");
      const street = fixtures.events("field").find(({ purpose }) => purpose === "address");
      expect(street).toMatchObject({ pastes: 1, inputs: 1, keys: 0, autofills: 0 });
    },
    timeoutMs,
  );

  inBrowser(
    "a form filled by a script shows as untrusted and untouched",
    async () => {
      await act("scripted", { secret: "by script" });
      expect(fixtures.events("field")).toMatchObject([
        { purpose: "email", untrusted: 2, inputs: 1, keys: 0, focusMs: 0 },
      ]);
      expect(fixtures.events("submit")).toMatchObject([{ filledFields: 7, touchedFields: 1 }]);
      const untrusted = fixtures.events("pointer").reduce((sum, event) => sum + event.untrusted, 0);
      expect(untrusted).toBe(1);
    },
    timeoutMs,
  );

  inBrowser(
    "a form that the browser restored on the way back does not look scripted",
    async () => {
      const { value } = await act<{ value: string }>("restored");
      expect(value).toBe("Ada");
      expect(fixtures.events("submit")).toMatchObject([
        { filledFields: 1, touchedFields: 1 },
        { filledFields: 1, touchedFields: 1 },
      ]);
    },
    timeoutMs,
  );
});

inBrowser(
  "single-page navigation counts its pages by path",
  async () => {
    const { ids } = await act<{ ids: string[] }>("singlePage");
    expect(new Set(ids).size).toBe(1);
    const pages = fixtures.events("page");
    expect(pages.map(({ path, navigation }) => `${navigation} ${path}`)).toEqual([
      "navigate /one",
      "pushed /rooms/12",
      "pushed /checkout",
      "pushed /rooms/12",
    ]);
    expect(pages.map(({ page }) => page)).toEqual([0, 1, 2, 3]);
  },
  timeoutMs,
);

inBrowser(
  "scrolling gives movements and the deepest point",
  async () => {
    await act("scrolling");
    const scrolls = fixtures.events("scroll");
    expect(scrolls.reduce((sum, event) => sum + event.scrolls, 0)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...scrolls.map(({ depth }) => depth))).toBeGreaterThan(0.95);
  },
  timeoutMs,
);

describe("delivery", () => {
  inBrowser(
    "what was seen last is sent on leaving",
    async () => {
      const { id } = await act<{ id: string }>("leaving");
      expectComplete(id);
      expect(fixtures.events("visibility", id)).toMatchObject([{ state: "left" }]);
      expect(fixtures.events("field", id)).toMatchObject([{ purpose: "email", keys: 2 }]);
      expect(fixtures.events("pointer", id)[0]?.moves).toBeGreaterThan(0);
    },
    timeoutMs,
  );

  inBrowser(
    "a service that was down gets everything once it is up",
    async () => {
      fixtures.down = true;
      const acting = act<{ ids: string[]; faults: string[] }>("outage", {
        msDown: 3000,
        msUp: 6000,
      });
      while (fixtures.refused < 2) await Bun.sleep(50);
      fixtures.down = false;
      const { ids, faults } = await acting;
      expect(faults).toEqual([]);
      expectComplete(ids[0]!);
      expect(fixtures.events("page").length).toBe(1);
      expect(fixtures.events("field").length).toBeGreaterThan(0);
    },
    timeoutMs,
  );

  inBrowser(
    "what a page could not send, the tab's next page sends",
    async () => {
      fixtures.down = true;
      const acting = act<{ ids: string[] }>("outage", { leave: true, msDown: 1500, msUp: 4000 });
      // Up again only when the first page has gone, which shows in its last attempt.
      while (fixtures.refused < 4) await Bun.sleep(20);
      fixtures.down = false;
      const { ids } = await acting;
      expect(new Set(ids).size).toBe(1);
      expectComplete(ids[0]!);
      expect(new Set(fixtures.events("page").map(({ page }) => page))).toEqual(new Set([0, 1]));
      expect(fixtures.events("field").length).toBeGreaterThan(0);
    },
    timeoutMs,
  );

  inBrowser(
    "a browser that was offline sends when it is back",
    async () => {
      const { id, faults } = await act<{ id: string; faults: string[] }>("offline");
      expect(faults).toEqual([]);
      expectComplete(id);
      expect(fixtures.events("field", id).some(({ purpose }) => purpose === "email")).toBe(true);
    },
    timeoutMs,
  );

  inBrowser(
    "a page that broke its own browser is not disturbed",
    async () => {
      const { id, faults } = await act<{ id: string; faults: string[] }>("hostile");
      expect(id).toMatch(/^col_/);
      expect(faults).toEqual([]);
    },
    timeoutMs,
  );
});
