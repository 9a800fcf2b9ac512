import { expect, test } from "bun:test";
import { type PlanOptions, plan, unitsFirst } from "./plan.ts";
import { readStore, runName, runsOf, tierOf } from "./tiers.ts";

const options: PlanOptions = {
  durations: new Map(),
  onPostgres: {},
  inMemory: {},
  environment: {},
  seed: undefined,
  clock: null,
  without: new Set<string>(),
};
const both = "test/service/on-both-stores/outcome.test.ts";
const namesOf = (more: Partial<PlanOptions>, files: string[]) =>
  plan(runsOf(files), { ...options, ...more }).map(({ files, store }) =>
    runName({ file: files.join("+"), store }),
  );

test("quick unit files share a process, others have one each", () => {
  const durations = new Map([
    ["src/a.test.ts", 100],
    ["src/b.test.ts", 200],
    ["src/slow.test.ts", 60_000],
  ]);
  const files = [...durations.keys(), "test/service/c.test.ts", "test/service/d.test.ts"];
  expect(namesOf({ durations }, files).toSorted()).toEqual([
    "src/b.test.ts+src/a.test.ts",
    "src/slow.test.ts",
    "test/service/c.test.ts",
    "test/service/d.test.ts",
  ]);
});

test("a file of test/service/on-both-stores runs on SQLite and on PostgreSQL, where it is installed", () => {
  expect(namesOf({}, [both])).toEqual([both, `${both} on PostgreSQL`]);
  expect(namesOf({ onPostgres: null }, [both])).toEqual([both]);
  expect(() => readStore("mysql")).toThrow("--store is one of sqlite, postgresql");
});

test("unit tests come first, then the longest", () => {
  const durations = new Map([["test/service/d.test.ts", 60_000]]);
  const files = ["test/service/c.test.ts", "test/service/d.test.ts", "src/a.test.ts"];
  const jobs = plan(runsOf(files), { ...options, durations }).toSorted(unitsFirst);
  expect(jobs.flatMap((job) => job.files)).toEqual(files.toReversed());
});

test("what has passed is left out, on each store by itself", () => {
  expect(namesOf({ without: new Set([both]) }, [both])).toEqual([`${both} on PostgreSQL`]);
  expect(namesOf({ without: new Set([`${both} on PostgreSQL`]) }, [both])).toEqual([both]);
});

test("a file of test outside of the tiers' folders is refused", () => {
  const tier = (file: string) => tierOf({ file });
  expect(tier("src/a.test.ts")).toBe("unit");
  expect(tier("test/long/a.test.ts")).toBe("long");
  expect(() => tier("test/a.test.ts")).toThrow("is in no tier");
});
