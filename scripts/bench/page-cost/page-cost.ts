/**
 * `npm run page-cost`: the cost of the SDK for a page, compared with the published scripts of Plausible,
 * Umami, FingerprintJS and BotD and with no script, in one run in real Chromium.
 *
 *     npm run page-cost -- [--rounds 7] [--minute-rounds 3] [--slow-minute-rounds 1] [--json FILE]
 *
 * A round loads the page with each of them at full speed, and again with the CPU slowed down four times,
 * as on a slow phone. A minute round uses each page for a minute, 6 minutes in total; a slow one does so
 * with the slowed CPU. The defaults take about half an hour. Best on an idle machine.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { requireChromium } from "../../programs/browser/installed.ts";
import { type Candidate, prepareCandidates } from "./candidates.ts";
import type { Visit } from "./samples.ts";
import { type Run, sizesOf, tablesOf } from "./table.ts";

type Step = Pick<Visit, "kind" | "slowdown" | "round">;

const log = (line: string) => process.stderr.write(`${line}\n`);

try {
  const { plan, json } = wanted();
  const run = await measure(plan);
  if (json) await Bun.write(json, `${JSON.stringify(run, null, 2)}\n`);
  process.stdout.write(tablesOf(run));
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

function wanted(): { plan: Step[]; json: string | undefined } {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "7" },
      "minute-rounds": { type: "string", default: "3" },
      "slow-minute-rounds": { type: "string", default: "1" },
      json: { type: "string" },
    },
  });
  const rounds = (name: "rounds" | "minute-rounds" | "slow-minute-rounds", min: number) => {
    const count = Number(values[name]);
    if (Number.isInteger(count) && count >= min && count <= 1000) return count;
    throw new Error(`--${name} must be a whole number from ${min} to 1000`);
  };
  const steps = (kind: Visit["kind"], slowdown: number, count: number): Step[] =>
    Array.from({ length: count }, (_, round) => ({ kind, slowdown, round }));
  const plan = [
    ...steps("load", 1, rounds("rounds", 1)),
    ...steps("load", 4, rounds("rounds", 1)),
    ...steps("minute", 1, rounds("minute-rounds", 0)),
    ...steps("minute", 4, rounds("slow-minute-rounds", 0)),
  ];
  return { plan: plan.toSorted((a, b) => a.round - b.round), json: values.json };
}

async function measure(plan: Step[]): Promise<Run> {
  explainMissing();
  const started = performance.now();
  const before = loadavg()[0]!;
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-page-cost-"));
  try {
    const candidates = await prepareCandidates(folder);
    const job = join(folder, "job.json");
    await Bun.write(job, JSON.stringify({ candidates, plan }));
    const { browser, visits } = await inNode(job, plan.length * candidates.length);
    return {
      browser,
      processors: `${availableParallelism()} processors`,
      loadAverage: { before, after: loadavg()[0]! },
      minutesTaken: (performance.now() - started) / 60_000,
      candidates: candidates.map(sized),
      visits,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function sized(candidate: Candidate): Run["candidates"][number] {
  const code = candidate.file ? readFileSync(candidate.file) : new Uint8Array();
  return { ...candidate, file: candidate.file && `${candidate.name}.js`, ...sizesOf(code) };
}

function explainMissing(): void {
  requireChromium();
  for (const program of ["node", "npm", "tar"]) {
    if (!Bun.which(program))
      throw new Error(`The program ${program} is required but not installed.`);
  }
}

/** Runs in Node, which drives Chromium more reliably than Bun; it prints one line per visit. */
async function inNode(job: string, expected: number): Promise<Pick<Run, "browser" | "visits">> {
  const script = join(import.meta.dir, "measure.mjs");
  const child = Bun.spawn(["node", script, job], {
    env: { ...process.env, CHROMIUM: requireChromium() },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let browser = "";
  const visits: Visit[] = [];
  for await (const line of linesOf(child.stdout)) {
    const seen = JSON.parse(line) as Visit | { browser: string };
    if ("browser" in seen) browser = seen.browser;
    else visits.push(seen);
    if ("kind" in seen) {
      const { kind, slowdown, candidate, scriptMs } = seen;
      const what = `${candidate}, ${kind} at ${slowdown}x: ${scriptMs.toFixed(1)} ms of script`;
      log(`${visits.length} of ${expected}  ${what}`);
    }
  }
  if ((await child.exited) !== 0) throw new Error("The measurement failed; see above.");
  return { browser, visits };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split("\n");
    text = lines.pop()!;
    yield* lines;
  }
}
