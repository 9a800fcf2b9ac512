/**
 * `npm test`: the checks and the tests. Its last line counts the tests. With CI=true a skipped test is a
 * failure: there everything can be installed.
 *
 *     npm test                           the tiers unit, service and system
 *     npm test -- --tier long            one tier, or several: --tier unit --tier long
 *     npm test -- --store postgresql     what runs on both stores, on this one only
 *     npm test -- --all                  all tiers
 *     npm test -- FILES                  the files whose path contains one of these
 *     npm test -- --changed [COMMIT]     what the changes since a commit can reach; by default since HEAD
 *     npm test -- --seed 7               files in the random order of a seed, and the tests of unit and system files
 *     npm test -- --around 2028-03-01T00:00:00Z   with a clock that passes this moment in each file's middle
 *     npm test -- --resume               without what has passed on this commit before
 *     npm test -- --record               also records how long each file takes, in test/durations.json
 */
import { parseArgs } from "node:util";
import { checks, executable, generated, runSteps, say, workers } from "../checks.ts";
import { readDurations, recordDurations } from "./durations.ts";
import { openMemoryFolder } from "./memory-folder.ts";
import { passedBefore, recordPassed } from "./passed.ts";
import { plan, unitsFirst } from "./plan.ts";
import { longestFirst, runJobs } from "./pool.ts";
import { openCapacity } from "./processors.ts";
import { countsText, openReport, showFailures, showSlowest } from "./report.ts";
import { selectedRuns, selecting } from "./selection.ts";
import { noPrograms, startSharedPrograms } from "./shared-programs.ts";
import { clockAround } from "./shifted-clock.ts";
import { tierOf } from "./tiers.ts";

/**
 * Jobs at once, and by which order each next one is chosen: one for each processor, and up to as many again while
 * the processors are not busy. Those of the service and system tiers wait for a disk, a browser or a second of the clock
 * for more than half of their time on a quick machine, so that they begin together with the unit tests. On a slow machine
 * they do not, and more of them at once would only delay each other.
 */
const orders = Array.from({ length: workers }, () => [unitsFirst, longestFirst]).flat();
const slowFilesShown = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...selecting,
    seed: { type: "string" },
    around: { type: "string" },
    resume: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
  },
});
const selected = selectedRuns({ values, positionals });
if (selected.length === 0) end("No test file is selected.", values.changed ? 0 : 1);
const before: ReadonlySet<string> = values.resume ? passedBefore() : new Set();

const needsExecutable = selected.some((run) => tierOf(run) !== "unit");
if (values.seed !== undefined) say(`Seed: ${values.seed}`);
const failedSteps = [
  ...(await runSteps(generated, 1, before)),
  ...(await runSteps([...(needsExecutable ? [executable] : []), ...checks], workers, before)),
];
const builds = [...generated, executable];
if (builds.some(({ name }) => failedSteps.includes(name))) end("The tests were not run.", 1);

// Programs that files share would have the machine's clock.
const clock = values.around === undefined ? null : clockAround(values.around);
const shared = needsExecutable && clock === null ? await startSharedPrograms() : noPrograms;
const jobs = plan(selected, {
  environment: shared.environment,
  onPostgres: shared.onPostgres,
  inMemory: openMemoryFolder(),
  durations: readDurations(),
  clock,
  without: before,
  seed: values.seed === undefined ? undefined : Number(values.seed),
});
if (jobs.length === 0) end("All that is selected has passed on this commit before.", 0);
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void shared.stop().then(() => process.exit(1)));
}
const report = openReport(jobs);
await runJobs(jobs, orders, report, { atLeast: workers, hasCapacity: openCapacity() });
const totals = report.close();
const { counts, skips, failed, durations, passed } = totals;
await shared.stop();
const steps = [...generated, ...checks, ...(needsExecutable ? [executable] : [])];
const passedSteps = steps.map(({ name }) => name).filter((name) => !failedSteps.includes(name));
recordPassed([...passed, ...passedSteps]);
recordDurations(durations, { everywhere: values.record });

showFailures(failed);
showSlowest(totals, slowFilesShown);
for (const [reason, count] of skips) say(`${count} skipped: ${reason}`);
const skipsAreFailures = process.env.CI === "true" && counts.skipped > 0;
if (skipsAreFailures) say("CI=true: a skipped test is a failure.");
if (before.size > 0) say(`Left out, as they passed on this commit: ${before.size} files and steps`);
if (failedSteps.length > 0) say(`Failed: ${failedSteps.join(", ")}`);
say(countsText(counts));
process.exit(counts.failed > 0 || skipsAreFailures || failedSteps.length > 0 ? 1 : 0);

function end(reason: string, status: number): never {
  say(reason);
  process.exit(status);
}
