import { expect, test } from "bun:test";
import { ranByAny, readLcov } from "./coverage.ts";
import type { Mutant } from "./mutants.ts";
import { countEndings, listOf, type MutantEnding, type Result, score, table } from "./results.ts";
import { sampleOf } from "./sample.ts";

const mutant = (file: string, line: number): Mutant => ({
  file,
  line,
  coveredLine: line,
  operator: "EqualityOperator",
  start: line,
  end: line + 1,
  original: "<",
  replacement: "<=",
});
const results: Result[] = (
  [
    ["src/a/one.ts", 9, "survived"],
    ["src/a/one.ts", 2, "survived"],
    ["src/a/one.ts", 3, "killed"],
    ["src/a/two.ts", 4, "killed"],
    ["src/b/one.ts", 5, "no coverage"],
    ["src/b/one.ts", 6, "timed out"],
    ["src/b/one.ts", 7, "does not compile"],
  ] as [string, number, MutantEnding][]
).map(([file, line, ending]) => ({ mutant: mutant(file, line), ending }));

test("the score is of the mutants that compile", () => {
  expect(score(countEndings(results))).toBe(50);
});

test("the table has a row for each folder, with the lines that any test ran", () => {
  const all = readLcov("SF:src/a/one.ts\nDA:1,1\nDA:2,0\nSF:src/b/one.ts\nDA:1,1\nDA:2,1\n");
  const tests = ["SF:src/a/one.ts\nDA:1,1", "SF:src/a/one.ts\nDA:2,4\nSF:src/b/one.ts\nDA:2,0"];
  const ran = ranByAny(tests.map((lcov) => ({ file: "", ms: 0, lines: readLcov(lcov) })));
  expect(table(["src/a", "src/b"], results, all, ran).split("\n")).toEqual([
    "       killed  survived  no coverage  timed out  does not compile     score lines run",
    "src/a       2         2            0          0                 0    50.0 %   100.0 %",
    "src/b       0         0            1          1                 1    50.0 %     0.0 %",
    "all         2         2            1          1                 1    50.0 %    50.0 %",
  ]);
});

test("a list is in the order of files and lines", () => {
  expect(listOf(results, "survived")).toEqual([
    "src/a/one.ts:2  EqualityOperator  <  →  <=",
    "src/a/one.ts:9  EqualityOperator  <  →  <=",
  ]);
});

test("a sample is the same for the same seed, and a larger one begins with it", () => {
  const all = Array.from({ length: 50 }, (_, i) => mutant("src/a/one.ts", i));
  const sample = sampleOf(all, 10, 7);
  expect(sampleOf(all.toReversed(), 10, 7)).toEqual(sample);
  expect(sampleOf(all, 20, 7).slice(0, 10)).toEqual(sample);
  expect(sampleOf(all, 10, 8)).not.toEqual(sample);
  expect(new Set(sampleOf(all, 100, 7))).toEqual(new Set(all));
});
