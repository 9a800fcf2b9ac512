/** Monitors the scores of a running service, for a metric and a warning, without reading storage. */
import { BinCounts } from "./counts.ts";
import type { ShiftLevel } from "./population-stability.ts";
import type { Reference } from "./reference.ts";

export interface ScoreMonitorDeps {
  /** The reference of the model, or of the project's first days; null: none yet. */
  referenceOf(projectId: string): Promise<Pick<Reference, "score" | "rows"> | null>;
  /** Sets the metric `booking_risk_score_psi`. */
  measured(projectId: string, stability: number): void;
  /** Called when a project's scores begin to shift, or shift further. */
  warn(projectId: string, stability: number, level: Exclude<ShiftLevel, "stable">): void;
}

export interface ScoreMonitor {
  /** Records a decision in one byte; called during the request. */
  decided(projectId: string, riskScore: number): void;
  /** Compares the recorded scores; to be called periodically. */
  check(): Promise<void>;
}

/** The newest decisions of a project that are compared; too few say nothing. */
const decisionsMax = 5000;
const decisionsMin = 500;

export function scoreMonitor(deps: ScoreMonitorDeps): ScoreMonitor {
  const projects = new Map<string, { scores: Uint8Array; decided: number; level: ShiftLevel }>();

  async function compare(projectId: string): Promise<void> {
    const project = projects.get(projectId)!;
    const count = Math.min(project.decided, decisionsMax);
    if (count < decisionsMin) return;
    const reference = await deps.referenceOf(projectId);
    if (!reference) return;
    const bins = new BinCounts(reference.score, reference.rows);
    for (const score of project.scores.subarray(0, count)) bins.add(score);
    const { stability, level } = bins.shift();
    if (stability === null) return;
    deps.measured(projectId, stability);
    const before = project.level;
    project.level = level;
    if (level === "stable" || level === before || before === "warning") return;
    deps.warn(projectId, stability, level);
  }

  return {
    decided(projectId, riskScore) {
      let project = projects.get(projectId);
      if (!project) {
        project = { scores: new Uint8Array(decisionsMax), decided: 0, level: "stable" };
        projects.set(projectId, project);
      }
      project.scores[project.decided++ % decisionsMax] = riskScore;
    },
    async check() {
      for (const projectId of projects.keys()) await compare(projectId);
    },
  };
}
