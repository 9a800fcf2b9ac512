/** The fraud rate in the settings, in Chromium: estimated from outcomes, entered, unset, read. */
import { describe, expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { personOf } from "../../../../models/training/simulator/people.ts";
import { randomOf } from "../../../../models/training/simulator/random.ts";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import type { BaseRatePreview } from "../../../../src/decisions/base-rate-preview.ts";
import { startOfLastDays } from "../../../../src/decisions/last-days.ts";
import { previewDays } from "../../../../src/decisions/settings-preview.ts";
import type { ProjectBaseRate } from "../../../../src/http/dashboard-api/base-rate.ts";
import { percentText } from "../../../../src/projects/base-rate.ts";
import type { StoredDecision } from "../../../../src/risk/stored-decision.ts";
import { fullRequest } from "../../../fixtures/booking.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { beforeAllWith, chromium, testWith } from "../../../fixtures/needs.ts";
import { writeOtherBundle } from "../../../fixtures/other-bundle.ts";

const inBrowser = testWith(chromium);
const dayMs = 24 * 60 * 60 * 1000;

const installation = new Installation();
const { projectId, secret } = await installation.project("Hotel");
await promoteRatedModel();
const { url } = await installation.serve();
const service = { url } as Awaited<ReturnType<typeof installation.serve>>;
const owner = await newPerson(installation, service, ownerOfPages.email, "owner");
await newPerson(installation, service, "viewer@example.com", "viewer", projectId);

async function promoteRatedModel(): Promise<void> {
  const platt = { kind: "platt", a: -1, b: -1 } as const;
  const folder = join(installation.folder, "rated");
  const bundle = await writeOtherBundle(folder, "2.0.0", platt, { baseRate: 0.022 });
  await installation.json("model", "install", bundle);
  const flags = ["--project", projectId, "--force"];
  await installation.json("model", "promote", "default@2.0.0", ...flags);
}

const rate = async (): Promise<ProjectBaseRate> =>
  (await owner.get(`/projects/${projectId}/base-rate`)).body as ProjectBaseRate;

/** PICTURES is a folder for screenshots of the card. */
function act<More>(scenario: string, email = ownerOfPages.email) {
  const given = { scenario, url, projectId, email, pictures: process.env.PICTURES };
  return inChromium<More & { faults: string[] }>("browser/dashboard/fraud-rate.mjs", given);
}

/** Of a guest of its own, so that no booking counts as a repeat of another. */
const bookingOf = (n: number) => {
  const { firstName, lastName } = personOf(randomOf(`guest ${n}`), "PT");
  const email = `ada.lovelace${n}@example.com`;
  const phone = `+35191${String(2_345_678 + n * 37)}`;
  const guests = [{ firstName, lastName }];
  const booker = { ...guests[0]!, email, phone };
  return { ...fullRequest(), collectionId: null, booker, guests, requestId: `r-${n}` };
};

const begunAt = Date.now();
/** Of 900 bookings in 300 days. */
const daysAgoOf = (n: number) => 300 - n / 3;
const pastTimes = Array.from({ length: 900 }, (_, n) => begunAt - daysAgoOf(n) * dayMs);

/** Every twelfth is a fraud that was reported some weeks later. */
function pastBookings(): string {
  return pastTimes
    .map((decidedAt, n) => {
      const daysAgo = daysAgoOf(n);
      const delay = 3 + ((n * 7) % 40);
      const isReported = n % 12 === 0 && daysAgo > delay;
      const outcomeAt = new Date(decidedAt + delay * dayMs).toISOString();
      return JSON.stringify({
        decidedAt: new Date(decidedAt).toISOString(),
        request: { ...bookingOf(n + 100), collectionId: undefined },
        ...(isReported && { outcome: "chargeback", outcomeAt }),
      });
    })
    .join("\n");
}

async function decide(n: number): Promise<StoredDecision> {
  const answer = await callRisk(url, secret.key, bookingOf(n));
  const { decisionId } = (await answer.json()) as { decisionId: string };
  return installation.json<StoredDecision>("decision", "show", decisionId);
}

let decided = 0;
describe("the fraud rate in the settings", () => {
  beforeAllWith(chromium)(async () => {
    const file = join(installation.folder, "past.ndjson");
    writeFileSync(file, pastBookings());
    await installation.json("history", "import", file, "--project", projectId);
    for (; decided < 20; decided++) await callRisk(url, secret.key, bookingOf(decided));
    await waitUntil("an estimate", async () => (await rate()).problem === null);
    await waitUntil("all decisions in the preview", async () => {
      const from = startOfLastDays(previewDays, Date.now());
      const past = pastTimes.filter((at) => at >= from).length;
      const { body } = await owner.get(`/projects/${projectId}/base-rate/preview`);
      return (body as BaseRatePreview).decisions === past + decided;
    });
  });

  inBrowser(
    "is entered: the page shows what it changes, and the next booking is shifted",
    async () => {
      const { estimate } = await rate();
      expect(estimate!.low).toBeLessThan(1 / 12);
      expect(estimate!.high).toBeGreaterThan(1 / 12);
      const seen = await act<
        Record<"choices" | "after" | "axe", string[]> & Record<string, string>
      >("set");
      expect(seen.choices[0]).toContain("2.2%");
      expect(seen.choices[1]).toMatch(/^Estimated from outcomes\d+\.\d+%/);
      expect(seen.choices[1]).toContain("bookings of the last year are reported as fraud");
      expect(seen.fault).toMatch(/^It must be a percentage from 0.01 % to 20 %/);
      const count =
        /Of (\d+) decisions in the last 30 days, Balanced would have denied (\d+) with this rate and (\d+) with the current one\./;
      const [, all, unset, before] = count.exec(seen.unset!)!.map(Number);
      const [, sameAll, next, now] = count.exec(seen.preview!)!.map(Number);
      expect(all).toBeGreaterThan(decided + 80);
      expect([sameAll, before, now]).toEqual([all, unset, unset]);
      expect(next!).toBeLessThan(unset!);
      expect(seen.after[2]).toMatch(/0\.4%.*entered on .* Every score: −25 points/);
      expect([seen.axe, seen.faults]).toEqual([[], []]);
      expect(await rate()).toMatchObject({ baseRate: 0.004, basis: { kind: "entered" } });
      expect((await decide(50)).baseRates).toMatchObject({ project: 0.004, model: 0.022 });
    },
  );

  inBrowser("is set to the estimate, which stays as it was then", async () => {
    const seen = await act<{ after: string[] }>("estimated");
    expect(seen.after[2]).toContain("estimated on");
    const { baseRate, basis, estimate } = await rate();
    expect(baseRate).toBeCloseTo(estimate!.rate, 3);
    expect(basis).toMatchObject({ kind: "estimated", frauds: estimate!.frauds });
    expect((await decide(51)).baseRates?.project).toBe(baseRate!);
    expect(seen.faults).toEqual([]);
  });

  inBrowser("is read by a viewer, who cannot change it", async () => {
    const seen = await act<{ text: string; forms: number; axe: string[] }>(
      "read",
      "viewer@example.com",
    );
    expect(seen.text).toMatch(/\d+(\.\d+)?%, estimated on/);
    expect(seen.text).toContain("Estimated from outcomes");
    expect([seen.forms, seen.axe, seen.faults]).toEqual([0, [], []]);
  });

  inBrowser("is unset, and scores are the model's again", async () => {
    const seen = await act<{ after: string[] }>("unset");
    expect(seen.after).toHaveLength(3);
    expect((await rate()).baseRate).toBeNull();
    expect((await decide(52)).baseRates).toBeNull();
    const { out } = await installation.run("decision", "verify", "--all");
    expect(out).toMatch(/same/);
    expect(percentText(0.022)).toBe("2.2 %");
  });
});
