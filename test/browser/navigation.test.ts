/**
 * The tab and navigation matrix: which collection each case belongs to, its pages counted, nothing
 * lost or doubled, no fault on a page. `NAVIGATION_TABLE=1` prints what happened, a row a case.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSdk } from "../../scripts/build-sdk.ts";
import type { TelemetryBatch } from "../../src/telemetry/protocol.ts";
import { type Fixtures, startFixtures } from "./fixtures.ts";
import type { Browser } from "./navigation/browser.ts";
import { Chromium } from "./navigation/chromium.ts";
import { Firefox } from "./navigation/firefox.ts";
import { type Row, rows } from "./navigation/rows.ts";
import { type Site, startSite } from "./navigation/site.ts";
import { Walk } from "./navigation/walk.ts";
import {
  chromiumMissing,
  explainMissingChromium,
  explainMissingFirefox,
  firefoxMissing,
} from "./run.ts";

if (chromiumMissing) explainMissingChromium();
if (firefoxMissing && process.env.FIREFOX_TESTS === "1") explainMissingFirefox();

/** Rows walked at the same time. */
const atOnce = 5;
/** Batches come in this soon after a page began, was hidden or left. */
const arrivalMs = 1000;

const rowMsMax = 90_000;

const only = process.env.NAVIGATION_ONLY;
const built = await buildSdk(join(tmpdir(), `navigation-${process.pid}.js`));

/** What came of a row, or why nothing did. */
interface Outcome {
  walk: Walk;
  failure?: unknown;
}

async function lateness(): Promise<never> {
  await Bun.sleep(rowMsMax);
  throw new Error("the row did not end");
}

const letterOf = (ids: string[]) => {
  const known = [...new Set(ids)];
  return (id: string) => String.fromCharCode(65 + known.indexOf(id));
};

/** Firefox is slow to start on a busy machine: its rows are walked where FIREFOX_TESTS=1 asks. */
const withFirefox = process.env.FIREFOX_TESTS === "1";

const browsers = [
  { name: "Chromium" as const, start: () => Chromium.start(), missing: chromiumMissing },
  { name: "Firefox" as const, start: () => Firefox.start(), missing: firefoxMissing },
].filter(({ name }) => withFirefox || name === "Chromium");

const cells = new Map<string, string>();

describe.each(browsers)("in $name", ({ name, start, missing }) => {
  let fixtures: Fixtures;
  let site: Site;
  const outcomes = new Map<Row, Outcome>();

  async function walkRow(browser: Browser, row: Row): Promise<void> {
    if (row.lacking?.[name]) return;
    if (only && !row.name.includes(only)) return;
    const walk = new Walk(browser, site, `${name}-${rows.indexOf(row)}`);
    const outcome: Outcome = { walk };
    outcomes.set(row, outcome);
    try {
      await Promise.race([row.act(walk), lateness()]);
    } catch (failure) {
      outcome.failure = failure;
    }
    await walk.end().catch(() => {}); // The browser that it began in may be gone.
  }

  beforeAll(async () => {
    if (missing) return;
    fixtures = startFixtures(built);
    site = startSite(fixtures.sdk);
    const browser = await start();
    try {
      const waiting = rows.filter(({ alone }) => !alone);
      const walkNext = async () => {
        for (let row = waiting.shift(); row; row = waiting.shift()) await walkRow(browser, row);
      };
      await Promise.all(Array.from({ length: atOnce }, walkNext));
      for (const row of rows) if (row.alone) await walkRow(browser, row);
      await Bun.sleep(arrivalMs);
    } finally {
      await browser.stop();
    }
  }, 120_000);

  afterAll(() => {
    fixtures?.stop();
    site?.stop();
  });

  /** The collections that have a page of the row, and those that the walk was told. */
  function batchesOf(walk: Walk): Map<string, TelemetryBatch[]> {
    const all = Map.groupBy(
      fixtures.received.map(({ batch }) => batch),
      ({ collectionId }) => collectionId,
    );
    const isMine = (batches: TelemetryBatch[]) =>
      batches.some(({ events }) =>
        events.some((event) => event.kind === "page" && event.path.startsWith(`/${walk.row}/`)),
      );
    return new Map([...all].filter(([id, batches]) => walk.ids.includes(id) || isMine(batches)));
  }

  test.skipIf(missing).each(rows.filter((row) => !row.lacking?.[name]))("$name", (plain) => {
    const outcome = outcomes.get(plain);
    if (only && !outcome) return;
    const { walk, failure } = outcome!;
    const letter = letterOf(walk.ids);
    const told = walk.ids.map(letter).join("");
    const row = {
      ...plain,
      ...(name === "Firefox" && plain.inFirefox),
      ...(told === plain.otherwise?.ids && plain.otherwise),
    };
    cells.set(`${name} ${row.name}`, [...told].join(" "));
    if (failure) throw failure;
    expect(told).toBe(row.ids);
    const collections = batchesOf(walk);
    expect([...collections.keys()].map(letter).toSorted()).toEqual(
      Object.keys(row.pages).toSorted(),
    );
    for (const [id, batches] of collections) {
      const events = batches
        .toSorted((a, b) => a.sequence - b.sequence)
        .flatMap((batch) => batch.events);
      const pages = events.filter((event) => event.kind === "page");
      const views = pages.map(({ navigation, path }) => `${navigation} ${path.split("/")[2]}`);
      const expected = row.pages[letter(id)]!;
      expect(views).toEqual(
        expected.map((page) =>
          page.startsWith("again ") ? expect.stringMatching(/^(reload|back_forward) /) : page,
        ),
      );
      if (row.shared) continue;
      expect(pages.map(({ page }) => page)).toEqual(views.map((_, index) => index));
      expectComplete(batches);
    }
    row.check?.([...collections.values()].flat());
    expect(site.faults.filter((fault) => fault.startsWith(`/${walk.row}/`))).toEqual([]);
  });

  test.skipIf(missing)("follows the protocol, and nothing is impossible", () => {
    expect(fixtures.breaches).toEqual([]);
  });
});

/** No number is missing, and none came with two contents. */
function expectComplete(batches: TelemetryBatch[]): void {
  const contents = Map.groupBy(batches, ({ sequence }) => sequence);
  for (const sent of contents.values()) {
    expect(new Set(sent.map(({ events }) => JSON.stringify(events))).size).toBe(1);
  }
  const numbers = [...contents.keys()].toSorted((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index));
}

afterAll(() => {
  if (!process.env.NAVIGATION_TABLE) return;
  const line = (...texts: string[]) => `| ${texts.join(" | ")} |\n`;
  process.stdout.write(line("case", "Chromium", "Firefox") + line("---", "---", "---"));
  for (const { name, lacking } of rows) {
    const cell = (browser: Browser["name"]) =>
      lacking?.[browser] ?? cells.get(`${browser} ${name}`) ?? "not run";
    process.stdout.write(line(name, cell("Chromium"), cell("Firefox")));
  }
});
