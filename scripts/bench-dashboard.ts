/**
 * `npm run bench:dashboard`: the dashboard's speed on a full store: the time of each query at the
 * executable's endpoints, and the size of each page and the time until it is usable.
 *
 *     npm run bench:dashboard -- [--decisions 1000000] [--runs 100] [--executable dist/booking-risk]
 *
 * Needs `npm run build` and Chromium. A million decisions take 8 GB of disk and some minutes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bookingBodies } from "./bench/bookings.ts";
import { timeEndpoints } from "./bench-dashboard/endpoints.ts";
import { fill } from "./bench-dashboard/fill.ts";
import { startServiceUnderTest } from "./bench-telemetry/service-under-test.ts";
import { runInNode } from "./browser/run-node.ts";
import { newPerson } from "./dashboard-client/account.ts";

interface PageFigures {
  page: string;
  requests: number;
  bytes: number;
  /** From navigation until the page is complete, ms: with an empty cache, and again with a full one. */
  firstMs: number;
  againMs: number;
}

const { values } = parseArgs({
  options: {
    decisions: { type: "string", default: "1000000" },
    runs: { type: "string", default: "100" },
    executable: { type: "string", default: join(import.meta.dir, "../dist/booking-risk") },
  },
});
const { executable } = values;
const print = (line: string) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), "booking-risk-bench-dashboard-"));

try {
  const { projectId, examples } = await fill(folder, Number(values.decisions));
  const service = await startServiceUnderTest(executable, ["--data", folder]);
  try {
    const person = await newPerson({ json }, service, "owner@example.com", "owner");
    await timeEndpoints({ person, projectId, examples, runs: Number(values.runs), print });
    const { key } = await json("key", "create", "--project", projectId, "--kind", "secret");
    const pages = await runInNode<PageFigures[]>(
      join(import.meta.dir, "bench-dashboard/pages.mjs"),
      {
        url: service.url.replace(/\/$/, ""),
        cookie: person.cookie,
        projectId,
        decisionId: await oneDecision(service.url, key!),
      },
    );
    report(pages);
  } finally {
    await service.stop();
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** Runs a command of the executable on the same folder. */
async function json<Answer = Record<string, string>>(...words: string[]): Promise<Answer> {
  const child = Bun.spawn([executable, ...words, "--data", folder, "--json"], { stdout: "pipe" });
  return JSON.parse(await child.stdout.text()) as Answer;
}

/** Creates a decision with the active model, so that it has reasons. */
async function oneDecision(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/v1/risk`, {
    method: "POST",
    headers: { "X-Service-Key": key, "Content-Type": "application/json" },
    body: bookingBodies()(),
  });
  return ((await response.json()) as { decisionId: string }).decisionId;
}

function report(pages: readonly PageFigures[]): void {
  const row = (page: string, ...cells: string[]) =>
    print(page.padEnd(24) + cells.map((cell) => cell.padStart(16)).join(""));
  print("");
  row("Page", "requests", "kB", "ms to usable", "ms, cached");
  for (const { page, requests, bytes, firstMs, againMs } of pages) {
    row(page, String(requests), (bytes / 1000).toFixed(1), firstMs.toFixed(0), againMs.toFixed(0));
  }
}
