/** A mutation run of a small project, as of the whole one. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../checks.ts";
import { type Measured, measure, ranByAny } from "./coverage.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import { nearestTests } from "./nearest.ts";
import { listOf, type Result } from "./results.ts";
import { checkTypes, runMutants } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-mutation-"));
const source = `export function isLate(hour: number): boolean {
  return hour > 22;
}
export function nameOf(hour: number): string {
  return String(hour);
}
`;
const files = {
  "src/late.ts": source,
  "src/late.test.ts": `import { expect, test } from "bun:test";
import { isLate } from "./late.ts";
test("late", () => {
  expect(isLate(23)).toBe(true);
  expect(isLate(3)).toBe(false);
});
`,
  "src/other.test.ts": `import { expect, test } from "bun:test";
test("fails", () => expect(1).toBe(2));
`,
  "tsconfig.json": readFileSync(join(root, "tsconfig.json"), "utf8"),
};

let measured: Measured;
beforeAll(async () => {
  mkdirSync(join(folder, "src"));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const tests = ["src/late.test.ts", "src/other.test.ts"];
  measured = await measure(folder, ["src/late.ts"], tests, 2, () => {});
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the tests that pass say which lines they run", () => {
  expect(measured.failing).toEqual(["src/other.test.ts"]);
  expect(measured.tests.map(({ file }) => file)).toEqual(["src/late.test.ts"]);
  const ran = ranByAny(measured.tests).get("src/late.ts")!;
  expect([ran.get(2), ran.get(5)]).toEqual([2, 0]);
  expect([...measured.lines.get("src/late.ts")!.keys()]).toContainValues([2, 5]);
});

test("a mutant is killed, survives, has no coverage or does not compile, and the source stays", async () => {
  await checkTypes([folder]);
  const start = source.indexOf("hour >");
  const untyped: Mutant = {
    file: "src/late.ts",
    line: 2,
    coveredLine: 2,
    operator: "None",
    start,
    end: start + 4,
    original: "hour",
    replacement: "(hour as string)",
  };
  const attempts = [...mutantsOf("src/late.ts", source), untyped].map((mutant) => {
    return { mutant, tests: nearestTests(mutant, measured.tests, 60_000) };
  });
  const results: Result[] = [];
  await runMutants(attempts, [folder], (result) => results.push(result));

  expect(listOf(results, "survived")).toEqual(["src/late.ts:2  EqualityOperator  >  →  >="]);
  expect(listOf(results, "does not compile")).toEqual([
    "src/late.ts:2  None  hour  →  (hour as string)",
  ]);
  expect(listOf(results, "killed")).toEqual([
    "src/late.ts:1  BlockStatement  { return hour > 22; }  →  {}",
    "src/late.ts:2  ConditionalExpression  hour > 22  →  true",
    "src/late.ts:2  ConditionalExpression  hour > 22  →  false",
    "src/late.ts:2  EqualityOperator  >  →  <=",
    "src/late.ts:2  NumericLiteral  22  →  23",
  ]);
  expect(listOf(results, "no coverage")).toEqual([
    "src/late.ts:4  BlockStatement  { return String(hour); }  →  {}",
  ]);
  expect(readFileSync(join(folder, "src/late.ts"), "utf8")).toBe(source);
});
