/**
 * `npm test`: the checks and the tests. Its last line counts the tests. With CI=true a skipped test is a
 * failure: there everything can be installed.
 *
 *     npm test                           the tiers unit, service and system
 *     npm test -- --tier long            one tier, or several: --tier unit --tier long
 *     npm test -- --all                  all tiers
 *     npm test -- FILES                  the files whose path contains one of these
 *     npm test -- --changed [COMMIT]     what the changes since a commit can reach; by default since HEAD
 *     npm test -- --seed 7               files and tests in the random order of a seed
 *     npm test -- --resume               without what has passed on this commit before
 *     npm test -- --record               also records how long each file takes, in test/durations.json
 */
import { parseArgs } from "node:util";
import { checks, executable, generated, runSteps, say, workers } from "./checks.ts";
import { readDurations, recordDurations } from "./test/durations.ts";
import { passedBefore, recordPassed } from "./test/passed.ts";
import { plan, type TestJob } from "./test/plan.ts";
import { runJobs } from "./test/pool.ts";
import { changedSince, reachedBy } from "./test/reachable.ts";
import { countsText, openReport, readTiers, showFailures, showSlowest } from "./test/report.ts";
import { startSharedPrograms } from "./test/shared-programs.ts";
import { filesNamed, type Tier, testFiles, tierOf, tiers, usualTiers } from "./test/tiers.ts";

/**
 * Jobs at once. Those of the service and system tiers wait for a disk, a browser or a second of the clock
 * for more than half of their time.
 */
const atOnce = 2 * workers;
const slowFilesShown = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tier: { type: "string", multiple: true, default: [] },
    all: { type: "boolean", default: false },
    changed: { type: "boolean", default: false },
    seed: { type: "string" },
    resume: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
  },
});
const files = selected();
if (files.length === 0) fail("No test file is selected.");
if ((await runSteps(generated, 1)).length > 0) fail("The tests were not run.");

const needsExecutable = files.some((file) => tierOf(file) !== "unit");
const steps = runSteps([...(needsExecutable ? [executable] : []), ...checks], workers);
const isBuilt = needsExecutable ? steps.then((failed) => failed) : steps;
const failedSteps = await isBuilt;
if (failedSteps.includes(executable.name)) fail("The tests were not run.");

const shared = needsExecutable ? await startSharedPrograms() : null;
const jobs = plan(files, {
  environment: shared?.environment ?? {},
  onPostgres: shared?.onPostgres ?? null,
  durations: readDurations(),
  seed: values.seed === undefined ? undefined : Number(values.seed),
  builds: [],
});
const before: ReadonlySet<string> = values.resume ? passedBefore() : new Set();
const wanted = jobs.filter(({ name }) => !before.has(name));
if (before.size > 0)
  say(`${jobs.length - wanted.length} groups of files passed on this commit before.`);
const report = openReport(wanted, atOnce);
await runJobs(wanted, atOnce, ({ job, result }) => report.ended(job as TestJob, result));
const { counts, skips, failed, durations, passed } = report.close();
await shared?.stop();
recordPassed(passed);
recordDurations(durations, { everywhere: values.record });

showFailures(failed);
showSlowest(durations, slowFilesShown);
for (const [reason, count] of skips) say(`${count} skipped: ${reason}`);
const skipsAreFailures = process.env.CI === "true" && counts.skipped > 0;
if (skipsAreFailures) say("CI=true: a skipped test is a failure.");
if (failedSteps.length > 0) say(`Failed: ${failedSteps.join(", ")}`);
say(countsText(counts));
process.exit(counts.failed > 0 || skipsAreFailures || failedSteps.length > 0 ? 1 : 0);

function selected(): string[] {
  if (values.changed) return reachedBy(changedSince(positionals[0] ?? "HEAD"), inTiers());
  return positionals.length > 0 ? filesNamed(positionals) : inTiers();
}

function inTiers(): string[] {
  const named = readTiers(values.tier);
  const some: readonly Tier[] = values.all ? tiers : named.length > 0 ? named : usualTiers;
  return testFiles().filter((file) => some.includes(tierOf(file)));
}

function fail(reason: string): never {
  say(reason);
  process.exit(1);
}
