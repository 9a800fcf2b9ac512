/**
 * `npm run bench:decisions`: the time of the dashboard's queries on a store full of generated decisions,
 * and the cost of the indexes behind them.
 *
 *     npm run bench:decisions -- [--decisions 1000000] [--runs 200] [--slim] [--data FOLDER]
 *
 * `--slim` omits the evidence and the features, which no query reads: for ten million decisions they
 * take some 60 GB. `--data` keeps the folder for reuse.
 */
import { Database } from "bun:sqlite";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { DecisionFilter } from "../src/storage/search.ts";
import { attemptsIndexer } from "../src/storage/sqlite/history/index-attempts.ts";
import { openForReading, openForWriting } from "../src/storage/sqlite/open.ts";
import { decisionsIndexer } from "../src/storage/sqlite/search/index-decisions.ts";
import { openSqliteStore } from "../src/storage/sqlite/sqlite-store.ts";
import type { Store } from "../src/storage/store.ts";
import type { Identities, IdentityKind, Moment } from "../src/storage/velocity.ts";
import { pastCollectionFacts } from "../src/telemetry/summary.ts";
import { identitiesOf } from "../src/velocity/identities.ts";
import {
  type GeneratedDecision,
  generatedDecisions,
  hotels,
} from "./bench-decisions/generated-decisions.ts";
import { templateOf } from "./bench-decisions/template.ts";

const { values } = parseArgs({
  options: {
    decisions: { type: "string", default: "1000000" },
    runs: { type: "string", default: "200" },
    slim: { type: "boolean", default: false },
    data: { type: "string" },
  },
});
const count = Number(values.decisions);
const runs = Number(values.runs);
const log = (line: string) => process.stderr.write(`${line}\n`);
const print = (line: string) => process.stdout.write(`${line}\n`);
const folder = values.data ?? mkdtempSync(join(tmpdir(), "booking-risk-bench-decisions-"));
const [project, other] = ["prj_busy", "prj_beside"];
const dayMs = 24 * 60 * 60 * 1000;
const until = Date.UTC(2027, 0, 1);

const isNew = !existsSync(join(folder, "events.db"));
const template = values.slim
  ? { evidence: '{"collection":{}}', features: "[]" }
  : await templateOf();
const decide = generatedDecisions(project, count, { until, template });
if (isNew) await fill();
index();
sizes();
const store = await openSqliteStore(folder);
try {
  await queries(store);
} finally {
  await store.close();
  if (!values.data) rmSync(folder, { recursive: true });
}

async function fill(): Promise<void> {
  const store = await openSqliteStore(folder);
  const smaller = generatedDecisions(other, Math.ceil(count / 10), { until, template });
  const started = performance.now();
  const atOnce = 500;
  for (let n = 0; n < count; n += atOnce) {
    const group: Promise<boolean>[] = [];
    for (let i = n; i < Math.min(count, n + atOnce); i++) {
      group.push(store.decisions.commit(decide(i).added));
      if (i % 10 === 0) group.push(store.decisions.commit(smaller(i / 10).added));
    }
    await Promise.all(group);
    if (n % 100_000 === 0) log(`${n} decisions in ${seconds(started)} s`);
  }
  await store.close();
  print(`Committed ${count} decisions in ${seconds(started)} s`);
}

/** Measures the cost of the velocity index and of the search index. */
function index(): void {
  const events = openForReading(folder, "events");
  const history = openForWriting(folder, "history");
  for (const [name, make] of [
    ["the velocity index", attemptsIndexer],
    ["the search index", decisionsIndexer],
  ] as const) {
    const next = make(events, history);
    const started = performance.now();
    const cpu = process.cpuUsage();
    const bytes = size("history.db");
    let all = 0;
    for (let added = next(2000); added > 0; added = next(2000)) all += added;
    if (all === 0) continue;
    history.run("PRAGMA wal_checkpoint(TRUNCATE)");
    const us = ((performance.now() - started) * 1000) / all;
    const { user, system } = process.cpuUsage(cpu);
    const more = ((size("history.db") - bytes) / all).toFixed(0);
    const busy = ((user + system) / all).toFixed(1);
    print(`${name}: ${us.toFixed(1)} µs (${busy} of a processor) and ${more} bytes per decision`);
  }
  events.close();
  history.close();
}

function sizes(): void {
  const database = new Database(join(folder, "history.db"), { readonly: true });
  const rows = database
    .query<{ name: string; bytes: number }, []>(
      "SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC",
    )
    .all();
  const all = count + Math.ceil(count / 10);
  for (const { name, bytes } of rows.filter(({ bytes }) => bytes > all)) {
    print(`  ${name.padEnd(24)} ${(bytes / all).toFixed(1).padStart(8)} bytes per decision`);
  }
  database.close();
  print(`  events.db ${(size("events.db") / all).toFixed(0)} bytes per decision`);
}

function size(name: string): number {
  return statSync(join(folder, name)).size;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

async function queries(store: Store): Promise<void> {
  const sample = await sampleOf(store);
  await measurePages(store, filtersOf(sample), sample.int);
  print("");
  for (const [name, ask] of Object.entries(otherQueries(store, sample))) {
    const figures = await timed(async () => {
      const started = performance.now();
      await ask();
      return performance.now() - started;
    });
    print(`${name.padEnd(32)} ${figures}`);
  }
}

type Found = Awaited<ReturnType<Store["search"]["list"]>>[number];

/** Reproducible random numbers, and decisions to query for. */
interface Sample {
  /** A random integer from 0 to below `most`. */
  int(most: number): number;
  known: readonly Found[];
  any(): Found;
}

async function sampleOf(store: Store): Promise<Sample> {
  let state = 1;
  const int = (most: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const known = (
    await Promise.all(
      Array.from({ length: 40 }, () =>
        store.search.list(project, {}, { at: until - int(360) * dayMs, tie: 0 }, 25),
      ),
    )
  ).flat();
  return { int, known, any: () => known[int(known.length)]! };
}

type Filters = Readonly<Record<string, () => DecisionFilter>>;

function filtersOf({ int, known, any }: Sample): Filters {
  const hotelIdentity = (n: number) => identityOf(requestAtHotel(n), "hotel")!;
  const requestAtHotel = (n: number) => {
    const request = structuredClone(JSON.parse(known[0]!.request));
    request.hotel.giataId = String(100_000 + n);
    return request;
  };
  const by = (kind: IdentityKind) => (): DecisionFilter => {
    for (;;) {
      const one = any();
      const identity = identityOf(JSON.parse(one.request), kind);
      if (identity !== undefined) return { identities: [[identity]] };
    }
  };
  const month = () => {
    const from = until - (30 + int(300)) * dayMs;
    return { from, to: from + 30 * dayMs };
  };
  return {
    "no filter": () => ({}),
    requestId: () => ({ requestId: any().requestId }),
    "e-mail": by("email"),
    phone: by("phone"),
    "booker reference": by("booker"),
    name: by("name"),
    device: by("device"),
    address: by("ip"),
    "e-mail of a bot": () => ({ identities: [[botEmail()]] }),
    "hotel, busy": () => ({ identities: [[hotelIdentity(0)]] }),
    "hotel, any": () => ({ identities: [[hotelIdentity(int(hotels))]] }),
    "hotel and time": () => ({ identities: [[hotelIdentity(int(hotels))]], ...month() }),
    "hotel and fraud": () => ({ identities: [[hotelIdentity(int(hotels))]], outcomes: ["fraud"] }),
    "busy hotel and fraud": () => ({ identities: [[hotelIdentity(0)]], outcomes: ["fraud"] }),
    time: month,
    "level high": () => ({ riskLevel: "high" }),
    "level medium, time": () => ({ riskLevel: "medium", ...month() }),
    "action deny": () => ({ suggestedAction: "deny" }),
    "action allow": () => ({ suggestedAction: "allow" }),
    "outcome fraud": () => ({ outcomes: ["fraud"] }),
    "outcome legitimate": () => ({ outcomes: ["legitimate"] }),
    "outcome none yet": () => ({ outcomes: [null] }),
    chargeback: () => ({ outcomes: ["chargeback"] }),
    "chargeback and low": () => ({ outcomes: ["chargeback"], riskLevel: "low" }),
    "score 99": () => ({ scoreFrom: 99 }),
    "score range of 5": () => {
      const scoreFrom = int(94);
      return { scoreFrom, scoreTo: scoreFrom + 5 };
    },
    "model, oldest": () => ({ modelVersion: "1.0.0" }),
    "model, none such": () => ({ modelVersion: "9" }),
    "unseen, fraud, deny, month": () => ({
      seen: false,
      outcomes: ["fraud"],
      suggestedAction: "deny",
      ...month(),
    }),
  };
}

async function measurePages(store: Store, filters: Filters, int: Sample["int"]): Promise<void> {
  print(
    `\n${"Page of 50".padEnd(32)} ${"first page".padStart(17)} ${"deep page".padStart(17)}   rows`,
  );
  print(`${"".padEnd(32)} ${"p50 ms   p99 ms".padStart(17)} ${"p50 ms   p99 ms".padStart(17)}`);
  for (const [name, filter] of Object.entries(filters)) {
    const rows: number[] = [];
    const page = async (before: Moment | null) => {
      const asked = filter();
      const started = performance.now();
      const found = await store.search.list(project, asked, before, 50);
      rows.push(found.length);
      return performance.now() - started;
    };
    const first = await timed(() => page(null));
    const mean = rows.reduce((sum, one) => sum + one, 0) / rows.length;
    const deep = await timed(() => page({ at: until - (200 + int(150)) * dayMs, tie: 0 }));
    print(`${name.padEnd(32)} ${first} ${deep}  ${mean.toFixed(1).padStart(5)}`);
  }
}

function otherQueries(store: Store, { any }: Sample): Record<string, () => Promise<unknown>> {
  const range = { from: until - 30 * dayMs, to: until };
  const year = { from: until - 365 * dayMs, to: until };
  return {
    decisionId: () => store.decisions.find(project, any().id),
    "linked decisions of one": () => store.search.linked(project, any().id, 30 * dayMs),
    "30 days by score": () => store.search.byScore(project, range.from, range.to),
    "30 days by day": () => store.search.byTime(project, range.from, range.to, "day"),
    "30 days by hour": () => store.search.byTime(project, range.from, range.to, "hour"),
    "30 days, 20 top hotels": () => store.search.byPlace(project, "hotel", range, 20),
    "30 days, countries (4 kinds)": () =>
      Promise.all(
        (["hotelCountry", "billing", "phone", "network"] as const).map((place) =>
          store.search.byPlace(project, place, range, 20),
        ),
      ),
    "a year by score": () => store.search.byScore(project, year.from, year.to),
    "a year by day": () => store.search.byTime(project, year.from, year.to, "day"),
    "a year, 20 top hotels": () => store.search.byPlace(project, "hotel", year, 20),
    "names of hotels": () => store.search.hotels(project),
  };
}

/** The identity of the e-mail address of guest -1, the bot. */
function botEmail(): number {
  const request = structuredClone(decide(0).request);
  request.booker.email = "ada.-1@example--1.com";
  return identityOf(request, "email")!;
}

function identityOf(request: GeneratedDecision["request"], kind: IdentityKind): number | undefined {
  const guest = Number(request.booker.referenceId!.slice("user-".length));
  const device = Math.abs(guest);
  const ip = `10.${(device >> 16) & 255}.${(device >> 8) & 255}.${device & 255}`;
  const deviceId = `dev_${String(device).padStart(12, "0")}`;
  const identities: Identities = identitiesOf(
    project!,
    request,
    pastCollectionFacts({ deviceId, ip }),
  );
  return identities[kind];
}

async function timed(once: () => Promise<number>): Promise<string> {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) times.push(await once());
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(part * times.length))]!;
  return [at(0.5), at(0.99)].map((ms) => ms.toFixed(2).padStart(8)).join(" ");
}
