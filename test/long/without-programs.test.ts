/** On a machine with only Node and npm, nothing fails, and what is skipped says what to install. */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

const root = resolve(import.meta.dir, "../..");

/** The test files that drive a browser, in some of their tests at least. */
const browserFiles = [...new Bun.Glob("test/**/*.test.ts").scanSync(root)].filter(
  (file) =>
    basename(file) !== basename(import.meta.path) &&
    /\bchromium\b|missingTools/.test(readFileSync(join(root, file), "utf8")),
);

test("the browser tests are skipped, each with what to install, and the rest passes", async () => {
  expect(browserFiles).toContain("test/long/attack-lab.test.ts");
  expect(browserFiles).toContain("test/service/browser/sdk.test.ts");
  const folder = mkdtempSync(join(tmpdir(), "without-programs-"));
  const emptyPath = join(folder, "bin");
  mkdirSync(emptyPath);
  const report = join(folder, "junit.xml");
  const { CHROMIUM: _, ...env } = process.env;
  const child = Bun.spawn(
    [
      ...[process.execPath, "test", "--parallel=1", "--only-failures", "--timeout=120000"],
      ...["--reporter=junit", `--reporter-outfile=${report}`],
      ...browserFiles.map((file) => `./${file}`),
    ],
    { cwd: root, env: { ...env, PATH: emptyPath }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(await child.exited, `${out}${error}`).toBe(0);
  const xml = readFileSync(report, "utf8");
  rmSync(folder, { recursive: true });

  expect(/<testsuites [^>]*\bfailures="(\d+)"/.exec(xml)?.[1]).toBe("0");
  const skipped = [...xml.matchAll(/<testcase ([^>]*)>\s*<skipped/g)].map(([, of]) => of!);
  expect(skipped.length).toBeGreaterThan(100);
  const withoutReason = skipped.filter(
    (of) => !/needs Chromium\. Install it|apt-get install/.test(of),
  );
  expect(withoutReason).toEqual([]);
}, 600_000);
