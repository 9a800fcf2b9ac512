/** Watches the scores of a service while it runs: for a metric and a warning, without a reading. */
import { BinCounts } from "./bin-counts.ts";
import type { ShiftLevel } from "./population-stability.ts";
import type { Reference } from "./reference.ts";

export interface ScoreMonitorParts {
  /** What scores are compared with: the model's, or the project's first days; null: nothing yet. */
  referenceOf(projectId: string): Promise<Pick<Reference, "score" | "rows"> | null>;
  /** Takes the index for the metric `booking_risk_score_psi`. */
  measured(projectId: string, stability: number): void;
  /** Is told when a project's scores begin to differ, or more so than before. */
  warn(projectId: string, stability: number, level: Exclude<ShiftLevel, "stable">): void;
}

export interface ScoreMonitor {
  /** Notes a decision: one byte, on the way of the request. */
  decided(projectId: string, riskScore: number): void;
  /** Compares what was noted; to be called now and then. */
  check(): Promise<void>;
}

/** The newest decisions of a project that are compared; fewer than the least say too little. */
const newest = 5000;
const least = 500;

export function scoreMonitor(parts: ScoreMonitorParts): ScoreMonitor {
  const projects = new Map<string, { scores: Uint8Array; decided: number; level: ShiftLevel }>();

  async function compare(projectId: string): Promise<void> {
    const project = projects.get(projectId)!;
    const count = Math.min(project.decided, newest);
    if (count < least) return;
    const reference = await parts.referenceOf(projectId);
    if (!reference) return;
    const bins = new BinCounts(reference.score, reference.rows);
    for (const score of project.scores.subarray(0, count)) bins.add(score);
    const { stability, level } = bins.shift();
    if (stability === null) return;
    parts.measured(projectId, stability);
    const before = project.level;
    project.level = level;
    if (level === "stable" || level === before || before === "warning") return;
    parts.warn(projectId, stability, level);
  }

  return {
    decided(projectId, riskScore) {
      let project = projects.get(projectId);
      if (!project) {
        project = { scores: new Uint8Array(newest), decided: 0, level: "stable" };
        projects.set(projectId, project);
      }
      project.scores[project.decided++ % newest] = riskScore;
    },
    async check() {
      for (const projectId of projects.keys()) await compare(projectId);
    },
  };
}
