/**
 * Writes a simulated season as a file for `booking-risk history import`: requests, the few browser
 * facts found in a merchant's own logs, and outcomes.
 *
 *     bun models/training/history-file.ts OUT.ndjson [--attempts N] [--seed TEXT] [--days N]
 *
 * Outcomes are those known two months after the end of the season.
 */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { parseArgs } from "node:util";
import { summaryAsOf } from "./features.ts";
import type { Attempt } from "./simulator/kind.ts";
import { defaultOptions, seasonStart, simulate } from "./simulator/simulate.ts";

/** One line of the file. @param until outcomes reported later are omitted, Unix ms. */
export function lineOf(attempt: Attempt, until: number): string {
  const { at, request } = attempt;
  const { collectionId: _, ...withoutCollection } = request;
  const outcome = attempt.outcome && attempt.outcome.reportedAt <= until ? attempt.outcome : null;
  return JSON.stringify({
    decidedAt: new Date(at).toISOString(),
    request: withoutCollection,
    collection: collectionOf(attempt),
    outcome: outcome?.outcome,
    outcomeAt: outcome ? new Date(outcome.reportedAt).toISOString() : undefined,
  });
}

function collectionOf({ telemetry, at }: Attempt) {
  const summary = summaryAsOf(telemetry, at);
  if (!summary) return undefined;
  const { device, lastIp, lastDeviceId, userAgents, firstAt, pages, referrerHost } = summary;
  return {
    deviceId: lastDeviceId ?? undefined,
    ip: lastIp ?? undefined,
    userAgent: userAgents?.at(-1),
    timezone: device?.timeZone,
    language: device?.languages?.[0],
    startedAt: new Date(firstAt!).toISOString(),
    screenWidth: device?.screenWidth,
    screenHeight: device?.screenHeight,
    cores: device?.cores,
    touchPoints: device?.touchPoints,
    platform: device?.platform,
    pages: pages ?? undefined,
    referrerHost: referrerHost ?? undefined,
  };
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: {
      attempts: { type: "string", default: String(defaultOptions.attempts) },
      seed: { type: "string", default: "history-1" },
      days: { type: "string", default: String(defaultOptions.days) },
    },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file) throw new Error("usage: bun models/training/history-file.ts OUT.ndjson");
  const { seed, attempts, days } = values;
  const options = { ...defaultOptions, seed, attempts: Number(attempts), days: Number(days) };
  const until = seasonStart + (options.days + 60) * 86_400_000;
  const out = createWriteStream(file);
  let lines = 0;
  for (const attempt of simulate(options)) {
    lines += 1;
    if (!out.write(`${lineOf(attempt, until)}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  process.stdout.write(`${lines} attempts in ${file}\n`);
}
