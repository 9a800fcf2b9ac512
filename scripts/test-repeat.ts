/**
 * Runs tests again and again, in a new random order each time, and lists those that did not always pass.
 *
 *     npm run test:repeat -- --runs 30 --busy                  the tiers unit, service and system
 *     npm run test:repeat -- --runs 10 --tier long
 *     npm run test:repeat -- --runs 20 --seed 7 FILES          as `npm test -- FILES`; repeats the orders of a seed
 */
import { parseArgs } from "node:util";
import { executable, generated, runSteps, say, workers } from "./checks.ts";
import type { Outcome } from "./test/bun-test.ts";
import { readDurations } from "./test/durations.ts";
import { nameOf, plan } from "./test/plan.ts";
import { runJobs } from "./test/pool.ts";
import { countsText, openReport, readTiers, showFailures } from "./test/report.ts";
import { startSharedPrograms } from "./test/shared-programs.ts";
import { filesNamed, testFiles, tierOf, usualTiers } from "./test/tiers.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "10" },
    seed: { type: "string", default: `${Math.floor(Math.random() * 1e6)}` },
    tier: { type: "string", multiple: true, default: [...usualTiers] },
    busy: { type: "boolean", default: false },
  },
});
const tiers = readTiers(values.tier);
const files =
  positionals.length > 0
    ? filesNamed(positionals)
    : testFiles().filter((file) => tiers.includes(tierOf(file)));
if ((await runSteps([...generated, executable], 1)).length > 0) process.exit(1);

/** The outcomes of each test, by run. A run in which a file ended early has none of its tests. */
const outcomes = new Map<string, Map<number, Outcome>>();
const [runs, firstSeed] = [Number(values.runs), Number(values.seed)];
const shared = await startSharedPrograms();
const loops = values.busy ? Array.from({ length: workers }, busyLoop) : [];
for (let run = 1; run <= runs; run++) await runOnce(run, firstSeed + run);
for (const loop of loops) loop.kill();
await shared.stop();

const differing = [...outcomes].filter(([, byRun]) => !isSame(byRun));
for (const [test, byRun] of differing) {
  const bad = [...byRun].filter(([, outcome]) => outcome === "failed").map(([run]) => run);
  say(`${test}: ${byRun.size} of ${runs} runs, failed in ${bad.join(", ") || "none"}`);
}
say(`${outcomes.size} tests in ${runs} runs; ${differing.length} were not the same each time`);
process.exit(differing.length > 0 ? 1 : 0);

async function runOnce(run: number, seed: number): Promise<void> {
  const jobs = plan(files, {
    ...{ environment: shared.environment, onPostgres: shared.onPostgres, seed },
    ...{ durations: readDurations(), clock: null, store: null, without: new Set<string>() },
  }).map((job) => ({ ...job, rank: Bun.hash.crc32(`${seed} ${job.files[0]}`) }));
  say(`Run ${run} of ${runs}, seed ${seed}`);
  const report = openReport(jobs, 2 * workers);
  await runJobs(jobs, 2 * workers, (job, result) => {
    report.ended(job, result);
    for (const [test, outcome] of result.tests) {
      const name = nameOf(test, job.store);
      const byRun = outcomes.get(name) ?? new Map<number, Outcome>();
      outcomes.set(name, byRun.set(run, outcome));
    }
  });
  const { failed, counts } = report.close();
  showFailures(failed);
  say(`Run ${run}: ${countsText(counts)}`);
}

function isSame(byRun: ReadonlyMap<number, Outcome>): boolean {
  const all = new Set(byRun.values());
  return byRun.size === runs && all.size === 1 && !all.has("failed");
}

/** Takes one processor for itself. */
function busyLoop(): Bun.Subprocess {
  return Bun.spawn([process.execPath, "-e", "for (;;);"], {
    stdio: ["ignore", "ignore", "ignore"],
  });
}
