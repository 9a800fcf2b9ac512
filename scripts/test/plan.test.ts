import { expect, test } from "bun:test";
import { type PlanOptions, plan, readStore } from "./plan.ts";
import { tierOf } from "./tiers.ts";

const options: PlanOptions = {
  ...{ durations: new Map(), onPostgres: {}, environment: {}, seed: undefined },
  ...{ clock: null, store: null, without: new Set<string>() },
};
const both = "test/service/on-both-stores/outcome.test.ts";
const namesOf = (more: Partial<PlanOptions>, files: string[]) =>
  plan(files, { ...options, ...more }).map((job) => `${job.files.join("+")}${job.store}`);

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

test("a file of test/service/on-both-stores runs on SQLite and on PostgreSQL", () => {
  expect(namesOf({}, [both])).toEqual([both, `${both} on PostgreSQL`]);
  expect(namesOf({ store: "sqlite" }, [both])).toEqual([both]);
  expect(namesOf({ store: "postgresql" }, [both])).toEqual([`${both} on PostgreSQL`]);
  expect(namesOf({ onPostgres: null }, [both])).toEqual([both]);
  expect(() => readStore("mysql")).toThrow("--store is one of sqlite, postgresql");
});

test("what has passed is left out, on each store by itself", () => {
  expect(namesOf({ without: new Set([both]) }, [both])).toEqual([`${both} on PostgreSQL`]);
  expect(namesOf({ without: new Set([`${both} on PostgreSQL`]) }, [both])).toEqual([both]);
});

test("a file of test outside of the tiers' folders is refused", () => {
  expect(tierOf("src/a.test.ts")).toBe("unit");
  expect(tierOf("test/long/a.test.ts")).toBe("long");
  expect(() => tierOf("test/a.test.ts")).toThrow("is in no tier");
});
