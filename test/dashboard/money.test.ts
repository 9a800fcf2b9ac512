/** Money, the settings' preview and retention in Chromium, compared with a simple count. */

import { beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newPerson } from "../../scripts/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../scripts/dashboard-client/page-acts.mjs";
import { waitUntil } from "../../scripts/wait-until.ts";
import { inChromium } from "../browser/run.ts";
import { callRisk, Installation } from "../executable.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { openDatabase } from "../fixtures/database.ts";
import { chromium, curl, testWith } from "../needs.ts";

const inBrowser = testWith(chromium);
const timeoutMs = 120_000;
const dayMs = 24 * 60 * 60 * 1000;

const installation = new Installation();
const service = await installation.serve();
const { url } = service;
const owner = await newPerson(installation, service, ownerOfPages.email, "owner");
const { projectId, secret, publishable } = await installation.project("Hotel");
const fresh = await installation.project("Fresh");
const viewer = await newPerson(installation, service, "viewer@example.com", "viewer", projectId);

type Seen<More> = More & { faults: string[] };
function act<More>(scenario: string, more: object = {}): Promise<Seen<More>> {
  const script = "../dashboard/money.mjs";
  return inChromium<Seen<More>>(script, { scenario, url, projectId, ...more });
}

interface Decided {
  score: number;
  action: string;
  /** Null if none is reported. */
  outcome: string | null;
  daysAgo: number;
  imported: boolean;
}
const decided: Decided[] = [];

/** The booking of guest n. Every third has the same e-mail address, with reported fraud. */
function bookingOf(n: number) {
  const isBad = n % 3 === 0;
  const booker = isBad
    ? { firstName: "Mal", lastName: "Lory", email: "mallory@mail.example", phone: "+351912345000" }
    : {
        firstName: "Ada",
        lastName: `Guest ${n}`,
        email: `guest${n}@example.com`,
        phone: `+35191234${1000 + n}`,
      };
  // Fraud has a hotel of its own, so that the past of the other hotels is clean.
  const hotel = { name: `Hotel ${isBad ? "Bad" : n}`, country: "PT" };
  return { ...fullRequest(), collectionId: null, booker, hotel, requestId: `booking-${n}` };
}

async function report(key: string, decisionId: string, outcome: string): Promise<void> {
  const answer = await fetch(`${url}/v1/decisions/${decisionId}/outcome`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-service-key": key },
    body: JSON.stringify({ outcome, requestId: "report" }),
  });
  expect(answer.status).toBe(200);
}

/** 60 bookings now, most with an outcome, and 30 in the past, most without a report. */
async function bookings(): Promise<void> {
  for (let n = 0; n < 60; n++) {
    const answer = await callRisk(url, secret.key, bookingOf(n));
    const { decisionId, riskScore, suggestedAction } = (await answer.json()) as {
      decisionId: string;
      riskScore: number;
      suggestedAction: string;
    };
    const bad = n % 2 === 0 ? "fraud" : "chargeback";
    const outcome = n % 10 === 9 ? null : n % 3 === 0 ? bad : "legitimate";
    if (outcome) await report(secret.key, decisionId, outcome);
    decided.push({
      score: riskScore,
      action: suggestedAction,
      outcome,
      daysAgo: 0,
      imported: false,
    });
  }
  const past = Array.from({ length: 30 }, (_, n) => {
    const daysAgo = 100 - n * 3;
    return {
      daysAgo,
      line: {
        decidedAt: new Date(Date.now() - daysAgo * dayMs).toISOString(),
        request: { ...bookingOf(n + 100), collectionId: undefined },
        ...(n % 7 === 0 && {
          outcome: "chargeback",
          outcomeAt: new Date(Date.now() - (daysAgo - 1) * dayMs).toISOString(),
        }),
      },
    };
  });
  const file = join(installation.folder, "past.ndjson");
  writeFileSync(file, past.map(({ line }) => `${JSON.stringify(line)}\n`).join(""));
  await installation.json("history", "import", file, "--project", projectId);
  const out = join(installation.folder, "out.ndjson");
  await installation.run("export", "--project", projectId, "--out", out);
  const rows = (await Bun.file(out).text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const { daysAgo, line } of past) {
    const row = rows.find(({ request_id }) => request_id === line.request.requestId);
    decided.push({
      score: row.risk_score,
      action: "",
      daysAgo,
      imported: true,
      outcome: line.outcome ?? null,
    });
  }
}

const isFraud = ({ outcome }: Decided) => outcome === "fraud" || outcome === "chargeback";

/** Whether a decision is counted as fraud, as good, or not at all. */
function knownAs(one: Decided, matureDays: number | null): "fraud" | "good" | null {
  if (one.outcome !== null) return isFraud(one) ? "fraud" : "good";
  if (matureDays === null || one.daysAgo < matureDays) return null;
  return one.imported || one.action === "allow" ? "good" : null;
}

interface Terms {
  currency: string;
  bookingValue: number;
  marginPercent: number;
  chargebackFee: number;
  fraudLossPercent: number;
  lifetimeValue: number;
}
const examples: Terms = {
  currency: "EUR",
  bookingValue: 300,
  marginPercent: 15,
  chargebackFee: 25,
  fraudLossPercent: 100,
  lifetimeValue: 0,
};
const ours: Terms = {
  currency: "USD",
  bookingValue: 412.5,
  marginPercent: 12,
  chargebackFee: 30,
  fraudLossPercent: 80,
  lifetimeValue: 95,
};
const texts = (terms: Terms) =>
  Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, String(value)]));

/** The result of a cutoff, counted booking by booking. */
function evaluate(denyFrom: number, terms: Terms, of: Decided[], matureDays: number | null) {
  const result = { denied: 0, refused: 0, missed: 0, earned: 0, lost: 0 };
  for (const one of of) {
    const known = knownAs(one, matureDays);
    if (known === null) continue;
    const isDenied = one.score >= denyFrom;
    if (isDenied) result.denied += 1;
    if (isDenied && known === "good") {
      result.refused += 1;
      result.lost += terms.lifetimeValue;
    }
    if (!isDenied && known === "good") {
      result.earned += (terms.bookingValue * terms.marginPercent) / 100;
    }
    if (!isDenied && known === "fraud") {
      result.missed += 1;
      result.lost += terms.chargebackFee + (terms.bookingValue * terms.fraudLossPercent) / 100;
    }
  }
  return { ...result, net: result.earned - result.lost };
}

const denyFrom = {
  maximizeProtection: 65,
  balanced: 75,
  maximizeRevenue: 85,
} as const;
type Rows = Record<string, string[]>;

/** The rows of the three settings and of never denying, as the page formats them. */
function rowsOf(terms: Terms, of = decided, matureDays: number | null = 60): Rows {
  const never = evaluate(100, terms, of, matureDays);
  const isLarge = Math.max(never.earned, never.lost) >= 1000;
  const digits = isLarge ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
  const style = { style: "currency", currency: terms.currency, ...digits } as const;
  const format = new Intl.NumberFormat("en", style);
  const money = (amount: number) => format.format(amount).replace("-", "−");
  const row = (from: number) => {
    const { denied, refused, missed, earned, lost, net } = evaluate(from, terms, of, matureDays);
    return [...[denied, refused, missed].map(String), ...[earned, lost, net].map(money)];
  };
  return {
    ...Object.fromEntries(Object.entries(denyFrom).map(([name, from]) => [name, row(from)])),
    never: row(100),
  };
}

/** The page's rows without that of the best cutoff. */
function settingsOf({ best, ...rows }: Rows): Rows {
  expect(best).toHaveLength(6);
  return rows;
}

const counted = async () => {
  const { known } = (await owner.get(`/projects/${projectId}/money?period=all`)).body;
  return Object.values(known.outcomes as Record<string, number>).reduce((a, b) => a + b, 0);
};

beforeAll(async () => {
  await bookings();
  await waitUntil("all decisions", async () => (await counted()) === decided.length);
}, timeoutMs);

const countOf = (fits: (one: Decided) => boolean) => decided.filter(fits).length;

test("the test data has bookings of every kind", () => {
  expect(countOf(({ score }) => score >= 65)).toBeGreaterThan(3);
  expect(countOf(({ score }) => score < 65)).toBeGreaterThan(5);
  expect(countOf(isFraud)).toBeGreaterThan(10);
  expect(countOf((one) => knownAs(one, 60) === "good" && one.outcome === null)).toBeGreaterThan(5);
});

describe("money", () => {
  inBrowser(
    "equals a simple count, also for other periods and assumptions, which can be saved",
    async () => {
      const seen = await act<{
        rows: Rows;
        late: Rows;
        all: Rows;
        never: Rows;
        tried: Rows;
        kept: Rows;
        known: string[];
        knownNever: string[];
        headline: string[][];
        search: string;
        value: string;
        example: boolean;
        exampleStill: boolean;
      }>("figures", { terms: texts(ours) });
      expect(seen.faults).toEqual([]);
      expect(seen.example).toBe(true);
      expect(settingsOf(seen.rows)).toEqual(rowsOf(examples));
      const late = decided.filter(({ daysAgo }) => daysAgo < 30);
      expect(settingsOf(seen.late)).toEqual(rowsOf(examples, late));
      expect(settingsOf(seen.all)).toEqual(rowsOf(examples));
      const fraud = countOf(isFraud);
      const legitimate = countOf(({ outcome }) => outcome === "legitimate");
      const quiet = countOf((one) => one.outcome === null && knownAs(one, 60) === "good");
      const all = [fraud, legitimate, quiet, decided.length - fraud - legitimate - quiet];
      expect(seen.known).toEqual(all.map(String));
      expect(seen.knownNever).toEqual(
        [fraud, legitimate, 0, decided.length - fraud - legitimate].map(String),
      );
      expect(settingsOf(seen.never)).toEqual(rowsOf(examples, decided, null));
      expect(settingsOf(seen.tried)).toEqual(rowsOf(ours));
      expect(new URLSearchParams(seen.search).get("bookingValue")).toBe("412.5");
      expect(settingsOf(seen.kept)).toEqual(rowsOf(ours));
      expect([seen.value, seen.exampleStill]).toEqual(["412.5", false]);
      const best = Number(seen.headline[0]![0]);
      const nets = Array.from(
        { length: 101 },
        (_, from) => evaluate(from, examples, decided, 60).net,
      );
      expect(nets[best]).toBeCloseTo(Math.max(...nets), 6);
    },
    timeoutMs,
  );

  inBrowser(
    "of the last 30 days leaves out older decisions",
    async () => {
      const { body } = await owner.get(`/projects/${projectId}/money?period=30&matureDays=1`);
      const late = decided.filter(({ daysAgo }) => daysAgo < 30);
      expect(body.known.outcomes).toEqual({
        fraud: late.filter(isFraud).length,
        legitimate: late.filter(({ outcome }) => outcome === "legitimate").length,
        quiet: late.filter((one) => one.outcome === null && knownAs(one, 1) === "good").length,
        unknown: late.filter((one) => knownAs(one, 1) === null).length,
      });
    },
    timeoutMs,
  );

  inBrowser(
    "has a chart of the net gain with the settings, the best cutoff and its interval",
    async () => {
      const seen = await act<{
        marks: string[];
        legend: string[];
        bands: number;
        gains: [string, string][];
      }>("chart");
      expect(seen.faults).toEqual([]);
      const names = ["protection", "balanced", "revenue"];
      expect([names, ["65", "75", "85"]]).toContainEqual(seen.marks);
      expect(seen.bands).toBe(1);
      expect(seen.legend[1]).toMatch(/^Best cutoff, 90% interval: \d+ to \d+$/);
      expect(seen.gains).toHaveLength(101);
      const never = evaluate(100, ours, decided, 60).net;
      for (const from of [0, 40, 65, 75, 99, 100]) {
        const [label, gain] = seen.gains[from]!;
        expect(label).toBe(from === 100 ? "never deny" : `deny at ${from}+`);
        const expected = evaluate(from, ours, decided, 60).net - never;
        const shown = Number(gain.replace(/[$,]/g, "").replace("−", "-"));
        expect(Math.abs(shown - expected)).toBeLessThanOrEqual(0.5);
      }
    },
    timeoutMs,
  );

  inBrowser(
    "can be calculated with other assumptions by a viewer, who cannot save them",
    async () => {
      const seen = await act<{
        before: Rows;
        tried: Rows;
        again: Rows;
        after: Rows;
        saves: number;
        refused: [number, string];
      }>("tries", {
        email: "viewer@example.com",
        terms: { bookingValue: "100", lifetimeValue: "10" },
        sent: { ...ours, matureDays: 60 },
      });
      expect(seen.faults).toEqual([]);
      const other = rowsOf({ ...ours, bookingValue: 100, lifetimeValue: 10 });
      expect(settingsOf(seen.before)).toEqual(rowsOf(ours));
      expect(settingsOf(seen.tried)).toEqual(other);
      expect(settingsOf(seen.again)).toEqual(other);
      expect(settingsOf(seen.after)).toEqual(rowsOf(ours));
      expect(seen.saves).toBe(0);
      expect(seen.refused).toEqual([403, "forbidden"]);
    },
    timeoutMs,
  );

  const hostile = ["NaN", "-1", "1e9", "9".repeat(13), "7".repeat(400), "ten", "<b>1</b>", ""];
  inBrowser(
    "shows an error for each invalid value, and saves none of them",
    async () => {
      const seen = await act<{ errors: Record<string, string[]>; rows: number; saved: number }>(
        "hostile",
        { texts: hostile },
      );
      expect(seen.faults).toEqual([]);
      expect(Object.keys(seen.errors)).toHaveLength(6);
      for (const [name, errors] of Object.entries(seen.errors)) {
        const percent = name.endsWith("Percent");
        const expected =
          name === "currency"
            ? "It must be a code of ISO 4217, such as EUR."
            : `It must be a number from 0 to ${percent ? "100" : "1,000,000,000"}, such as 12.5.`;
        expect({ name, errors }).toEqual({ name, errors: hostile.map(() => expected) });
      }
      expect([seen.rows, seen.saved]).toEqual([5, 0]);
    },
    timeoutMs,
  );

  test.each([...hostile, -1, 1e300, null, true, [], {}].map((value) => ({ value })))(
    "each term in the API rejects: $value",
    async ({ value }) => {
      const good: Record<string, unknown> = { ...ours, matureDays: 60 };
      for (const name of Object.keys(ours)) {
        const sent = { ...good, [name]: value };
        const { status, body } = await owner.put(`/projects/${projectId}/money/terms`, sent);
        const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
        expect([status, body.code, pointers]).toEqual([422, "validation_failed", [`/${name}`]]);
      }
    },
  );

  test("invalid periods and bodies are rejected", async () => {
    const path = `/projects/${projectId}/money`;
    for (const query of ["period=7", "matureDays=0", "matureDays=x", "matureDays=-1"]) {
      expect((await owner.get(`${path}?${query}`)).status).toBe(422);
    }
    for (const sent of ["[]", "{}", '"x"', "null"]) {
      expect((await owner.put(`${path}/terms`, sent)).status).toBe(422);
    }
    expect((await owner.put(`${path}/terms`, "{")).status).toBe(400);
  });

  testWith(chromium, curl)(
    "shows how to report outcomes while there are none, with commands that work as copied",
    async () => {
      const answer = await callRisk(url, fresh.secret.key, bookingOf(1));
      const { decisionId } = (await answer.json()) as { decisionId: string };
      const path = `/projects/${fresh.projectId}/money`;
      await waitUntil(
        "the decision",
        async () => (await owner.get(path)).body.known.outcomes.unknown > 0,
      );
      const seen = await act<{ snippets: string[]; text: string; axe: string[] }>("empty", {
        projectId: fresh.projectId,
      });
      expect([seen.faults, seen.axe]).toEqual([[], []]);
      expect(seen.text).toContain("Not enough outcomes yet");
      const [one, many] = seen.snippets as [string, string];
      const env = {
        PATH: `${installation.folder}:${process.env.PATH}`,
        SECRET_KEY: fresh.secret.key,
        DECISION_ID: decisionId,
      };
      const reported = Bun.spawn(["sh", "-c", one.replace("curl ", "curl -s ")], { env });
      expect(JSON.parse(await reported.stdout.text())).toMatchObject({ outcome: "chargeback" });
      const lines = many.replace(/dec_\.\.\./g, decisionId);
      const ran = Bun.spawn(["sh", "-c", lines], { env, cwd: installation.folder, stderr: "pipe" });
      expect([await ran.exited, await ran.stderr.text()]).toEqual([0, expect.any(String)]);
    },
    timeoutMs,
  );
});

inBrowser(
  "the preview of each risk setting equals a simple count of the last 30 days",
  async () => {
    const { projectId: emptyId } = await installation.project("Empty");
    const { lines, faults } = await act<{ lines: Record<string, string> }>("preview", { emptyId });
    expect(faults).toEqual([]);
    const late = decided.filter(({ daysAgo }) => daysAgo < 30);
    const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
    for (const [setting, from] of Object.entries(denyFrom)) {
      const denied = late.filter(({ score }) => score >= from);
      const would = `Last 30 days: would have denied ${denied.length} of ${late.length} (${percent.format(denied.length / late.length)})`;
      const good = denied.filter(({ outcome }) => outcome === "legitimate").length;
      const rest = `, of which ${denied.filter(isFraud).length} were reported as fraud and ${good} as legitimate.`;
      expect(lines[setting]).toBe(would + (denied.length === 0 ? "." : rest));
    }
  },
  timeoutMs,
);

describe("retention", () => {
  const collections = ["col_moneyold00000001", "col_moneyold00000002", "col_moneyyoung000001"];

  /** Three collections of ten, nine and two days ago. */
  async function telemetry(): Promise<void> {
    for (const collectionId of collections) {
      const sent = await fetch(`${url}/sdk/batch`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          key: publishable.key,
          collectionId,
          sequence: 0,
          startedAt: 0,
          sentAt: 0,
          sdkVersion: "test",
          events: [],
        }),
      });
      expect(sent.status).toBe(204);
    }
    const events = openDatabase(join(installation.data, "events.db"));
    events.run("PRAGMA busy_timeout = 5000");
    for (const [i, daysAgo] of [10, 9, 2].entries()) {
      events.run("UPDATE batches SET received_at = ? WHERE collection_id = ?", [
        Date.now() - daysAgo * dayMs,
        collections[i]!,
      ]);
    }
    events.close();
  }

  inBrowser(
    "asks for confirmation before it is shortened; a viewer sees it but cannot change it",
    async () => {
      await telemetry();
      const seen = await act<{
        usual: string;
        told: string[];
        asked: string;
        axe: string[];
        cancelled: string;
        after: string;
        askedLonger: number;
        refused: number;
      }>("retention", { email: "viewer@example.com" });
      expect([seen.faults, seen.axe]).toEqual([[], []]);
      expect(seen.usual).toBe("The default: 90 days");
      const must = "It must be a whole number of days from 1 to 36,500, or 0 for ever.";
      expect(seen.told).toEqual(seen.told.map(() => must));
      expect(seen.asked).toMatch(/^2 batches of telemetry, the oldest from .+, will be deleted/);
      expect([seen.cancelled, seen.after]).toEqual(["The default: 90 days", "7"]);
      expect([seen.askedLonger, seen.refused]).toEqual([0, 403]);
      const { body } = await owner.get(`/projects/${projectId}/retention`);
      expect(body).toEqual({ days: 30, serviceDays: 90 });
    },
    timeoutMs,
  );

  test("can be read without the permission to set it, but not what a change would delete", async () => {
    const path = `/projects/${projectId}/retention`;
    expect((await viewer.get(path)).status).toBe(200);
    expect((await viewer.get(`${path}/would-delete?days=1`)).status).toBe(403);
    expect((await owner.get(`${path}/would-delete?days=default`)).status).toBe(200);
    for (const days of ["", "x", "-1", "1.5", "9".repeat(400), "36501"]) {
      expect((await owner.get(`${path}/would-delete?days=${days}`)).status).toBe(422);
      expect((await owner.put(path, { days })).status).toBe(422);
    }
    for (const days of [-1, 0.5, 36_501, 1e300, true, [], {}]) {
      expect((await owner.put(path, { days })).status).toBe(422);
    }
  });
});

inBrowser(
  "axe finds no serious or critical violation, and nothing is wider than the screen",
  async () => {
    expect<object>(await act("accessible")).toEqual({ found: [], faults: [] });
  },
  timeoutMs,
);
