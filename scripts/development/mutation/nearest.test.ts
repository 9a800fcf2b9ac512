import { expect, test } from "bun:test";
import { readLcov, type TestFile } from "./coverage.ts";
import { nearestTests } from "./nearest.ts";

const testFile = (file: string, ms: number, rows: string): TestFile => ({
  file,
  ms,
  lines: readLcov(`SF:src/risk/velocity/facts.ts\n${rows}\nend_of_record\n`),
});
const tests = [
  testFile("src/evaluation/replay/replay.test.ts", 500, "DA:1,1\nDA:5,3"),
  testFile("src/risk/decide.test.ts", 200, "DA:1,1\nDA:5,1"),
  testFile("src/risk/velocity/names.test.ts", 900, "DA:1,1\nDA:5,2"),
  testFile("src/risk/velocity/facts.test.ts", 1000, "DA:1,1\nDA:5,1"),
  testFile("src/risk/velocity/in-flight.test.ts", 10, "DA:1,1\nDA:5,0"),
];
const nearest = (line: number, msMax: number, file = "src/risk/velocity/facts.ts") =>
  nearestTests({ file, coveredLine: line }, tests, msMax).map((test) => test.file);

test("the tests that run a line are a file's own, its folder's and the others, the quickest first", () => {
  expect(nearest(5, 60_000)).toEqual([
    "src/risk/velocity/facts.test.ts",
    "src/risk/velocity/names.test.ts",
    "src/risk/decide.test.ts",
    "src/evaluation/replay/replay.test.ts",
  ]);
  expect(nearest(1, 60_000)).toHaveLength(5);
});

test("they are as many as take the given time together, and at least one", () => {
  expect(nearest(5, 2000)).toEqual([
    "src/risk/velocity/facts.test.ts",
    "src/risk/velocity/names.test.ts",
  ]);
  expect(nearest(5, 1)).toEqual(["src/risk/velocity/facts.test.ts"]);
});

test("a line without code is run by the tests that load its file, and one of another file by none", () => {
  expect(nearest(2, 60_000)).toHaveLength(5);
  expect(nearest(1, 60_000, "src/risk/velocity/names.ts")).toEqual([]);
});
