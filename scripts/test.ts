/**
 * `npm test`: everything that has to hold. The last line counts the tests. With CI=true a skipped
 * test is a failure: there everything can be installed.
 *
 *     npm test [-- FILES]               some test files only, after the same checks
 *     npm test -- --update-timings      also records how long each file takes
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { openPostgresStore } from "../src/storage/postgres/postgres-store.ts";
import { migratedDatabase, onPostgresVariable } from "../test/on-postgres.ts";
import { postgresql, startCluster } from "../test/postgres/cluster.ts";
import { checks, executable, generated, runSteps, say, workers } from "./checks.ts";
import { lastLine, runTests, type TestCounts, testFiles, together } from "./test-run.ts";

/**
 * These run when nothing else does. They compare rates or answer times with a limit that is a
 * promise of the product, which a machine whose processors are taken cannot keep.
 */
const aloneFiles = ["test/revocation.test.ts", "test/registry.test.ts"];
/** These run once more with DATABASE_URL. They look at no files of the data folder but by test/stored.ts. */
const postgresFiles = [
  "base-rate",
  "dashboard/breached-passwords",
  "dashboard/dashboard",
  "dashboard/decision-detail",
  "dashboard/decision-list",
  "dashboard/fraud-rate",
  "dashboard/guests",
  "dashboard/locale",
  "dashboard/models",
  "dashboard/money",
  "dashboard/overview",
  "dashboard/permissions",
  "dashboard/second-factor",
  "dashboard/sign-in",
  "dashboard/start",
  "dashboard/team",
  "export",
  "isolation",
  "key-of-decision",
  "model-owner",
  "outcome",
].map((name) => `test/${name}.test.ts`);
/** These tests are not about what is left after a crash; test/postgres is. */
const crashUnsafe = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };
const slowFilesShown = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "update-timings": { type: "boolean", default: false } },
});
const updateTimings = values["update-timings"];

await must(generated, 1);
await must([...checks, executable], workers);

const files = selected(positionals);
const isAlone = (file: string) => aloneFiles.includes(file);
const counts = [
  await runTests(
    files.filter((file) => !isAlone(file)),
    { updateTimings },
  ),
  await runTests(files.filter(isAlone), { updateTimings, atOnce: 1 }),
  ...(await onPostgres(files.filter((file) => postgresFiles.includes(file)))),
].reduce(together);

say("\nThe slowest files:");
const slowest = [...counts.seconds].toSorted(([, a], [, b]) => b - a).slice(0, slowFilesShown);
for (const [file, seconds] of slowest) say(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
for (const [reason, count] of counts.skips) say(`${count} skipped: ${reason}`);
const skipsAreFailures = process.env.CI === "true" && counts.skipped > 0;
if (skipsAreFailures) say("CI=true: a skipped test is a failure.");
const isEmpty = counts.passed + counts.failed + counts.skipped === 0;
if (isEmpty) say("No test ran.");
say(lastLine(counts));
process.exit(counts.failed > 0 || skipsAreFailures || isEmpty ? 1 : 0);

async function must(steps: Parameters<typeof runSteps>[0], atOnce: number): Promise<void> {
  const failed = await runSteps(steps, atOnce);
  if (failed.length === 0) return;
  say(`${failed.join(", ")} failed; the tests were not run.`);
  process.exit(1);
}

async function onPostgres(files: readonly string[]): Promise<TestCounts[]> {
  if (files.length === 0 || !postgresql.isInstalled) return []; // Its own tests are skipped, and say so.
  const cluster = await startCluster({ max_connections: "400", ...crashUnsafe });
  try {
    const migrated = await cluster.createDatabase(migratedDatabase);
    await (await openPostgresStore(migrated, { maintains: true })).close();
    const counts = await runTests(files, {
      environment: { [onPostgresVariable]: cluster.sockets },
    });
    say(`On PostgreSQL: ${lastLine(counts)}`);
    return [counts];
  } finally {
    await cluster.remove();
  }
}

/** The test files whose path contains one of the arguments, and files that are named in full. */
function selected(named: readonly string[]): string[] {
  if (named.length === 0) return testFiles();
  const parts = named.map((name) => name.replace(/^\.\//, ""));
  const found = testFiles().filter((file) => parts.some((part) => file.includes(part)));
  return [...new Set([...found, ...parts.filter((part) => existsSync(part))])];
}
