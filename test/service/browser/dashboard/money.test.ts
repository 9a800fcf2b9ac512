/** Money, the settings' preview and retention in Chromium, compared with a simple count. */
import { describe, expect } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { beforeAllWith, chromium, curl, testWith } from "../../../fixtures/needs.ts";
import { changeStored } from "../../../fixtures/stored.ts";
import { bookingOf, bookWithOutcomes, type Decided } from "../../on-both-stores/money-bookings.ts";

const inBrowser = testWith(chromium);
const dayMs = 24 * 60 * 60 * 1000;

const installation = new Installation();
const service = await installation.serve();
const { url } = service;
const owner = await newPerson(installation, service, ownerOfPages.email, "owner");
const { projectId, secret, publishable } = await installation.project("Hotel");
const fresh = await installation.project("Fresh");
await newPerson(installation, service, "viewer@example.com", "viewer", projectId);

type Seen<More> = More & { faults: string[] };
function act<More>(scenario: string, more: object = {}): Promise<Seen<More>> {
  const script = "browser/dashboard/money.mjs";
  return inChromium<Seen<More>>(script, { scenario, url, projectId, ...more });
}

let decided: Decided[] = [];

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

beforeAllWith(chromium)(async () => {
  decided = await bookWithOutcomes(installation, url, { projectId, secret });
  await waitUntil("all decisions", async () => (await counted()) === decided.length);
});

const countOf = (fits: (one: Decided) => boolean) => decided.filter(fits).length;

inBrowser("the test data has bookings of every kind", () => {
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
  );

  inBrowser("advises a setting only where its interval lies on one side", async () => {
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
  });

  inBrowser("has a chart of the cutoffs that cannot be set, apart from the advice", async () => {
    const seen = await act<{ open: boolean; marks: string[]; gains: [string, string][] }>("chart");
    expect(seen.faults).toEqual([]);
    expect(seen.open).toBe(false);
    expect(seen.marks).toContain("65");
    const gain = new Map(seen.gains.map(([label, text]) => [label, amountOf(text)]));
    const strict = gain.get("deny at 65+")! - gain.get("deny at 75+")!;
    expect(Number.isFinite(strict)).toBe(true);
  });

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
  );

  const hostile = ["NaN", "-1", "1e9", "9".repeat(13), "7".repeat(400), "ten", "<b>1</b>", ""];
  inBrowser("shows an error for each invalid value, and saves none of them", async () => {
    const seen = await act<{ errors: Record<string, string[]>; rows: number; saved: string[] }>(
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
    expect([seen.rows, seen.saved]).toEqual([3, []]);
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
  );

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
      expect(many).toEndWith(` --data ${installation.data}`);
      expect(seen.where).toBe("Run this on the machine that runs the service:");
      const lines = many.replace(/dec_\.\.\./g, decisionId);
      const cwd = join(installation.folder, "elsewhere"); // Not beside the data folder, where a command finds it anyway.
      mkdirSync(cwd);
      const ran = Bun.spawn(["sh", "-c", lines], { env, cwd, stderr: "pipe" });
      expect([await ran.exited, await ran.stderr.text()]).toEqual([0, expect.any(String)]);
    },
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
      const would = `In the last 30 days it would have denied ${denied.length} of ${late.length} bookings (${percent(denied.length / late.length)})`;
      const good = denied.filter(({ outcome }) => outcome === "legitimate").length;
      const rest = `: ${denied.filter(isFraud).length} reported as fraud, ${good} as legitimate.`;
      expect(lines[setting]).toBe(would + (denied.length === 0 ? "." : rest));
    }
  },
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
  );
});

inBrowser("axe finds nothing worse than minor, and nothing is wider than the screen", async () => {
  expect<object>(await act("accessible")).toEqual({ found: [], faults: [] });
});
