import { expect, test } from "bun:test";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import { createMetrics, labelledProjectsMax, type Metrics } from "./metrics.ts";

const created = () => createMetrics(() => ({ serving: () => [], inShadow: () => [] }));

/** The lines of a metric, without the service's prefix. */
async function linesOf(metrics: Metrics, name: string): Promise<string[]> {
  const lines = (await metrics.text()).split("\n");
  const prefix = `booking_risk_${name}`;
  return lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length));
}

test("what happened is counted, by what the metric's labels say", async () => {
  const metrics = created();
  metrics.signedIn("password", "failed");
  metrics.signedIn("password", "failed");
  metrics.signedIn("code", "succeeded");
  metrics.exported("traces", "failed");
  metrics.traceDropped("queue");
  metrics.outcomeReported("fraud");
  metrics.backupEnded("made");
  metrics.modelSwapped();
  metrics.shadowScored("dropped", 3);
  metrics.clockJumped({ at: 0, byMs: -2000 });
  metrics.clockJumped({ at: 0, byMs: 2000 });
  metrics.telemetryDeleted({ batches: 5, collections: 2 });
  expect(await linesOf(metrics, "sign_ins_total")).toEqual([
    '{step="password",result="failed"} 2',
    '{step="code",result="succeeded"} 1',
  ]);
  expect(await linesOf(metrics, "otlp_exports_total")).toEqual([
    '{signal="traces",result="failed"} 1',
  ]);
  expect(await linesOf(metrics, "traces_dropped_total")).toEqual(['{reason="queue"} 1']);
  expect(await linesOf(metrics, "outcomes_total")).toEqual(['{outcome="fraud"} 1']);
  expect(await linesOf(metrics, "backups_total")).toEqual(['{result="made"} 1']);
  expect(await linesOf(metrics, "model_swaps_total")).toEqual([" 1"]);
  expect(await linesOf(metrics, "shadow_scores_total")).toEqual(['{outcome="dropped"} 3']);
  expect(await linesOf(metrics, "clock_jumps_total")).toEqual([
    '{direction="back"} 1',
    '{direction="forward"} 1',
  ]);
  expect(await linesOf(metrics, "telemetry_deleted_total")).toEqual([
    '{what="batches"} 5',
    '{what="collections"} 2',
  ]);
});

test("a decision is counted once, with its score between the cutoffs of the settings", async () => {
  const metrics = created();
  for (const [riskScore, replayed] of [
    [74, false],
    [75, false],
    [75, true],
  ] as const) {
    const decision = { riskLevel: "high", suggestedAction: "deny", riskScore };
    metrics.decided(decision as DecisionRecord, replayed);
  }
  expect(await linesOf(metrics, "decisions_total")).toEqual(['{level="high",action="deny"} 2']);
  const scores = await linesOf(metrics, "score");
  const within = scores.filter((line) => line.startsWith("_bucket"));
  expect(within.map((line) => /le="(.*)"\} (\d)/.exec(line)!.slice(1).join(": "))).toEqual([
    "10: 0",
    "20: 0",
    "30: 0",
    "40: 0",
    "50: 0",
    "64: 0",
    "74: 1",
    "84: 2",
    "94: 2",
    "99: 2",
    "+Inf: 2",
  ]);
});

test("the projects whose scores moved most are told, as many as a scrape has room for", async () => {
  const metrics = created();
  for (let i = 0; i < labelledProjectsMax + 2; i++) metrics.scoreStability(`p${i}`, i / 100);
  metrics.scoreStability("p0", 9);
  const lines = await linesOf(metrics, "score_psi");
  expect(lines).toHaveLength(labelledProjectsMax);
  expect(lines.slice(0, 2)).toEqual(['{project="p0"} 9', '{project="p101"} 1.01']);
  expect(lines.at(-1)).toBe('{project="p3"} 0.03');
});
