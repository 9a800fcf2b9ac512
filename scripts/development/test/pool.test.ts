import { expect, test } from "bun:test";
import { asGiven, atOnce, longestFirst, type Order, runJobs } from "./pool.ts";

const listener = { ended() {} };

const jobOf = (name: string, expectedMs: number, run = async () => name) => ({
  name,
  expectedMs,
  run,
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
  const done = runJobs(jobs, [byName, longestFirst], listener);
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
  const done = runJobs(["a", "b", "c"].map(waiting), atOnce(2, longestFirst), listener);
  expect(started).toEqual(["a", "b"]);
  release.get("b")!();
  await new Promise(setImmediate);
  expect(started).toEqual(["a", "b", "c"]);
  release.get("a")!();
  release.get("c")!();
  await done;
});

test("more jobs than a number run at once only while the machine has the capacity", async () => {
  const ends: (() => void)[] = [];
  const run = () => new Promise<void>((resolve) => ends.push(resolve));
  const jobs = ["a", "b", "c"].map((name) => ({ name, expectedMs: 0, run }));
  const turn = () => new Promise(setImmediate);
  let isIdle = false;
  const hasCapacity = () => turn().then(() => isIdle);
  const started = async (count: number) => {
    for (let turns = 0; turns < 5; turns++) await turn();
    expect(ends.length).toBe(count);
  };
  const done = runJobs(jobs, atOnce(2, asGiven), listener, { atLeast: 1, hasCapacity });
  await started(1);
  isIdle = true;
  await started(2);
  isIdle = false;
  ends[0]!();
  await started(2); // The second still runs.
  ends[1]!();
  await started(3);
  ends[2]!();
  await done;
});
