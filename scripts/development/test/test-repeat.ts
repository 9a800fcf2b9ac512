/**
 * Runs tests again and again, in a new random order each time, and lists those that did not always pass: in
 * which runs each failed, and the command that repeats the first of these runs.
 *
 *     npm run test:repeat -- --runs 30 --busy                  the tiers unit, service and system
 *     npm run test:repeat -- --runs 10 --tier long
 *     npm run test:repeat -- --runs 20 --seed 7 FILES          as `npm test -- FILES`; repeats the orders of a seed
 *
 * Run 1 has the seed that is given or printed, each later one the next number. A seed decides the order of the
 * files, and of the tests of each unit and system file, whichever files run with it. `repeated.test.ts`
 * shows that a test that depends on the order is noticed, and that it fails again with the seed that is printed.
 */
import { parseArgs } from "node:util";
import { executable, generated, runSteps, say, workers } from "../checks.ts";
import { readDurations } from "./durations.ts";
import { openMemoryFolder } from "./memory-folder.ts";
import { plan, type TestJob } from "./plan.ts";
import { atOnce, type Order, runJobs } from "./pool.ts";
import { differingText, RepeatedTests, type Run } from "./repeated.ts";
import { countsText, openReport, showFailures } from "./report.ts";
import { noPrograms, startSharedPrograms } from "./shared-programs.ts";
import { filesNamed, readTiers, runsOf, testFiles, tierOf, usualTiers } from "./tiers.ts";

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
const selected =
  positionals.length > 0
    ? runsOf(filesNamed(positionals))
    : runsOf(testFiles()).filter((run) => tiers.includes(tierOf(run)));
const needsExecutable = selected.some((run) => tierOf(run) !== "unit");
const steps = [...generated, ...(needsExecutable ? [executable] : [])];
if ((await runSteps(steps, 1)).length > 0) process.exit(1);

const runs: Run[] = Array.from({ length: Number(values.runs) }, (_, i) => ({
  number: i + 1,
  seed: Number(values.seed) + i,
}));
const repeated = new RepeatedTests();
const shared = needsExecutable ? await startSharedPrograms() : noPrograms;
const inMemory = openMemoryFolder();
const loops = values.busy ? Array.from({ length: workers }, busyLoop) : [];
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void stop().then(() => process.exit(1)));
}
for (const run of runs) await runOnce(run);
await stop();

const differing = repeated.differing(runs);
for (const one of differing) {
  say(`\n${differingText(one, runs.length, values.busy ? " --busy" : "")}`);
}
say(
  `${repeated.count} tests in ${runs.length} runs; ${differing.length} were not the same each time`,
);
process.exit(differing.length > 0 ? 1 : 0);

async function runOnce(run: Run): Promise<void> {
  const { number, seed } = run;
  const jobs = plan(selected, {
    environment: shared.environment,
    onPostgres: shared.onPostgres,
    seed,
    durations: readDurations(),
    clock: null,
    without: new Set<string>(),
    inMemory,
  });
  const place = ({ files, store }: TestJob) => Bun.hash.crc32(`${seed} ${files[0]} ${store}`);
  const inRandomOrder: Order<TestJob> = (a, b) => place(a) - place(b);
  const orders = atOnce(2 * workers, inRandomOrder);
  say(`Run ${number} of ${runs.length}, seed ${seed}`);
  const report = openReport(jobs);
  await runJobs(jobs, orders, {
    started: report.started,
    ended(job, result) {
      report.ended(job, result);
      repeated.add(run, job, result);
    },
  });
  const { failed, counts } = report.close();
  showFailures(failed);
  say(`Run ${number}: ${countsText(counts)}`);
}

async function stop(): Promise<void> {
  for (const loop of loops) loop.kill();
  await shared.stop();
}

/** Takes one processor for itself, until this process ends, however it does. */
function busyLoop(): Bun.Subprocess {
  return Bun.spawn([process.execPath, "--no-orphans", "-e", "for (;;);"], {
    stdio: ["ignore", "ignore", "ignore"],
  });
}
