/**
 * `npm run bench:dashboard`: what the dashboard costs whoever looks at a full store. Each question's
 * time at the executable's doors, and each page's weight and the time until it can be used.
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
import { timeDoors } from "./bench-dashboard/doors.ts";
import { fill } from "./bench-dashboard/fill.ts";
import { startUnderTest } from "./bench-telemetry/under-test.ts";
import { runInNode } from "./browser/run-node.ts";
import { newPerson } from "./dashboard-client/account.ts";

interface PageFigures {
  page: string;
  requests: number;
  bytes: number;
  /** From the address until nothing is missing any more, ms: with nothing cached, and once again. */
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
  const service = await startUnderTest(executable, ["--data", folder]);
  try {
    const person = await newPerson({ json }, service, "owner@example.com", "owner");
    await timeDoors({ person, projectId, examples, runs: Number(values.runs), print });
    const { key } = await json("key", "create", "--project", projectId, "--kind", "secret");
    const pages = await runInNode<PageFigures[]>(
      join(import.meta.dir, "bench-dashboard/pages.mjs"),
      {
        ...{ url: service.url.replace(/\/$/, ""), cookie: person.cookie, projectId },
        decisionId: await oneDecision(service.url, key!),
      },
    );
    tell(pages);
  } finally {
    await service.stop();
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** A command of the executable's, on the same folder. */
async function json<Answer = Record<string, string>>(...words: string[]): Promise<Answer> {
  const child = Bun.spawn([executable, ...words, "--data", folder, "--json"], { stdout: "pipe" });
  return JSON.parse(await child.stdout.text()) as Answer;
}

/** One that the model in use made, so that it can say why. */
async function oneDecision(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/v1/risk`, {
    method: "POST",
    headers: { "X-Service-Key": key, "Content-Type": "application/json" },
    body: bookingBodies()(),
  });
  return ((await response.json()) as { decisionId: string }).decisionId;
}

function tell(pages: readonly PageFigures[]): void {
  const row = (page: string, ...cells: string[]) =>
    print(page.padEnd(24) + cells.map((cell) => cell.padStart(16)).join(""));
  print("");
  row("Page", "requests", "kB", "ms to usable", "ms, cached");
  for (const { page, requests, bytes, firstMs, againMs } of pages) {
    row(page, String(requests), (bytes / 1000).toFixed(1), firstMs.toFixed(0), againMs.toFixed(0));
  }
}
