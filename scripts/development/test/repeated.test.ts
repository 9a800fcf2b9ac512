import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root } from "../checks.ts";
import { bunTest } from "./bun-test.ts";
import { differingText, RepeatedTests, type Run } from "./repeated.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-repeated-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** One test passes only after the other one. */
const flaky = `
import { expect, test } from "bun:test";
let isPrepared = false;
test("prepares", () => { isPrepared = true; });
test("needs what is prepared", () => expect(isPrepared).toBe(true));
`;

const runs: Run[] = Array.from({ length: 8 }, (_, i) => ({ number: i + 1, seed: 100 + i }));

test("a test that depends on the order is noticed, and fails again with the seed that is printed", async () => {
  const path = join(folder, "flaky.test.ts");
  writeFileSync(path, flaky);
  const file = relative(root, path);
  const name = `${path} > needs what is prepared`;
  const run = (seed: number) => bunTest([file], { environment: {}, seed, timeoutMs: 60_000 });

  const repeated = new RepeatedTests();
  for (const one of runs) {
    repeated.add(one, { files: [file], store: "sqlite" }, await run(one.seed));
  }
  expect(repeated.count).toBe(2);
  const [found, ...others] = repeated.differing(runs);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ name, files: [file], without: [] });
  const failed = found!.failed.length;
  expect(failed).toBeWithin(1, runs.length); // Not in every run.

  const text = differingText(found!, runs.length, " --busy");
  expect(text).toStartWith(`${name}\n  failed in ${failed} of ${runs.length} runs (`);
  const printed = /--runs 1 --seed (\d+) --busy (\S+)$/.exec(text)!;
  expect(printed[2]).toBe(file);
  const again = await run(Number(printed[1]));
  expect(again.tests.get(name)).toBe("failed");
});

test("a process that ends early and a test that is skipped once are noticed, the same outcomes are not", () => {
  const [first, second] = runs as [Run, Run];
  const both = [first, second];
  const job = { files: ["src/a.test.ts", "src/b.test.ts"], store: "sqlite" } as const;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const repeated = new RepeatedTests();
  const a = ["src/a.test.ts > always", "passed"] as const;
  const never = ["src/a.test.ts > never", "skipped"] as const;
  const tests = new Map([a, never, ["src/b.test.ts > sometimes", "passed"]] as const);
  repeated.add(first, job, { tests, counts });
  expect(repeated.differing([first])).toEqual([]);

  const early = new Map([a, never] as const);
  repeated.add(second, job, { tests: early, counts: { ...counts, failed: 1 } });
  expect(repeated.differing(both).map((one) => differingText(one, 2))).toEqual([
    `src/b.test.ts > sometimes
  failed in 0 of 2 runs; no outcome in 1 (2)
  Repeat run 2: npm run test:repeat -- --runs 1 --seed 101 src/b.test.ts`,
    `The process of src/a.test.ts src/b.test.ts
  failed in 1 of 2 runs (2); no outcome in 1 (1)
  Repeat run 2: npm run test:repeat -- --runs 1 --seed 101 src/a.test.ts src/b.test.ts`,
  ]);
});
