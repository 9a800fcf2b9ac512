import { expect, test } from "bun:test";
import { atOnce, longestFirst, type Order, runJobs, timeLeftMs } from "./pool.ts";

const jobOf = (name: string, expectedMs: number, run = async () => name) => ({
  ...{ name, expectedMs, run },
});

test("each worker takes the next job by its own order", async () => {
  const release: (() => void)[] = [];
  const started: string[] = [];
  const jobs = ["c", "a", "d", "b"].map((name, i) =>
    jobOf(name, i, () => {
      started.push(name);
      return new Promise<string>((resolve) => release.push(() => resolve(name)));
    }),
  );
  const byName: Order<{ name: string }> = (one, other) => one.name.localeCompare(other.name);
  const done = runJobs(jobs, [byName, longestFirst], () => {});
  expect(started).toEqual(["a", "b"]);
  for (const again of [
    ["a", "b", "c"],
    ["a", "b", "c", "d"],
  ]) {
    release.shift()!();
    await new Promise(setImmediate);
    expect(started).toEqual(again);
  }
  for (const one of release) one();
  await done;
});

test("no more jobs run at once than allowed, and the next starts as soon as one has ended", async () => {
  const release = new Map<string, () => void>();
  const started: string[] = [];
  const waiting = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const run = () => {
      started.push(name);
      release.set(name, () => resolve(name));
      return promise;
    };
    return jobOf(name, 0, run);
  };
  const done = runJobs(["a", "b", "c"].map(waiting), atOnce(2, longestFirst), () => {});
  expect(started).toEqual(["a", "b"]);
  release.get("b")!();
  await new Promise(setImmediate);
  expect(started).toEqual(["a", "b", "c"]);
  release.get("a")!();
  release.get("c")!();
  await done;
});

test("the time left is no less than that of the longest job", () => {
  expect(timeLeftMs([10, 10, 10, 10], 2)).toBe(20);
  expect(timeLeftMs([30, 10], 2)).toBe(30);
  expect(timeLeftMs([], 2)).toBe(0);
});
