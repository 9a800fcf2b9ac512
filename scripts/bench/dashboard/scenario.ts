/**
 * `npm run bench -- dashboard`: the dashboard's speed on a full store: the time of each query at the
 * executable's endpoints, the size of each page and the time until it is usable, and how long an analyst waits.
 *
 *     npm run bench -- dashboard [--only endpoints,pages,desk] [--decisions 1000000] [--runs 100] [--cases 50]
 *       [--data FOLDER] [--executable FILE]
 *
 * - `desk`: from a key press to the next case of the review queue, and to the first screen of a decision whose row in the
 *   list was read for 0.3 s, until all of it was painted in Chromium: `--cases` bookings by guests who booked before,
 *   scored now, whose reasons are there as they are once somebody opens them. The exit status is 1 where one of these has
 *   a p95 of more than 200 ms. A third figure has no limit: a click as soon as the rows of a newly opened list appear,
 *   before anything can be prefetched.
 *
 * `pages` and `desk` need Chromium. A million decisions take 8 GB of disk and some minutes; `--data` keeps the folder for
 * the next time.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runInNode } from "../../programs/browser/run-node.ts";
import { invitingBy, newPerson, type Person } from "../../programs/dashboard-client/account.ts";
import { waitUntil } from "../../programs/wait-until.ts";
import { bookingBodies } from "../bookings.ts";
import { executableOf, Installation, type Service } from "../installation.ts";
import { percentiles } from "../percentiles.ts";
import { type Output, scenario, someOf, text, whole } from "../scenario.ts";
import { timeEndpoints } from "./endpoints.ts";
import { type Example, fill } from "./fill.ts";

interface PageFigures {
  page: string;
  requests: number;
  bytes: number;
  /** From navigation until the page is complete, ms: with an empty cache, and again with a full one. */
  firstMs: number;
  againMs: number;
}

/** What an analyst waits for, ms. */
interface DeskTimes {
  toNextCase: number[];
  /** By the keys of the list, whose rows are read before they are opened. */
  toDecision: number[];
  /** By a click as soon as the rows of a newly opened list appear. */
  toDecisionAtOnce: number[];
}

const waitedMsMax = 200;
/** Rows of the list's first page. */
const listedAtOnce = 50;

interface Filled {
  projectId: string;
  examples: readonly Example[];
}

export default scenario(
  {
    only: someOf(["endpoints", "pages", "desk"]),
    decisions: whole(1_000_000),
    runs: whole(100),
    cases: whole(50),
    data: text,
    executable: text,
  },
  async ({ only, decisions, runs, cases, data, executable }, output) => {
    const folder = data ?? mkdtempSync(join(tmpdir(), "booking-risk-bench-dashboard-"));
    const installation = new Installation(await executableOf(executable), resolve(folder));
    const filled = await filledFolder(folder, decisions, output);
    const { projectId, examples } = filled;
    const service = await installation.serve();
    try {
      const site = { url: service.url("/").replace(/\/$/, "") };
      const json = (...words: string[]) => installation.command(...words);
      const email = `owner-${crypto.randomUUID()}@example.com`;
      const person = await newPerson(invitingBy(json), site, email, "owner");
      const key = await installation.key(projectId, "secret");
      const browsed = { url: site.url, cookie: person.cookie, projectId };
      const setup: Setup = { service, key, person, browsed, examples, output };
      const result: Record<string, unknown> = {};
      let hasFailed = false;
      if (only.includes("endpoints")) result.endpoints = await measureEndpoints(setup, runs);
      if (only.includes("pages")) result.pages = await measurePages(setup);
      if (only.includes("desk")) {
        const desk = await measureDesk(setup, cases);
        result.desk = desk.times;
        hasFailed = desk.hasFailed;
      }
      return { result, hasFailed };
    } finally {
      await service.stop();
      if (data === undefined) rmSync(folder, { recursive: true });
    }
  },
);

/** What each part of the scenario is given. */
interface Setup {
  service: Service;
  /** The project's secret key. */
  key: string;
  /** Its owner, signed in. */
  person: Person;
  /** What the scripts in Chromium are given. */
  browsed: { url: string; cookie: string; projectId: string };
  examples: readonly Example[];
  output: Output;
}

async function measureEndpoints({ person, browsed, examples, output }: Setup, runs: number) {
  const { projectId } = browsed;
  const endpoints = await timeEndpoints({ person, projectId, examples, runs });
  for (const [title, times] of Object.entries(endpoints)) {
    const rows = times.map(({ name, p50, p99 }) => [name, p50.toFixed(1), p99.toFixed(1)]);
    output.table(title, [["", "p50 ms", "p99 ms"], ...rows]);
  }
  return endpoints;
}

async function measurePages({ service, key, browsed, examples, output }: Setup) {
  const [decisionId] = await bookings(service, key, examples.slice(0, 1));
  const given = { ...browsed, decisionId };
  const pages = await runInNode<PageFigures[]>(join(import.meta.dir, "pages.mjs"), given);
  output.table("Pages, with an empty cache and with a full one", [
    ["", "requests", "kB", "usable after ms", "cached ms"],
    ...pages.map(({ page, requests, bytes, firstMs, againMs }) => [
      page,
      String(requests),
      (bytes / 1000).toFixed(1),
      ...[firstMs, againMs].map((ms) => ms.toFixed(0)),
    ]),
  ]);
  return pages;
}

async function measureDesk(setup: Setup, cases: number) {
  const { service, key, person, browsed, examples, output } = setup;
  const { projectId } = browsed;
  // The whole list of one page, and a case more than verdicts.
  await person.put(`/projects/${projectId}/review/rules`, { band: null, share: 1 });
  const chosen = examples.filter(({ email }) => email !== "").slice(-cases - 1);
  const booked = await bookings(service, key, chosen);
  await explained(person, projectId, booked);
  const decisionIds = booked.slice(-Math.min(cases, listedAtOnce));
  const given = { ...browsed, runs: cases, decisionIds };
  const times = await runInNode<DeskTimes>(join(import.meta.dir, "desk.mjs"), given);
  const limited = {
    "key press to next case": percentiles(times.toNextCase),
    "key press to first screen": percentiles(times.toDecision),
  };
  const all = { ...limited, "click as the list appears": percentiles(times.toDecisionAtOnce) };
  output.table("The analyst's desk, until it was painted", [
    ["", "p50 ms", "p95 ms", "longest ms"],
    ...Object.entries(all).map(([name, { p50, p95, max }]) => [
      name,
      ...[p50, p95, max].map((ms) => ms.toFixed(0)),
    ]),
  ]);
  return { times, hasFailed: Object.values(limited).some(({ p95 }) => p95 > waitedMsMax) };
}

/** Filled where it is not yet; only a whole one has the file that says what is in it. */
async function filledFolder(folder: string, decisions: number, output: Output): Promise<Filled> {
  const file = join(folder, "bench-filled.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Filled;
  mkdirSync(folder, { recursive: true });
  const filled = await fill(folder, decisions, output.log);
  writeFileSync(file, JSON.stringify(filled));
  return filled;
}

/** Bookings by guests who booked before, scored by the active model, so that they have reasons. */
async function bookings(
  service: Service,
  key: string,
  guests: readonly Example[],
): Promise<string[]> {
  const { url, headers } = service.bookings({ key });
  const next = bookingBodies();
  const ids: string[] = [];
  for (const { email, phone, booker: referenceId } of guests) {
    const request = JSON.parse(next());
    const body = JSON.stringify({
      ...request,
      booker: { ...request.booker, email, phone, referenceId },
    });
    const response = await fetch(url, { method: "POST", headers, body });
    const answer = (await response.json()) as { decisionId: string };
    if (response.status !== 200) throw new Error(`a booking: ${JSON.stringify(answer)}`);
    ids.push(answer.decisionId);
  }
  return ids;
}

/** Waits until the list has the reasons of each, and each is found by what it has in common with others. */
async function explained(person: Person, projectId: string, ids: readonly string[]): Promise<void> {
  await waitUntil("the reasons", async () => {
    const { body } = await person.post(`/projects/${projectId}/decisions/list`, { view: {} });
    const known = new Set(
      (body.rows as { decisionId: string; reason: string | null }[])
        .filter(({ reason }) => reason !== null)
        .map(({ decisionId }) => decisionId),
    );
    return ids.slice(-listedAtOnce).every((id) => known.has(id));
  });
}
