/** On a machine with only Node and npm, nothing fails, and what is skipped says what to install. */

import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { timeLimitFlag } from "../../scripts/development/test/bun-test.ts";

const root = resolve(import.meta.dir, "../..");

/** The test files of these tiers that drive a browser, in some of their tests at least. */
const browserFiles = (tiers: string) =>
  [...new Bun.Glob(`test/${tiers}/**/*.test.ts`).scanSync(root)].filter(
    (file) =>
      join(root, file) !== import.meta.path &&
      /\bchromium\b|missingTools/.test(readFileSync(join(root, file), "utf8")),
  );

test("the browser tests of npm test are skipped, each with what to install, and the rest passes", async () => {
  const files = browserFiles("{service,system}");
  expect(files).toContain("test/service/browser/sdk.test.ts");
  expect(await skippedIn(files)).toBeGreaterThan(100);
});

test("so are those of the long tier", async () => {
  const files = browserFiles("long");
  expect(files).toContain("test/long/attack-lab.test.ts");
  expect(await skippedIn(files, "--test-name-pattern", "\\[skipped")).toBeGreaterThan(50);
});

/** Runs files with no programs. @returns the number of tests that are skipped; each says what to install. */
async function skippedIn(files: readonly string[], ...flags: string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "without-programs-"));
  const emptyPath = join(folder, "bin");
  mkdirSync(emptyPath);
  const report = join(folder, "junit.xml");
  const { CHROMIUM: _, ...env } = process.env;
  const child = Bun.spawn(
    [
      process.execPath,
      "test",
      "--parallel=1",
      "--only-failures",
      timeLimitFlag,
      "--reporter=junit",
      `--reporter-outfile=${report}`,
      ...flags,
      ...files.map((file) => `./${file}`),
    ],
    { cwd: root, env: { ...env, PATH: emptyPath }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(await child.exited, `${out}${error}`).toBe(0);
  const xml = readFileSync(report, "utf8");
  rmSync(folder, { recursive: true });
  expect(/<testsuites [^>]*\bfailures="(\d+)"/.exec(xml)?.[1]).toBe("0");
  const skipped = [...xml.matchAll(/<testcase ([^>]*)>\s*<skipped/g)].map(([, of]) => of!);
  const byPattern = flags.length > 0 ? skipped.filter((of) => of.includes("[skipped")) : skipped;
  const withoutReason = byPattern.filter(
    (of) => !/needs Chromium\. Install it|apt-get install/.test(of),
  );
  expect(withoutReason).toEqual([]);
  return byPattern.length;
}
