/**
 * The tab and navigation matrix: which collection each case belongs to, its pages counted, nothing
 * lost or doubled, no fault on a page. `NAVIGATION_TABLE=1` prints what happened, a row a case.
 */
import { afterAll, beforeAll, describe, expect } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSdk } from "../../../scripts/build/sdk.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { TelemetryBatch } from "../../../src/attempt/telemetry/protocol.ts";
import { chromium, firefox, testWith } from "../../fixtures/needs.ts";
import { type Fixtures, startFixtures } from "../../service/browser/fixtures.ts";
import type { Browser } from "./browser.ts";
import { Chromium } from "./chromium.ts";
import { Firefox } from "./firefox.ts";
import { type Row, rows } from "./rows.ts";
import { type Site, startSite } from "./site.ts";
import { Walk } from "./walk.ts";

/** Firefox starts too slowly on a busy machine: `npm run test:firefox` asks for its rows. */
const withFirefox = process.env.FIREFOX_TESTS === "1";

/** Rows walked at the same time. */
const atOnce = 5;
/** What nobody expects comes in this soon after a page began, was hidden or left. */
const arrivalMs = 1000;
/** What a row expects has so long to come in. */
const arrivalMsMax = 20_000;

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

const browsers = [
  { name: "Chromium" as const, start: () => Chromium.start(), program: chromium },
  { name: "Firefox" as const, start: () => Firefox.start(), program: firefox },
].filter(({ name }) => withFirefox || name === "Chromium");

const cells = new Map<string, string>();

describe.each(browsers)("in $name", ({ name, start, program }) => {
  let fixtures: Fixtures;
  let site: Site;
  const outcomes = new Map<Row, Outcome>();

  async function walkRow(browser: Browser, row: Row): Promise<void> {
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

  /** In a browser of their own, which ends once what is expected of all of them has come in. */
  async function walkTogether(together: readonly Row[]): Promise<void> {
    const browser = await start();
    try {
      const waiting = [...together];
      const walkNext = async () => {
        for (let row = waiting.shift(); row; row = waiting.shift()) await walkRow(browser, row);
      };
      await Promise.all(Array.from({ length: atOnce }, walkNext));
      const haveAllCome = () => together.every((row) => hasCome(row, outcomes.get(row)!.walk));
      await waitUntil("the last pages", haveAllCome, { timeoutMs: arrivalMsMax }).catch(() => {});
      await Bun.sleep(arrivalMs);
    } finally {
      await browser.stop();
    }
  }

  beforeAll(async () => {
    if (!program.isInstalled) return;
    fixtures = startFixtures(built);
    site = startSite(fixtures);
    const walked = rows.filter(
      ({ lacking, name: row }) => !lacking?.[name] && (!only || row.includes(only)),
    );
    const [alone, together] = [
      walked.filter((row) => row.alone),
      walked.filter((row) => !row.alone),
    ];
    for (const group of [together, ...alone.map((row) => [row])]) {
      if (group.length > 0) await walkTogether(group);
    }
  });

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

  /** The letters of the ids that the walk was told, and what is expected of it then. */
  function expectationOf(row: Row, walk: Walk) {
    const told = walk.ids.map(letterOf(walk.ids)).join("");
    const others = [row.otherwise, name === "Firefox" && row.inFirefox].flatMap((o) => o || []);
    return { told, expected: others.find(({ ids }) => ids === told) ?? row };
  }

  function hasCome(row: Row, walk: Walk): boolean {
    const pages = [...batchesOf(walk).values()].flatMap(viewsOf);
    return pages.length >= Object.values(expectationOf(row, walk).expected.pages).flat().length;
  }

  testWith(program).each(rows.filter((row) => !row.lacking?.[name]))("$name", (row) => {
    const outcome = outcomes.get(row);
    if (only && !outcome) return;
    const { walk, failure } = outcome!;
    const letter = letterOf(walk.ids);
    const { told, expected } = expectationOf(row, walk);
    cells.set(`${name} ${row.name}`, [...told].join(" "));
    if (failure) throw failure;
    expect(told).toBe(expected.ids);
    const collections = batchesOf(walk);
    const seen = [...collections].map(([id, batches]): [string, unknown[]] => [
      letter(id),
      viewsOf(batches),
    ]);
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(
        Object.entries(expected.pages).map(([one, views]) => [one, views.map(allowingOthers)]),
      ),
    );
    if (!row.shared) for (const batches of collections.values()) expectComplete(batches);
    row.check?.([...collections.values()].flat());
    expect(site.faults.filter((fault) => fault.startsWith(`/${walk.row}/`))).toEqual([]);
  });

  testWith(program)("follows the protocol, and nothing is impossible", () => {
    expect(fixtures.breaches).toEqual([]);
  });
});

const byNumber = (a: { sequence: number }, b: { sequence: number }) => a.sequence - b.sequence;

function pagesOf(batches: TelemetryBatch[]) {
  const events = batches.toSorted(byNumber).flatMap((batch) => batch.events);
  return events.filter((event) => event.kind === "page");
}

/** How each page view came about, and its page. */
function viewsOf(batches: TelemetryBatch[]): string[] {
  return pagesOf(batches).map(({ navigation, path }) => `${navigation} ${path.split("/")[2]}`);
}

/** What a restored page is, browsers do not agree about. */
function allowingOthers(view: string): unknown {
  const page = /^again (.*)/.exec(view)?.[1];
  return page ? expect.stringMatching(new RegExp(`^(reload|back_forward) ${page}$`)) : view;
}

/** Pages are counted; no batch's number is missing, and none came with two contents. */
function expectComplete(batches: TelemetryBatch[]): void {
  const pages = pagesOf(batches).map(({ page }) => page);
  expect(pages).toEqual(pages.map((_, index) => index));
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
