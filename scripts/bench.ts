/**
 * `npm run bench`: the executable beside a bare `Bun.serve` JSON echo, Elysia with one insert, Fastify and
 * FastAPI, in alternating rounds of one run. Nothing is disabled: each decision is on disk before its answer.
 * scripts/bench/README.md says what each of them does, and how to read the figures.
 *
 *     npm run bench -- [--rounds 5] [--seconds 3] [--connections 64] [--only service,echo] [--json] [--readme]
 *
 * `--json` prints all figures as JSON; `--readme` also writes the table into README.md. The first run
 * installs the peers' packages; one that cannot be installed is left out, and the output says so.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  type Competitor,
  type CompetitorName,
  competitorNames,
  prepare,
} from "./bench/competitors.ts";
import { type Measured, measure, type Plan } from "./bench/measure.ts";
import { markdownOf, ratiosOf, textOf, withTable } from "./bench/report.ts";

interface Wanted {
  plan: Plan;
  names: readonly CompetitorName[];
  json: boolean;
  readme: boolean;
}

const readme = resolve(import.meta.dir, "../README.md");
const log = (line: string) => process.stderr.write(`${line}\n`);

try {
  await run(wanted());
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

function wanted(): Wanted {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "3" },
      connections: { type: "string", default: "64" },
      only: { type: "string", default: competitorNames.join(",") },
      json: { type: "boolean", default: false },
      readme: { type: "boolean", default: false },
    },
  });
  const positive = (name: "rounds" | "seconds" | "connections") => {
    const value = Number(values[name]);
    if (value > 0 && (name === "seconds" || Number.isInteger(value))) return value;
    throw new Error(`--${name} must be a number above 0`);
  };
  const plan = {
    rounds: positive("rounds"),
    seconds: positive("seconds"),
    connections: positive("connections"),
  };
  const asked = values.only.split(",");
  const unknown = asked.find((name) => !competitorNames.some((known) => known === name));
  if (unknown !== undefined) {
    throw new Error(`--only takes some of ${competitorNames.join(",")}, and not ${unknown}`);
  }
  const names = competitorNames.filter((name) => asked.includes(name));
  return { plan, names, json: values.json, readme: values.readme };
}

async function run({ plan, names, json, readme: isForReadme }: Wanted): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-bench-"));
  try {
    const { competitors, leftOut } = await prepareAll(names, folder);
    const measured = await measure(competitors, plan, log);
    if (isForReadme) writeTable(measured);
    const result = { plan, ratios: ratiosOf(measured), competitors: measured, leftOut };
    const text = json ? `${JSON.stringify(result, null, 2)}\n` : textOf(measured, plan, leftOut);
    process.stdout.write(text);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A peer whose packages cannot be installed is left out; the service is not. */
async function prepareAll(names: readonly CompetitorName[], folder: string) {
  const competitors: Competitor[] = [];
  const leftOut: string[] = [];
  for (const name of names) {
    log(`Preparing ${name} …`);
    try {
      competitors.push(await prepare(name, folder));
    } catch (error) {
      if (name !== "fastify" && name !== "fastapi") throw error;
      leftOut.push(`${name} is left out: ${(error as Error).message}.`);
    }
  }
  return { competitors, leftOut };
}

function writeTable(measured: readonly Measured[]): void {
  writeFileSync(readme, withTable(readFileSync(readme, "utf8"), markdownOf(measured)));
}
