/** Bookings with outcomes, from which the costs of each risk setting are estimated. */
import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { dayAfter, fullRequest } from "../../fixtures/booking.ts";
import { callRisk, type Installation } from "../../fixtures/executable.ts";

const dayMs = 24 * 60 * 60 * 1000;

export interface Decided {
  score: number;
  action: string;
  /** Null if none is reported. */
  outcome: string | null;
  daysAgo: number;
  /** Unix ms. */
  at: number;
  imported: boolean;
}

/** The booking of guest n. Every third has the same e-mail address, with reported fraud. */
export function bookingOf(n: number) {
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

async function report(
  url: string,
  key: string,
  decisionId: string,
  outcome: string,
): Promise<void> {
  const answer = await fetch(`${url}/v1/decisions/${decisionId}/outcome`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-service-key": key },
    body: JSON.stringify({ outcome, requestId: "report" }),
  });
  expect(answer.status).toBe(200);
}

/** Days from a past fraud to its report: from 3 to 42, the same for each run. */
export const delayOf = (n: number) => 3 + ((n * 7) % 40);
const pastCount = 360;

/** 60 bookings now, most with an outcome, and 360 in the past, of which every third is fraud. */
export async function bookWithOutcomes(
  installation: Installation,
  url: string,
  { projectId, secret }: { projectId: string; secret: { key: string } },
): Promise<Decided[]> {
  const decided: Decided[] = [];
  for (let n = 0; n < 60; n++) {
    const answer = await callRisk(url, secret.key, bookingOf(n));
    const { decisionId, riskScore, suggestedAction } = (await answer.json()) as {
      decisionId: string;
      riskScore: number;
      suggestedAction: string;
    };
    const bad = n % 2 === 0 ? "fraud" : "chargeback";
    const outcome = n % 10 === 9 ? null : n % 3 === 0 ? bad : "legitimate";
    if (outcome) await report(url, secret.key, decisionId, outcome);
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
  return decided;
}
