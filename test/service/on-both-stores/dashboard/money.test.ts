/** Money, the settings' preview and retention in Chromium, compared with a simple count. */

import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newPerson } from "../../../../scripts/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../../../scripts/dashboard-client/page-acts.mjs";
import { waitUntil } from "../../../../scripts/wait-until.ts";
import { dayAfter, fullRequest } from "../../../fixtures/booking.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { chromium, curl, testWith } from "../../../fixtures/needs.ts";
import { changeStored } from "../../../fixtures/stored.ts";

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
  const script = "on-both-stores/dashboard/money.mjs";
  return inChromium<Seen<More>>(script, { scenario, url, projectId, ...more });
}

interface Decided {
  score: number;
  action: string;
  /** Null if none is reported. */
  outcome: string | null;
  daysAgo: number;
  /** Unix ms. */
  at: number;
  imported: boolean;
}
const decided: Decided[] = [];

/** The booking of guest n. Every third has the same e-mail address, with reported fraud. */
function bookingOf(n: number) {
  const isBad = n % 3 === 0;
  // A common domain, or none to three signs of fraud, so that there are scores between all settings.
  const isCommon = n % 3 === 2;
  const signs = n % 3 === 1 ? n % 4 : 0;
  const foreign = signs === 2 || signs === 3;
  const booker = isBad
    ? { firstName: "Mal", lastName: "Lory", email: "mallory@mail.example", phone: "+351912345000" }
    : {
        firstName: "Ada",
        lastName: `Guest ${n}`,
        email: `guest${n}@${isCommon ? "mailinator.com" : `mail${n}.example`}`,
        phone: foreign ? `+23480312${10_000 + n}` : `+35191234${1000 + n}`,
      };
  // Fraud has a hotel of its own, so that the past of the other hotels is clean.
  const hotel = { name: `Hotel ${isBad ? "Bad" : n}`, country: "PT" };
  const { booking, ...request } = fullRequest();
  const soon = { checkIn: dayAfter(0), checkOut: dayAfter(1), groupSize: { adultCount: 1 } };
  const own = n % 9 === 0 || signs > 0 ? soon : booking;
  const billing = signs === 3 ? { country: "US" } : request.billing;
  const fixed = { booking: own, collectionId: null, billing, booker, hotel };
  return { ...request, ...fixed, requestId: `booking-${n}` };
}

async function report(key: string, decisionId: string, outcome: string): Promise<void> {
  const answer = await fetch(`${url}/v1/decisions/${decisionId}/outcome`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-service-key": key },
    body: JSON.stringify({ outcome, requestId: "report" }),
  });
  expect(answer.status).toBe(200);
}

/** Days from a past fraud to its report: from 3 to 42, the same for each run. */
const delayOf = (n: number) => 3 + ((n * 7) % 40);
const pastCount = 360;

/** 60 bookings now, most with an outcome, and 360 in the past, of which every third is fraud. */
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
      at: Date.now(),
      imported: false,
    });
  }
  const past = Array.from({ length: pastCount }, (_, n) => {
    const daysAgo = 300 - (n * 299) / pastCount;
    const isReported = n % 3 === 0 && daysAgo > delayOf(n);
    return {
      daysAgo,
      line: {
        decidedAt: new Date(Date.now() - daysAgo * dayMs).toISOString(),
        request: { ...bookingOf(n + 120), collectionId: undefined },
        ...(isReported && {
          outcome: "chargeback",
          outcomeAt: new Date(Date.now() - (daysAgo - delayOf(n)) * dayMs).toISOString(),
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
      at: Date.parse(line.decidedAt),
      imported: true,
      outcome: line.outcome ?? null,
    });
  }
}

const isFraud = ({ outcome }: Decided) => outcome === "fraud" || outcome === "chargeback";

interface Terms {
  currency: string;
  bookingValue: number;
  marginPercent: number;
  chargebackFee: number;
  fraudLossPercent: number;
  lifetimeValue: number;
}
const first: Terms = {
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

const denyFrom = {
  maximizeProtection: 65,
  balanced: 75,
  maximizeRevenue: 85,
} as const;
type Rows = Record<string, string[]>;

interface Band {
  decisions: number;
  exposure: number;
  frauds: number;
}

/** What the API says of the scores between two settings. */
async function bandOf(from: number, to: number, period = "365"): Promise<Band> {
  const { evidence } = (await owner.get(`/projects/${projectId}/money?period=${period}`)).body;
  const sum = (counts: number[]) => counts.slice(from, to).reduce((a, b) => a + b, 0);
  type One = { exposure: number; frauds: number };
  return {
    decisions: sum(evidence.decisions),
    exposure: sum(evidence.evidence.map(({ exposure }: One) => exposure)),
    frauds: sum(evidence.evidence.map(({ frauds }: One) => frauds)),
  };
}

/** What denying the bookings of a band earns. */
function gainOf({ decisions, exposure, frauds }: Band, terms: Terms): number {
  if (decisions === 0) return 0;
  const rate = Math.min(1, frauds / exposure);
  const { bookingValue, chargebackFee, lifetimeValue, fraudLossPercent, marginPercent } = terms;
  const saved = (bookingValue * fraudLossPercent) / 100 + chargebackFee;
  const lost = (bookingValue * marginPercent) / 100 + lifetimeValue;
  return decisions * (rate * saved - (1 - rate) * lost);
}

const breakEvenOf = (terms: Terms) => {
  const { bookingValue, chargebackFee, lifetimeValue, fraudLossPercent, marginPercent } = terms;
  const saved = (bookingValue * fraudLossPercent) / 100 + chargebackFee;
  const lost = (bookingValue * marginPercent) / 100 + lifetimeValue;
  return lost / (saved + lost);
};
const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const percent = (share: number) =>
  new Intl.NumberFormat("en", { style: "percent", ...oneDecimal }).format(share);

/** The page's denied bookings and differences, checked against a simple count. */
async function check(rows: Rows, terms: Terms, of = decided, period = "365"): Promise<void> {
  const [strict, loose] = [await bandOf(65, 75, period), await bandOf(75, 85, period)];
  const differences = {
    maximizeProtection: gainOf(strict, terms),
    balanced: null,
    maximizeRevenue: -gainOf(loose, terms),
  };
  expect(Object.keys(rows)).toEqual(["maximizeProtection", "balanced", "maximizeRevenue"]);
  for (const [setting, from] of Object.entries(denyFrom)) {
    const [denied, difference, interval] = rows[setting]!;
    expect(denied).toBe(String(of.filter(({ score }) => score >= from).length));
    const expected = differences[setting as keyof typeof denyFrom];
    if (expected === null) expect([difference, interval]).toEqual(["–", "–"]);
    else {
      expect(Math.abs(amountOf(difference!) - expected)).toBeLessThanOrEqual(0.51);
      const [low, high] = interval!.split(" to ").map(amountOf) as [number, number];
      expect(low).toBeLessThanOrEqual(expected + 0.51);
      expect(high).toBeGreaterThanOrEqual(expected - 0.51);
    }
  }
}

/** "−€1,234" as -1234. A hyphen is not a minus sign. */
function amountOf(text: string): number {
  expect(text).not.toContain("-");
  return Number(text.replace(/[€$,+]/g, "").replace("−", "-"));
}

const counted = async () => {
  return (await owner.get(`/projects/${projectId}/money?period=all`)).body.counts.decisions;
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
  expect(countOf(({ outcome }) => outcome === null)).toBeGreaterThan(5);
});

describe("money", () => {
  inBrowser(
    "equals a simple count, also for other periods and assumptions, which can be saved",
    async () => {
      const seen = await act<{
        rows: Rows;
        bands: Rows;
        all: Rows;
        tried: Rows;
        kept: Rows;
        known: string[];
        headline: string[][];
        triedHeadline: string[][];
        search: string;
        value: string;
        nothing: boolean;
        advised: number;
      }>("figures", { first: texts(first), terms: texts(ours) });
      expect(seen.faults).toEqual([]);
      // Nothing is shown or advised from values that nobody entered.
      expect([seen.nothing, seen.advised]).toEqual([true, 0]);
      await check(seen.rows, first);
      await check(seen.all, first, decided, "all");
      await check(seen.tried, ours);
      await check(seen.kept, ours);
      const denied = countOf(({ action }) => action === "deny");
      const legitimate = countOf(({ outcome }) => outcome === "legitimate");
      const counts = [decided.length, denied, countOf(isFraud), legitimate];
      expect(seen.known.slice(0, 4)).toEqual(counts.map(String));
      const exposure = (await bandOf(0, 100)).exposure;
      expect(seen.known[4]).toBe(Math.round(exposure).toString());
      expect(new URLSearchParams(seen.search).get("bookingValue")).toBe("412.5");
      expect(seen.value).toBe("412.5");
      expect(seen.headline[2]![0]).toBe(percent(breakEvenOf(first)));
      expect(seen.triedHeadline[2]![0]).toBe(percent(breakEvenOf(ours)));
      const strict = await bandOf(65, 75);
      expect(seen.bands.maximizeProtection!.slice(0, 3)).toEqual(
        [strict.decisions, Math.round(strict.exposure), strict.frauds].map(String),
      );
    },
    timeoutMs,
  );

  inBrowser(
    "advises a setting only where its interval lies on one side",
    async () => {
      const seen = await act<{ advice: string; rows: Rows; advised: string[] }>("advice");
      expect(seen.faults).toEqual([]);
      const others = [seen.rows.maximizeProtection!, seen.rows.maximizeRevenue!];
      const bounds = others.map(([, , interval]) => interval!.split(" to ").map(amountOf));
      const kind = bounds.some(([low]) => low! > 0)
        ? "change"
        : bounds.every(([, high]) => high! < 0)
          ? "keep"
          : "open";
      expect(seen.advice).toBe(kind);
      expect(seen.advised).toHaveLength(kind === "open" ? 0 : 1);
    },
    timeoutMs,
  );

  test("of the last 30 days leaves out older decisions", async () => {
    const { body } = await owner.get(`/projects/${projectId}/money?period=30`);
    const late = decided.filter(({ daysAgo }) => daysAgo < 29.5);
    const edge = decided.filter(({ daysAgo }) => daysAgo >= 28.5 && daysAgo < 30.5).length;
    expect(Math.abs(body.counts.decisions - late.length)).toBeLessThanOrEqual(edge);
  });

  inBrowser(
    "has a chart of the cutoffs that cannot be set, apart from the advice",
    async () => {
      const seen = await act<{ open: boolean; marks: string[]; gains: [string, string][] }>(
        "chart",
      );
      expect(seen.faults).toEqual([]);
      expect(seen.open).toBe(false);
      expect(seen.marks).toContain("65");
      const gain = new Map(seen.gains.map(([label, text]) => [label, amountOf(text)]));
      const strict = gain.get("deny at 65+")! - gain.get("deny at 75+")!;
      expect(Number.isFinite(strict)).toBe(true);
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
        sent: ours,
      });
      expect(seen.faults).toEqual([]);
      const other = { ...ours, bookingValue: 100, lifetimeValue: 10 };
      await check(seen.before, ours);
      await check(seen.tried, other);
      expect(seen.again).toEqual(seen.tried);
      expect(seen.after).toEqual(seen.before);
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
      expect(Object.keys(seen.errors)).toHaveLength(7);
      for (const [name, errors] of Object.entries(seen.errors)) {
        const percent = name.endsWith("Percent");
        const refused = name === "fraudValue" ? hostile.filter((text) => text !== "") : hostile;
        const expected =
          name === "currency"
            ? "It must be a code of ISO 4217, such as EUR."
            : `It must be a number from 0 to ${percent ? "100" : "1,000,000,000"}, such as 12.5.`;
        expect({ name, errors }).toEqual({ name, errors: refused.map(() => expected) });
      }
      expect([seen.rows, seen.saved]).toEqual([3, 0]);
    },
    timeoutMs,
  );

  test.each([...hostile, -1, 1e300, null, true, [], {}].map((value) => ({ value })))(
    "each term in the API rejects: $value",
    async ({ value }) => {
      const good: Record<string, unknown> = { ...ours };
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
    expect((await owner.get(`${path}?period=7`)).status).toBe(422);
    for (const currency of ["eur", "EURO", "", "%00%00%00"]) {
      expect((await owner.get(`${path}?currency=${currency}`)).status).toBe(422);
    }
    for (const sent of ["[]", "{}", '"x"', "null"]) {
      expect((await owner.put(`${path}/terms`, sent)).status).toBe(422);
    }
    expect((await owner.put(`${path}/terms`, "{")).status).toBe(400);
  });

  inBrowser(
    "advice comes with the button that applies it, for owners and saved assumptions",
    async () => {
      // Fraud costs nothing, so the setting that denies the fewest earns the most.
      const terms = { ...ours, chargebackFee: 0, fraudLossPercent: 0 };
      const path = `/projects/${projectId}`;
      expect((await owner.put(`${path}/money/terms`, terms)).status).toBe(200);
      const seen = await act<{
        label: string;
        asked: string;
        unsaved: number;
        viewers: number;
        axe: string[];
      }>("apply", { email: "viewer@example.com" });
      expect([seen.faults, seen.axe]).toEqual([[], []]);
      expect(seen.label).toBe("Change to Maximize revenue");
      expect(seen.asked).toMatch(/it would have earned .+ to .+ more than your setting \(95%\)/);
      expect([seen.unsaved, seen.viewers]).toEqual([0, 0]);
      const audit = await installation.json("audit", "--project", projectId);
      expect(JSON.stringify(audit)).toContain("maximizeRevenue");
      const back = { riskSetting: "balanced" };
      expect((await owner.put(`${path}/risk-setting`, back)).status).toBe(200);
      expect((await owner.put(`${path}/money/terms`, ours)).status).toBe(200);
    },
    timeoutMs,
  );

  test("has the amounts in the currency that is asked for, else in that of the assumptions", async () => {
    const { projectId: id, secret: own } = await installation.project("With amounts");
    for (const [n, currency] of ["EUR", "EUR", "USD"].entries()) {
      const { booking, ...request } = bookingOf(n);
      const totalAmount = { value: 10_000 * (n + 1), currency };
      const sent = { ...request, booking: { ...booking, totalAmount } };
      expect((await callRisk(url, own.key, sent)).status).toBe(200);
    }
    const past = Array.from({ length: 60 }, (_, n) => {
      const at = Date.now() - (200 - 3 * n) * dayMs;
      const { booking, ...request } = bookingOf(3 * n + 120);
      const totalAmount = { value: 45_600, currency: "EUR" };
      return {
        decidedAt: new Date(at).toISOString(),
        request: { ...request, collectionId: undefined, booking: { ...booking, totalAmount } },
        outcome: "chargeback",
        outcomeAt: new Date(at + delayOf(n) * dayMs).toISOString(),
      };
    }).filter(({ outcomeAt }) => Date.parse(outcomeAt) < Date.now());
    const file = join(installation.folder, "amounts.ndjson");
    writeFileSync(file, past.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await installation.json("history", "import", file, "--project", id);
    const amounts = async (query = "") => {
      const { body } = await owner.get(`/projects/${id}/money${query}`);
      type Amounts = { known: number; sum: number };
      const total = (of: keyof Amounts) =>
        body.evidence.amounts.reduce((sum: number, one: Amounts) => sum + one[of], 0);
      return [body.currency, total("known"), total("sum")];
    };
    const count = past.length;
    await waitUntil("the amounts", async () => (await amounts("?currency=EUR"))[1] === count + 2);
    const [, , euros] = await amounts("?currency=EUR");
    expect(euros / (100 + 200 + 456 * count)).toBeCloseTo(1, 3);
    expect((await amounts("?currency=USD"))[2]).toBeCloseTo(300, 0);
    expect(await amounts()).toEqual([null, 0, 0]);
    expect((await owner.put(`/projects/${id}/money/terms`, ours)).status).toBe(200);
    expect((await amounts())[0]).toBe("USD");
  });

  testWith(chromium, curl)(
    "shows how to report outcomes while there are none, with commands that work as copied",
    async () => {
      const answer = await callRisk(url, fresh.secret.key, bookingOf(1));
      const { decisionId } = (await answer.json()) as { decisionId: string };
      const path = `/projects/${fresh.projectId}/money`;
      await waitUntil(
        "the decision",
        async () => (await owner.get(path)).body.counts.decisions > 0,
      );
      const seen = await act<{ snippets: string[]; text: string; where: string; axe: string[] }>(
        "empty",
        { projectId: fresh.projectId },
      );
      expect([seen.faults, seen.axe]).toEqual([[], []]);
      expect(seen.text).toContain("Not enough outcomes yet");
      const [one, many] = seen.snippets as [string, string];
      const env = {
        ...installation.environment,
        PATH: `${installation.folder}:${process.env.PATH}`,
        SECRET_KEY: fresh.secret.key,
        DECISION_ID: decisionId,
      };
      const reported = Bun.spawn(["sh", "-c", one.replace("curl ", "curl -s ")], { env });
      expect(JSON.parse(await reported.stdout.text())).toMatchObject({ outcome: "chargeback" });
      const { DATABASE_URL } = installation.environment;
      expect(many.endsWith(` --data ${installation.data}`)).toBe(!DATABASE_URL);
      expect(seen.where).toBe(
        DATABASE_URL
          ? "Run this with the service’s DATABASE_URL_FILE or DATABASE_URL in the environment:"
          : "Run this on the machine that runs the service:",
      );
      const lines = many.replace(/dec_\.\.\./g, decisionId);
      const cwd = join(installation.folder, "elsewhere"); // Not beside the data folder, where a command finds it anyway.
      mkdirSync(cwd);
      const ran = Bun.spawn(["sh", "-c", lines], { env, cwd, stderr: "pipe" });
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
    // Whole days of UTC: today, and the 29 before.
    const from = (Math.floor(Date.now() / dayMs) - 29) * dayMs;
    const late = decided.filter(({ at }) => at >= from);
    for (const [setting, least] of Object.entries(denyFrom)) {
      const denied = late.filter(({ score }) => score >= least);
      const would = `Last 30 days: would have denied ${denied.length} of ${late.length} (${percent(denied.length / late.length)})`;
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
    const change = "UPDATE batches SET received_at = ? WHERE collection_id = ?";
    for (const [i, daysAgo] of [10, 9, 2].entries()) {
      const values = [Date.now() - daysAgo * dayMs, collections[i]!];
      await changeStored(installation, "events.db", change, values);
    }
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
