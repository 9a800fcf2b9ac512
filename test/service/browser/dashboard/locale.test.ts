/** Numbers, dates and times in Chromium under several locales and time zones. */
import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { fullRequest } from "../../../fixtures/booking.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { beforeAllWith, chromium, testWith } from "../../../fixtures/needs.ts";

const dayMs = 24 * 60 * 60 * 1000;
const installation = new Installation();
const service = await installation.serve();
const { url } = service;
const owner = await newPerson(installation, service, ownerOfPages.email, "owner");
const { projectId, secret } = await installation.project("Hotel");
const pastCount = 1200;
let decided: { decisionId: string; decidedAt: string };

beforeAllWith(chromium)(async () => {
  const past = Array.from({ length: pastCount }, (_, n) => {
    const at = Date.now() - (80 * dayMs * (pastCount - n)) / pastCount;
    const booker = { ...fullRequest().booker, email: `guest${n}@example.com` };
    const reportedAt = at + (1 + (n % 9)) * dayMs;
    return JSON.stringify({
      decidedAt: new Date(at).toISOString(),
      request: { ...fullRequest(), booker, collectionId: undefined, requestId: `past-${n}` },
      ...(n % 12 === 0 &&
        reportedAt < Date.now() && {
          outcome: "fraud",
          outcomeAt: new Date(reportedAt).toISOString(),
        }),
    });
  });
  const file = join(installation.folder, "past.ndjson");
  writeFileSync(file, `${past.join("\n")}\n`);
  await installation.json("history", "import", file, "--project", projectId);
  const terms = {
    currency: "EUR",
    bookingValue: 300,
    marginPercent: 15,
    chargebackFee: 25,
    fraudLossPercent: 100,
    lifetimeValue: 0,
  };
  expect((await owner.put(`/projects/${projectId}/money/terms`, terms)).status).toBe(200);
  const answer = await callRisk(url, secret.key, { ...fullRequest(), collectionId: null });
  decided = (await answer.json()) as typeof decided;
  await waitUntil("all decisions", async () => {
    const { counts } = (await owner.get(`/projects/${projectId}/money`)).body;
    return counts.decisions === pastCount + 1;
  });
});

interface Seen {
  lastDays: string[];
  decision: string;
  probability: string;
  tooltip: string;
  summary: string;
  ticks: string[];
  labels: string[];
  total: string;
  money: string[];
  minus: boolean;
  seen: string[];
  faults: string[];
}

testWith(chromium).each([
  { locale: "de-DE", timeZone: "Europe/Lisbon" },
  { locale: "en-US", timeZone: "America/New_York" },
  { locale: "en-GB", timeZone: "Australia/Adelaide" },
  { locale: "pt-PT", timeZone: "Europe/Lisbon" },
])("figures and times are those of $locale in $timeZone", async ({ locale, timeZone }) => {
  // A day begins in UTC where it has not in New York, and ends in Adelaide before it does in UTC.
  const times = ["00:30", "23:30"].map((time) => `${decided.decidedAt.slice(0, 10)}T${time}:00Z`);
  const seen = await inChromium<Seen>("browser/dashboard/locale.mjs", {
    scenario: "read",
    url,
    projectId,
    ...decided,
    times,
    locale,
    timeZone,
  });
  expect([...seen.faults, ...seen.seen]).toEqual([]);
  // An outcome is of no day that has not begun for the viewer.
  const dayOf = new Intl.DateTimeFormat("sv-SE", { timeZone });
  expect(seen.lastDays).toEqual(times.map((time) => dayOf.format(Date.parse(time))));
  const at = Date.parse(decided.decidedAt);
  const style = { dateStyle: "medium", timeStyle: "medium", timeZone } as const;
  const moment = new Intl.DateTimeFormat(locale, style).format(at);
  expect(plain(seen.decision)).toContain(plain(`${moment} ${timeZone}`));
  expect(plain(seen.tooltip)).toStartWith(plain(`${moment} (${timeZone})`));
  expect(seen.summary).toContain(`by hour (${timeZone})`);
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone });
  const hours = new Set(Array.from({ length: 24 }, (_, i) => plain(clock.format(hourOf(at, i)))));
  const ticks = seen.ticks.map(plain).filter((text) => /\d:\d\d/.test(text));
  expect(ticks.length).toBeGreaterThan(2);
  for (const tick of ticks) expect(hours).toContain(tick);
  // The tooltip's and the table's times have the format of the axis.
  for (const label of seen.labels) {
    expect([...hours].some((hour) => plain(label).endsWith(hour))).toBe(true);
  }
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  expect(plain(seen.total)).toContain(
    `${plain(whole.format(pastCount + 1))} decisions by day (UTC)`,
  );
  const percent = new Intl.NumberFormat(locale, {
    ...({ style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 } as const),
  });
  // 45 of 370 is the break-even of these prices.
  expect(seen.money.map(plain)).toContain(plain(percent.format(45 / 370)));
  expect(plain(seen.probability)).toMatch(
    locale.startsWith("en") ? /^<?\d+\.\d%$/ : /^<?\d+,\d ?%$/,
  );
  expect(seen.minus).toBe(false);
});

/** Spaces of locales are of several kinds. */
const plain = (text: string) => text.replace(/[\s\u202f\u00a0]+/g, " ");

/** The beginning of an hour of the last day. */
function hourOf(at: number, back: number): number {
  const hourMs = 60 * 60 * 1000;
  return Math.floor(at / hourMs) * hourMs - back * hourMs;
}
