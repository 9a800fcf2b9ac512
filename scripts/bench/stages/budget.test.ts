import { expect, test } from "bun:test";
import { budget, stageNames, workloads } from "./budget.ts";
import { measure } from "./measure.ts";

test("each stage that is measured has a budget, and no other", async () => {
  expect(Object.keys(budget)).toEqual([...stageNames]);
  for (const workload of workloads) {
    const measured = await measure({ workload, earlier: 4, decisions: 8, together: 4 });
    expect(Object.keys(measured).toSorted()).toEqual(Object.keys(budget).toSorted());
    for (const stage of stageNames) {
      expect(measured[stage].us.length).toBeGreaterThan(0);
      expect(budget[stage][workload].us).toBeGreaterThan(0);
      expect(budget[stage][workload].bytes).toBeGreaterThan(0);
    }
  }
});
