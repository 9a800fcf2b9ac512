import { expect, test } from "bun:test";
import { TimeLeft } from "./time-left.ts";

const jobs = [40, 20, 20, 20].map((expectedMs) => ({ expectedMs }));
const [long, ...short] = jobs;

test("what is left of the longest job is left at least", () => {
  expect(new TimeLeft(jobs, () => 0).ms).toBe(40);
});

test("the rest takes as long as what is done took: two jobs at once, and each as long as expected", () => {
  let now = 0;
  const left = new TimeLeft(jobs, () => now);
  left.started(long!);
  left.started(short[0]!);
  now = 10;
  expect(left.ms).toBe(40); // 20 of 100 in 10.
  now = 20;
  left.ended(short[0]!);
  left.started(short[1]!);
  expect(left.ms).toBe(30); // 40 of 100 in 20.
});

test("a job that takes longer than expected slows the pace", () => {
  let now = 0;
  const left = new TimeLeft(jobs, () => now);
  left.started(long!);
  now = 80;
  expect(left.ms).toBe(120); // 40 of 100 in 80.
  left.ended(long!);
  for (const job of short) left.ended(job);
  expect(left.ms).toBe(0);
});
