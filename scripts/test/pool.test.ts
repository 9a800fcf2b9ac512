import { expect, test } from "bun:test";
import { runJobs, timeLeftMs } from "./pool.ts";

const jobOf = (name: string, rank: number, expectedMs: number, run = async () => name) => ({
  ...{ name, rank, expectedMs, run },
});

test("jobs of a lower rank start first, and of these the longest", async () => {
  const ended: string[] = [];
  const jobs = [jobOf("b", 1, 9), jobOf("c", 1, 3), jobOf("a", 0, 1), jobOf("d", 1, 2)];
  await runJobs(jobs, 1, (_job, result) => ended.push(result));
  expect(ended).toEqual(["a", "b", "c", "d"]);
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
    return jobOf(name, 0, 10 - started.length, run);
  };
  const done = runJobs(["a", "b", "c"].map(waiting), 2, () => {});
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
