import { expect, test } from "bun:test";
import { binned } from "./reference.ts";
import { scoreMonitor } from "./score-monitor.ts";

const usual = Array.from({ length: 1000 }, (_, i) => i % 50);
const reference = { score: binned(usual), rows: 100_000 };

function monitored() {
  const measured: [string, number][] = [];
  const warned: [string, string][] = [];
  const monitor = scoreMonitor({
    referenceOf: async (projectId) => (projectId === "new" ? null : reference),
    measured: (projectId, stability) => measured.push([projectId, stability]),
    warn: (projectId, _, level) => warned.push([projectId, level]),
  });
  const decide = (projectId: string, scores: readonly number[]) => {
    for (const score of scores) monitor.decided(projectId, score);
  };
  return { monitor, decide, measured, warned };
}

test("scores as usual are measured, and nothing is warned of", async () => {
  const { monitor, decide, measured, warned } = monitored();
  decide("a", usual);
  await monitor.check();
  expect(measured).toHaveLength(1);
  expect(measured[0]![1]).toBeCloseTo(0, 6);
  expect(warned).toEqual([]);
});

test("a shift is warned of once, and again when it comes back", async () => {
  const { monitor, decide, warned } = monitored();
  const unusual = usual.map((score) => score + 45);
  decide("a", unusual);
  await monitor.check();
  await monitor.check();
  expect(warned).toEqual([["a", "warning"]]);
  for (let i = 0; i < 5; i++) decide("a", usual); // The older ones are forgotten.
  await monitor.check();
  for (let i = 0; i < 5; i++) decide("a", unusual);
  await monitor.check();
  expect(warned).toHaveLength(2);
});

test("few decisions, and those of a project without a reference, say nothing", async () => {
  const { monitor, decide, measured } = monitored();
  decide("few", usual.slice(0, 100));
  decide("new", usual);
  await monitor.check();
  expect(measured).toEqual([]);
});
