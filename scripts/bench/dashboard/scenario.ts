/**
 * `npm run bench -- dashboard`: the dashboard's speed on a full store: the time of each query at the
 * executable's endpoints, and the size of each page and the time until it is usable.
 *
 *     npm run bench -- dashboard [--decisions 1000000] [--runs 100] [--executable FILE]
 *
 * Needs Chromium. A million decisions take 8 GB of disk and some minutes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNode } from "../../browser/run-node.ts";
import { invitingBy, newPerson } from "../../dashboard-client/account.ts";
import { bookingBodies } from "../bookings.ts";
import { executableOf, Installation, type Service } from "../installation.ts";
import { scenario, text, whole } from "../scenario.ts";
import { timeEndpoints } from "./endpoints.ts";
import { fill } from "./fill.ts";

interface PageFigures {
  page: string;
  requests: number;
  bytes: number;
  /** From navigation until the page is complete, ms: with an empty cache, and again with a full one. */
  firstMs: number;
  againMs: number;
}

export default scenario(
  { decisions: whole(1_000_000), runs: whole(100), executable: text },
  async ({ decisions, runs, executable }, output) => {
    const folder = mkdtempSync(join(tmpdir(), "booking-risk-bench-dashboard-"));
    const installation = new Installation(await executableOf(executable), folder);
    const { projectId, examples } = await fill(folder, decisions, output.log);
    const service = await installation.serve();
    try {
      const site = { url: service.url("/").replace(/\/$/, "") };
      const json = (...words: string[]) => installation.command(...words);
      const person = await newPerson(invitingBy(json), site, "owner@example.com", "owner");
      const endpoints = await timeEndpoints({ person, projectId, examples, runs });
      for (const [title, times] of Object.entries(endpoints)) {
        const rows = times.map(({ name, p50, p99 }) => [name, p50.toFixed(1), p99.toFixed(1)]);
        output.table(title, [["", "p50 ms", "p99 ms"], ...rows]);
      }
      const key = await installation.key(projectId, "secret");
      const pages = await runInNode<PageFigures[]>(join(import.meta.dir, "pages.mjs"), {
        ...{ url: site.url, cookie: person.cookie, projectId },
        decisionId: await oneDecision(service, key),
      });
      output.table("Pages, with an empty cache and with a full one", [
        ["", "requests", "kB", "usable after ms", "cached ms"],
        ...pages.map(({ page, requests, bytes, firstMs, againMs }) => [
          ...[page, String(requests), (bytes / 1000).toFixed(1)],
          ...[firstMs, againMs].map((ms) => ms.toFixed(0)),
        ]),
      ]);
      return { result: { endpoints, pages } };
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true });
    }
  },
);

/** Creates a decision with the active model, so that it has reasons. */
async function oneDecision(service: Service, key: string): Promise<string> {
  const { url, headers } = service.bookings({ key });
  const response = await fetch(url, { method: "POST", headers, body: bookingBodies()() });
  return ((await response.json()) as { decisionId: string }).decisionId;
}
