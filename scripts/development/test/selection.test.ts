import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runsSelectedBy } from "./selection.ts";
import { runName, runsOf, testFiles, tierOf } from "./tiers.ts";

const everyRun = runsOf(testFiles());
const namesOf = (runs: typeof everyRun) => runs.map(runName).toSorted();

interface Job {
  if?: string;
  strategy?: { matrix: { tests: string[] } };
  with: { tests: string };
}

test("the workflow runs each file of the usual tiers on every push, and the long tier every night", () => {
  const file = join(import.meta.dir, "../../../.github/workflows/test.yml");
  const { jobs } = Bun.YAML.parse(readFileSync(file, "utf8")) as { jobs: Record<string, Job> };
  const runsOfJob = ({ strategy, with: given }: Job) =>
    (strategy?.matrix.tests ?? [given.tests]).flatMap((words) => runsSelectedBy(words.split(" ")));
  const { tiers, long, order, ...others } = jobs;
  expect([others, tiers!.if]).toEqual([{}, undefined]);
  expect(long!.if).toStartWith("github.event_name == 'schedule' || ");
  const usual = everyRun.filter((run) => tierOf(run) !== "long");
  expect(namesOf(runsOfJob(tiers!))).toEqual(namesOf(usual));
  expect(namesOf([...runsOfJob(tiers!), ...runsOfJob(long!)])).toEqual(namesOf(everyRun));
  expect(order!.if).toBe("github.event_name == 'schedule'");
  expect(order!.with.tests).toMatch(/ --seed \S+ github.run_number /);
  const inAnyOrder = everyRun.filter((run) => ["unit", "system"].includes(tierOf(run)));
  expect(namesOf(runsOfJob(order!))).toEqual(namesOf(inAnyOrder));
});

test("without words, all tiers but the long one are selected; with --all, all; by a store, what runs on it", () => {
  expect(namesOf(runsSelectedBy([]))).toEqual(
    namesOf(everyRun.filter((run) => tierOf(run) !== "long")),
  );
  expect(namesOf(runsSelectedBy(["--all"]))).toEqual(namesOf(everyRun));
  const named = ["on-both-stores/outcome.test.ts", "--store", "postgresql"];
  expect(namesOf(runsSelectedBy(named))).toEqual([
    "test/service/on-both-stores/outcome.test.ts on PostgreSQL",
  ]);
  expect(() => runsSelectedBy(["--tier", "slow"])).toThrow("--tier is one of unit, service");
});
