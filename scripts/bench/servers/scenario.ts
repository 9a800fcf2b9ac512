/**
 * `npm run bench`: the executable alongside a bare `Bun.serve` JSON echo, Elysia with one insert, Fastify and
 * FastAPI, in alternating rounds of one run. Nothing is disabled: each decision is on disk before its answer.
 * scripts/bench/README.md says what each of them does, and how to read the figures.
 *
 *     npm run bench -- [servers] [--rounds 5] [--seconds 3] [--connections 64] [--only service,echo] [--readme]
 *       [--executable FILE]
 *
 * `--only service,extended` compares it with itself where each request has an amount, a payment and attributes.
 * `--readme` also writes the table into README.md. The first run installs the peers' packages; one that cannot be
 * installed is left out, and the output says so.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  type Competitor,
  type CompetitorName,
  competitorNames,
  prepare,
  usualCompetitors,
} from "../competitors.ts";
import { isGiven, type Output, positive, scenario, someOf, text, whole } from "../scenario.ts";
import { type Measured, measure } from "./measure.ts";
import { markdownOf, ratiosOf, textOf, withTable } from "./report.ts";

const readme = resolve(import.meta.dir, "../../../README.md");

export default scenario(
  {
    rounds: whole(5),
    seconds: positive(3),
    connections: whole(64),
    only: someOf(competitorNames, usualCompetitors),
    readme: isGiven,
    executable: text,
  },
  async ({ only, executable, readme: isForReadme, ...plan }, output) => {
    const folder = mkdtempSync(join(tmpdir(), "booking-risk-bench-"));
    try {
      const { competitors, leftOut } = await prepareAll(only, { folder, executable, output });
      const measured = await measure(competitors, plan, output.log);
      if (isForReadme) writeTable(measured);
      output.print(textOf(measured, plan, leftOut));
      return { result: { plan, ratios: ratiosOf(measured), competitors: measured, leftOut } };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

/** A peer whose packages cannot be installed is left out; the service is not. */
async function prepareAll(
  names: readonly CompetitorName[],
  {
    folder,
    executable,
    output,
  }: { folder: string; executable: string | undefined; output: Output },
) {
  const competitors: Competitor[] = [];
  const leftOut: string[] = [];
  for (const name of names) {
    output.log(`Preparing ${name} …`);
    try {
      competitors.push(await prepare(name, folder, executable));
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
