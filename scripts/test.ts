/**
 * `npm test`: everything that has to hold, in the order in which it fails fastest. The last line
 * counts the tests. With CI=true a skipped test is a failure: there everything can be installed.
 *
 *     npm test [-- FILES]    some test files only, after the same checks
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "..");
const bin = (name: string) => join(root, "node_modules/.bin", name);
const bun = process.execPath;

await step("Browser script", [bun, "scripts/build-sdk.ts"]);
await step("Dashboard", [bun, "scripts/build/dashboard.ts"]);
await step("Types", [bun, bin("tsc"), "--noEmit", "-p", "."]);
await step("Types of the browser script", [bun, bin("tsc"), "--noEmit", "-p", "sdk"]);
await step("Types of the dashboard", [bun, bin("tsc"), "--noEmit", "-p", "src/dashboard"]);
await step("Lint", [bin("biome"), "ci", "--error-on-warnings", "."]);
await step("Layers", [bun, "scripts/lint/check-layers.ts"]);
await step("Executable", [bun, "scripts/build.ts"]);

const folder = mkdtempSync(join(tmpdir(), "booking-risk-test-"));
const report = join(folder, "junit.xml");
const tests = run([
  bun,
  "test",
  "--timeout=120000",
  "--reporter=junit",
  `--reporter-outfile=${report}`,
  ...process.argv.slice(2),
]);
const status = await tests.exited;
const { total, failed, skipped } = counts(readFileSync(report, "utf8"));
rmSync(folder, { recursive: true });

const skipsAreFailures = process.env.CI === "true" && skipped > 0;
if (skipped > 0) say(`${skipped} tests were skipped; their lines above say what to install.`);
if (skipsAreFailures) say("CI=true: a skipped test is a failure.");
if (total === 0) say("No test ran.");
say(`${total - failed - skipped} passed, ${failed} failed, ${skipped} skipped`);
process.exit(status !== 0 || skipsAreFailures || total === 0 ? 1 : 0);

async function step(name: string, command: string[]): Promise<void> {
  say(`== ${name}`);
  const exit = await run(command).exited;
  if (exit === 0) return;
  say(`${name} failed; the tests were not run.`);
  process.exit(1);
}

function run(command: string[]) {
  return Bun.spawn(command, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
}

/** The totals stand in the report's first element. */
function counts(xml: string): { total: number; failed: number; skipped: number } {
  const suites = /<testsuites[^>]*>/.exec(xml)?.[0] ?? "";
  const count = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(suites)?.[1] ?? 0);
  return { total: count("tests"), failed: count("failures"), skipped: count("skipped") };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
