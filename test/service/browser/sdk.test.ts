/** The browser script in a real Chromium, across origins, against the protocol's own schema. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSdk, sdkGzipBytesMax } from "../../../scripts/build/sdk.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { inChromium, openUndriven } from "../../fixtures/browser.ts";
import { chromium, testWith } from "../../fixtures/needs.ts";
import { type Fixtures, readme, startFixtures, stub } from "./fixtures.ts";

const inBrowser = testWith(chromium);

const built = await buildSdk(join(tmpdir(), `sdk-${process.pid}.js`));
let fixtures: Fixtures;

function act<Result>(scenario: string, more: object = {}): Promise<Result> {
  return inChromium<Result>("browser/drive.mjs", { scenario, site: fixtures.site, ...more });
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
  fixtures = startFixtures(built);
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
  // Newer than what README.md names the browsers for.
  expect(built.code).not.toMatch(/\?\?=|\|\|=|&&=|\bstatic\b|#\w+[=(]|\.at\(|replaceAll|hasOwn\(/);
});

test("README.md shows the definitions that the script's own code is checked against", async () => {
  const definitions = await Bun.file(join(import.meta.dir, "../../../sdk/service.d.ts")).text();
  expect(readme).toContain(definitions);
  expect(stub).toContain("getCollectionId");
});

describe("the collection's id", () => {
  inBrowser("stays the same over the pages of a tab and differs in another", async () => {
    const { ids, other, again } = await act<{ ids: string[]; other: string; again: string }>("tab");
    expect(ids[0]).toMatch(/^col_\d{12,30}$/);
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
    expect(pages.map(({ at }) => at)).toEqual(pages.map(({ at }) => at).toSorted((a, b) => a - b));
    const devices = fixtures.received.map(({ batch }) => batch.device).filter((device) => device);
    expect(devices.length).toBe(5);
    expect(new Set(devices.map((device) => device?.deviceId)).size).toBe(1);
    expect(devices[0]?.deviceId).toMatch(/^dev_\d{12,30}$/);
    expect(devices[0]?.webdriver).toBe(true);
  });

  inBrowser("is a new one where the browser copied the tab's storage", async () => {
    const { first, popupId, marker, duplicateId, later } =
      await act<Record<string, string>>("copies");
    expect(marker).toBe("copied");
    expect(new Set([first, popupId, duplicateId]).size).toBe(3);
    expect(later).toBe(first!);
  });

  inBrowser("survives the back-forward cache", async () => {
    const { ids, fromCache } = await act<{ ids: string[]; fromCache: boolean }>("cached");
    expect(fromCache).toBe(true);
    expect(new Set(ids).size).toBe(1);
    expectComplete(ids[0]!);
    const pages = fixtures.events("page", ids[0]);
    expect(pages.map(({ page }) => page)).toEqual([0, 1, 2, 3]);
    expect(pages[2]).toMatchObject({ path: "/one", navigation: "back_forward" });
  });

  inBrowser("is one a page where storage is denied", async () => {
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
  });
});

inBrowser("a script loaded twice works once, and nothing else is global", async () => {
  const seen = await act<{ id: string; globals: string[]; faults: string[] }>("twice");
  expect(seen.faults).toEqual([]);
  expect(seen.globals.toSorted()).toEqual(["Service", "faults"]);
  expect(fixtures.events("page").length).toBe(1);
  const moves = fixtures.events("pointer").reduce((sum, event) => sum + event.moves, 0);
  expect(moves).toBeLessThanOrEqual(11);
  expect(moves).toBeGreaterThan(0);
});

describe("forms", () => {
  inBrowser("typing is counted with its rhythm, and no typed character leaves", async () => {
    const secret = "Zq7Secret42";
    const { id } = await act<{ id: string }>("typing", { secret });
    for (const { text } of fixtures.received) {
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
    }
    expectComplete(id);
    expect(fixtures.received.every(({ batch }) => batch.key === fixtures.key)).toBe(true);
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
  });

  inBrowser("a paste is counted", async () => {
    const { pasted } = await act<{ pasted: string }>("paste", { secret: "pasted text" });
    expect(pasted).toBe("pasted text");
    const street = fixtures.events("field").find(({ purpose }) => purpose === "address");
    expect(street).toMatchObject({ pastes: 1, inputs: 1, keys: 0, autofills: 0 });
  });

  inBrowser("a form filled by a script shows as untrusted and untouched", async () => {
    await act("scripted", { secret: "by script" });
    expect(fixtures.events("field")).toMatchObject([
      { purpose: "email", untrusted: 2, inputs: 1, keys: 0, focusMs: 0 },
    ]);
    expect(fixtures.events("submit")).toMatchObject([{ filledFields: 7, touchedFields: 1 }]);
    const untrusted = fixtures.events("pointer").reduce((sum, event) => sum + event.untrusted, 0);
    expect(untrusted).toBe(1);
  });

  inBrowser("a form that the browser restored on the way back does not look scripted", async () => {
    const { value } = await act<{ value: string }>("restored");
    expect(value).toBe("Ada");
    expect(fixtures.events("submit")).toMatchObject([
      { filledFields: 1, touchedFields: 1 },
      { filledFields: 1, touchedFields: 1 },
    ]);
  });
});

describe("a page of unusual markup or scripts", () => {
  inBrowser(
    "is observed inside open shadow roots, and a press of a button there sends",
    async () => {
      const { id, presses, faults } = await act<{ id: string; presses: object; faults: string[] }>(
        "shadow",
      );
      expect(faults).toEqual([]);
      expectComplete(id);
      const visits = fixtures.events("field", id).filter(({ keys }) => keys > 0);
      expect(visits).toMatchObject([
        { purpose: "email", index: 0, keys: 2, inputs: 2, untrusted: 0 },
        { purpose: "address", index: 1, keys: 1, inputs: 1, untrusted: 0 },
      ]);
      expect(visits[0]!.focusMs).toBeGreaterThanOrEqual(20);
      expect(presses).toEqual({ field: false, button: true });
    },
  );

  inBrowser("may have a control named `elements` in its form", async () => {
    const { id } = await act<{ id: string }>("elements");
    expectComplete(id);
    expect(fixtures.events("submit", id)).toMatchObject([
      { trusted: true, filledFields: 3, touchedFields: 3, hiddenFilled: 0 },
    ]);
  });

  inBrowser("may define Array.prototype.toJSON: what it sends is the same", async () => {
    fixtures.down = true;
    const { ids, faults } = await act<{ ids: string[]; faults: string[] }>("outage", {
      path: "/prototype",
    });
    expect(faults).toEqual([]);
    expectComplete(ids[0]!);
    expect(fixtures.events("field", ids[0]).length).toBeGreaterThan(0);
  });

  inBrowser("may define Array.prototype.toJSON: what it stores is the same", async () => {
    fixtures.down = true;
    const { ids } = await act<{ ids: string[] }>("outage", { path: "/prototype", leave: true });
    expect(new Set(ids).size).toBe(1);
    expectComplete(ids[0]!);
    expect(new Set(fixtures.events("page").map(({ page }) => page))).toEqual(new Set([0, 1]));
    expect(fixtures.events("field", ids[0]).length).toBeGreaterThan(0);
  });
});

inBrowser("keys tell how they were pressed and let go, and not which", async () => {
  await act("keys");
  const [name, email, street] = fixtures.events("field").filter(({ keys }) => keys > 0);
  // Capitals come without Shift, and each key as soon as the one before is up.
  expect(name).toMatchObject({ keys: 3, holds: 3, shiftless: 2, bareAts: 0, hidden: false });
  // Not where Shift or Alt is down, with which layouts have it.
  expect(email).toMatchObject({ keys: 5, bareAts: 1, shiftless: 0 });
  expect(name!.rushes).toBeGreaterThanOrEqual(1);
  expect(street).toMatchObject({ keys: 5, holds: 5, shiftless: 0 });
  expect(street!.rushes).toBeLessThanOrEqual(1);
  expect(street!.holdSumMs).toBeGreaterThan(118);
  expect(street!.holdSquareSum! * 5).toBeGreaterThanOrEqual(street!.holdSumMs! ** 2);
});

describe("the pointer", () => {
  const sum = (read: (event: ReturnType<typeof pointers>[number]) => number | undefined) =>
    pointers().reduce((total, event) => total + (read(event) ?? 0), 0);
  const pointers = () => fixtures.events("pointer");

  inBrowser("tells how its path turned, and presses that it never went to", async () => {
    await act("paths");
    const turns = Array.from({ length: 8 }, (_, part) => sum((event) => event.turns?.[part]));
    // A corner and the way back; else straight on. A click ends the stroke.
    expect(turns[7]).toBe(1);
    expect(turns[3]! + turns[4]!).toBe(1);
    expect(turns[0]).toBeGreaterThanOrEqual(8);
    expect(sum((event) => event.axial)).toBe(12);
    expect(sum((event) => event.bends)).toBe(0); // No turn follows another.
    expect(sum((event) => event.moves)).toBe(14);
    expect(sum((event) => event.coalesced)).toBe(14);
    expect(sum((event) => event.fractions)).toBe(1);
    expect(sum((event) => event.teleports)).toBe(1);
    expect(sum((event) => event.pressureless)).toBe(1);
    expect(sum((event) => event.presses)).toBe(2);
    expect(Math.round(sum((event) => event.pressSumMs))).toBe(80 + 16);
    expect(sum((event) => event.moveMs)).toBeGreaterThan(0);
    const distance = sum((event) => event.distancePx);
    expect(sum((event) => event.stepSquareSum)).toBeLessThanOrEqual(distance ** 2);
  });

  inBrowser("tells of movements that the browser gathered", async () => {
    await act("gathered");
    expect(sum((event) => event.coalesced)).toBeGreaterThan(sum((event) => event.moves));
  });

  inBrowser("is no finger, which taps and swipes", async () => {
    await act("fingers");
    const touches = fixtures.events("touch");
    const total = (name: "taps" | "swipes" | "swipePx" | "sized") =>
      touches.reduce((all, event) => all + event[name], 0);
    expect(total("taps")).toBe(2);
    expect(total("swipes")).toBe(1);
    expect(total("swipePx")).toBeGreaterThan(60);
    expect(total("swipePx")).toBeLessThan(125);
    expect(total("sized")).toBe(2);
    expect(sum((event) => event.presses)).toBe(0);
    expect(sum((event) => event.teleports)).toBe(0);
  });
});

describe("fields that nobody can see", () => {
  inBrowser("are told of where a program fills them", async () => {
    await act("traps", { way: "program" });
    const hidden = fixtures.events("field").map((event) => event.hidden);
    expect(hidden).toEqual([false, true, true, true]);
    // Five hold another value than they came with; the page itself filled one in silence.
    expect(fixtures.events("submit")).toMatchObject([
      { filledFields: 5, touchedFields: 4, hiddenFilled: 3 },
    ]);
  });

  inBrowser("are no matter to a person, who ticks a drawn box", async () => {
    await act("traps", { way: "person" });
    expect(fixtures.events("field").filter((event) => event.hidden)).toEqual([]);
    expect(fixtures.events("submit")).toMatchObject([{ touchedFields: 2, hiddenFilled: 0 }]);
  });
});

describe("traces of automation", () => {
  const devicesOf = (id?: string) =>
    fixtures.received
      .filter(({ batch }) => !id || batch.collectionId === id)
      .flatMap(({ batch }) => batch.device ?? []);

  inBrowser("are told by a word each, those that come late too", async () => {
    const ids = await act<Record<string, string>>("traces");
    // Playwright's way of running a script before the page's leaves a variable.
    const words = (name: string) =>
      devicesOf(ids[name]).flatMap(({ traces }) => traces?.filter((word) => word !== "globals"));
    const [first, ...later] = devicesOf(ids.plain);
    expect(first).toMatchObject({ webdriver: true, traces: [] });
    expect(later[0]).toMatchObject({ traces: ["globals"] });
    expect(words("manager")).toEqual([]);
    expect(words("native")).toEqual(["native"]);
    // The service reads that trace from the brands.
    expect(devicesOf(ids.brand)[0]!.brands).toContainEqual(expect.stringMatching(/^ /));
  });

  inBrowser("are none in a browser that nobody drives", async () => {
    const browser = openUndriven(`${fixtures.site}/one`);
    try {
      await waitUntil("the device", () => devicesOf().length > 0);
    } finally {
      await browser.stop();
    }
    const [device] = devicesOf();
    expect(device).toMatchObject({ webdriver: false, traces: [], mobile: false });
    expect(device?.brands?.length).toBeGreaterThan(0);
    expect(device?.outerWidth).toBeGreaterThan(0);
  });
});

describe("consent", () => {
  interface Seen {
    ids: string[];
    stores: { local: Record<string, string>; session: Record<string, string> }[];
  }
  const kindsSent = () =>
    new Set(fixtures.received.flatMap(({ batch }) => batch.events.map(({ kind }) => kind)));
  const consents = () => new Set(fixtures.received.map(({ batch }) => batch.consent));
  const devices = () => fixtures.received.flatMap(({ batch }) => batch.device ?? []);

  inBrowser("denied: only what is needed is seen, and the device is forgotten", async () => {
    const before = { "booking-risk.device": "dev_12345678901234567890" };
    const { ids, stores } = await act<Seen>("consent", { path: "/dissent", before });
    expect(kindsSent()).toEqual(new Set(["page", "submit"]));
    expect(stores.at(-1)?.local).toEqual({});
    // The form's page. Where it leads to does not say that the visitor denied.
    const form = fixtures.received.filter(({ batch }) => batch.consent === "denied");
    expect(form.length).toBeGreaterThan(0);
    for (const { batch } of form) {
      expect(Object.keys(batch.device ?? {})).toEqual(batch.device ? ["webdriver", "traces"] : []);
    }
    expect(fixtures.events("submit")).toMatchObject([{ filledFields: 1, touchedFields: 1 }]);
    expectComplete(ids[0]!);
  });

  inBrowser("granted and not asked for: all is seen, and only the first is told", async () => {
    await act<Seen>("consent", { path: "/assent" });
    expect(kindsSent()).toContain("field");
    expect(consents()).toContain("granted");
    fixtures.clear();
    await act<Seen>("consent", { path: "/form" });
    expect(kindsSent()).toContain("field");
    expect(consents()).toEqual(new Set([undefined]));
  });

  inBrowser("granted later: the watching starts", async () => {
    const { ids, stores } = await act<Seen>("consent", {
      path: "/dissent",
      answers: ["granted"],
    });
    expect(stores[0]?.local["booking-risk.device"]).toMatch(/^dev_/);
    expect(devices().at(-1)?.deviceId).toBe(stores[0]!.local["booking-risk.device"]!);
    const fields = fixtures.events("field", ids[0]);
    // "ab" was typed before, "cdefg" after.
    expect(fields.reduce((sum, { keys }) => sum + keys, 0)).toBe(5);
    expectComplete(ids[0]!);
  });

  inBrowser("denied later: the watching ends, what was not sent is dropped", async () => {
    const { ids, stores } = await act<Seen>("consent", { path: "/form", answers: ["denied"] });
    expect(stores[0]?.local).toEqual({});
    // "ab" was typed before, and may have been sent by then; "cdefg" after.
    const keys = fixtures.events("field", ids[0]).reduce((sum, { keys }) => sum + keys, 0);
    expect([0, 2]).toContain(keys);
    expect(consents()).toContain("denied");
    expectComplete(ids[0]!);
  });

  inBrowser("denied while the service was down: nothing of it arrives later", async () => {
    fixtures.down = true;
    const { id } = await act<{ id: string }>("recanted");
    expect(kindsSent()).toEqual(new Set(["page"]));
    expect(devices().filter(({ deviceId }) => deviceId)).toEqual([]);
    expectComplete(id);
  });
});

describe("before the script is there", () => {
  interface Seen {
    visits: Record<"stub" | "early" | "late" | "kept" | "faults", unknown>[];
    store: { local: Record<string, string> };
  }

  inBrowser("the stub of README.md tells the very id that the tab keeps", async () => {
    const { visits } = await act<Seen>("early", { path: "/slow/stub" });
    const [first, second] = visits;
    expect(first).toMatchObject({ stub: true, faults: [] });
    expect(first!.early).toMatch(/^col_\d{12,30}$/);
    for (const id of [first!.late, first!.kept, second!.early, second!.late, second!.kept]) {
      expect(id).toBe(first!.early);
    }
    expectComplete(first!.early as string);
    expect(fixtures.events("page", first!.early as string).length).toBe(2);
  });

  inBrowser("a denial is heeded once it is", async () => {
    const { visits, store } = await act<Seen>("early", { path: "/slow/stub", answer: "denied" });
    expect(visits[0]).toMatchObject({ stub: true, faults: [] });
    expect(store.local).toEqual({});
    expect(fixtures.received.every(({ batch }) => batch.consent === "denied")).toBe(true);
    expect(fixtures.events("visibility")).toEqual([]);
  });
});

inBrowser("a strict policy, a pinned script, another origin and defer go together", async () => {
  const { id, complaints } = await act<{ id: string; complaints: string[] }>("strict");
  // Of the page's own style, which this policy forbids.
  expect(complaints.filter((text) => !/style/.test(text))).toEqual([]);
  expectComplete(id);
  expect(fixtures.events("field", id).length).toBeGreaterThan(0);
});

describe("secrets", () => {
  /** A text in the ways in which it could be hidden in another. */
  function disguises(text: string): string[] {
    const bytes = Buffer.from(text);
    const hash = (name: "md5" | "sha1" | "sha256") =>
      new Bun.CryptoHasher(name).update(text).digest();
    const hashes = (["md5", "sha1", "sha256"] as const).map(hash);
    const encoded = [bytes, ...hashes].flatMap((part) => [
      part.toString("base64").replace(/=+$/, ""),
      part.toString("base64url"),
      part.toString("hex"),
    ]);
    const swapped = [...text].reverse().join("");
    return [text, encodeURIComponent(text), swapped, ...encoded].map((form) => form.toLowerCase());
  }

  inBrowser(
    "of every kind of field, and of the page around it, are nowhere in what is sent or stored",
    async () => {
      const secrets = {
        typed: {
          text: "Kf3text9Qz",
          email: "kf3mail9qz@Example.org",
          password: "Kf3 pass+9Qz/",
          card: "4929331478206547",
          search: "Kf3search9Qz",
          tel: "+351913377204",
          url: "https://kf3url9qz.example",
          area: "Kf3area9Qz",
          editable: "Kf3edit9Qz",
        },
        pasted: "Kf3pasted9Qz",
        chosen: "Kf3chosen9Qz",
        card: {
          number: "5425233430109903",
          name: "Kf3 Holder9Qz",
          expiryMonth: "07",
          expiryYear: "2031",
          cvc: "7319",
        },
        date: "1971-03-29",
        query: "Kf3query9Qz",
        fragment: "Kf3fragment9Qz",
        title: "Kf3title9Qz",
        file: "Kf3file9Qz.txt",
      };
      const { id, filled, stored } = await act<{ id: string; filled: string; stored: object }>(
        "secrets",
        { secrets },
      );
      expect(filled).toBe(secrets.card.name);
      const autofills = fixtures
        .events("field", id)
        .reduce((sum, event) => sum + event.autofills, 0);
      expect(autofills).toBe(4);
      expectComplete(id);
      expect(fixtures.events("field", id).filter(({ keys }) => keys > 0).length).toBe(8);
      expect(fixtures.events("field", id).some(({ pastes }) => pastes > 0)).toBe(true);
      expect(fixtures.events("submit", id)).toMatchObject([
        { filledFields: 10, touchedFields: 10 },
      ]);
      const { typed, card, ...others } = secrets;
      const sent = fixtures.received.map(({ text }) => text).join("\n");
      const everything = `${sent}\n${JSON.stringify(stored)}`.toLowerCase();
      for (const secret of [
        ...Object.values(typed),
        ...Object.values(others),
        card.number,
        card.name,
      ]) {
        for (const form of disguises(secret)) expect(everything).not.toContain(form);
      }
    },
  );
});

inBrowser("single-page navigation counts its pages by path", async () => {
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
});

inBrowser("scrolling gives movements and the deepest point", async () => {
  await act("scrolling");
  const scrolls = fixtures.events("scroll");
  expect(scrolls.reduce((sum, event) => sum + event.scrolls, 0)).toBeGreaterThanOrEqual(2);
  // Neither a touchpad's slow start nor a key is one.
  expect(scrolls.reduce((sum, event) => sum + event.leaps!, 0)).toBe(1);
  expect(Math.max(...scrolls.map(({ depth }) => depth))).toBeGreaterThan(0.95);
});

describe("delivery", () => {
  inBrowser("a burst of the longest events goes in batches below 8 kB", async () => {
    const { id } = await act<{ id: string }>("burst", { pages: 40 });
    expectComplete(id);
    const pages = fixtures.events("page", id);
    expect(pages.map(({ page }) => page).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 41 }, (_, page) => page),
    );
    expect(Math.max(...pages.map(({ path }) => path.length))).toBe(200);
  });

  inBrowser("what was seen last is sent on leaving", async () => {
    const { id } = await act<{ id: string }>("leaving");
    expectComplete(id);
    expect(fixtures.events("visibility", id)).toMatchObject([{ state: "left" }]);
    expect(fixtures.events("field", id)).toMatchObject([{ purpose: "email", keys: 2 }]);
    expect(fixtures.events("pointer", id)[0]?.moves).toBeGreaterThan(0);
  });

  inBrowser("a service that was down gets everything once it is up", async () => {
    fixtures.down = true;
    const { ids, faults } = await act<{ ids: string[]; faults: string[] }>("outage");
    expect(faults).toEqual([]);
    expectComplete(ids[0]!);
    expect(fixtures.events("page").length).toBe(1);
    expect(fixtures.events("field").length).toBeGreaterThan(0);
  });

  inBrowser("what a page could not send, the tab's next page sends", async () => {
    fixtures.down = true;
    const { ids } = await act<{ ids: string[] }>("outage", { leave: true });
    expect(new Set(ids).size).toBe(1);
    expectComplete(ids[0]!);
    expect(new Set(fixtures.events("page").map(({ page }) => page))).toEqual(new Set([0, 1]));
    expect(fixtures.events("field").length).toBeGreaterThan(0);
  });

  inBrowser("a browser that was offline sends when it is back", async () => {
    const { id, faults } = await act<{ id: string; faults: string[] }>("offline");
    expect(faults).toEqual([]);
    expectComplete(id);
    expect(fixtures.events("field", id).some(({ purpose }) => purpose === "email")).toBe(true);
  });

  inBrowser("a page that broke its own browser is not disturbed", async () => {
    const { id, faults } = await act<{ id: string; faults: string[] }>("hostile");
    expect(id).toMatch(/^col_/);
    expect(faults).toEqual([]);
  });
});
