/** Monitors the scores of a running service, for a metric and a warning. */
import { pauseOf } from "../../base/periodic.ts";
import { modelScoreOf } from "../../risk/base-rate.ts";
import { currentVectors } from "../../risk/feature-sets.ts";
import type { Store } from "../../storage/port/store.ts";
import { Comparison } from "./comparison.ts";
import { partyWeight, sampleOfPast } from "./past.ts";
import { pastPeriodsLeast, weekMs } from "./past-periods.ts";
import { rowsNeeded, type ShiftLevel } from "./population-stability.ts";

/** A score, 0 to 99 and before the project's base rate, and how much it counts. */
export interface ScoreRow {
  score: number;
  weight: number;
}

export interface ScoreMonitorDeps {
  /** The scores that a model gave in earlier weeks, by week; null where too few. */
  pastOf(projectId: string, model: string): Promise<ScoreRow[][] | null>;
  /** Sets the metric `booking_risk_score_psi`. */
  measured(projectId: string, stability: number): void;
  /** Called when a project's scores begin to shift, or shift further. */
  warn(projectId: string, stability: number, level: Exclude<ShiftLevel, "stable">): void;
}

export interface ScoreMonitor {
  /** Records a decision in five bytes; called during the request. @param model its SHA-256. */
  decided(projectId: string, row: ScoreRow, model: string): void;
  /** Compares the recorded scores; to be called periodically. */
  check(): Promise<void>;
}

/** The newest decisions of a project that are compared; too few say nothing. */
const decisionsMax = 5000;
const decisionsMin = 500;

interface Recorded {
  model: string;
  scores: Uint8Array;
  weights: Float32Array;
  decided: number;
  level: ShiftLevel;
}

const recorded = (model: string): Recorded => ({
  model,
  decided: 0,
  level: "stable",
  scores: new Uint8Array(decisionsMax),
  weights: new Float32Array(decisionsMax),
});

export function scoreMonitor(deps: ScoreMonitorDeps): ScoreMonitor {
  const projects = new Map<string, Recorded>();

  async function compare(projectId: string): Promise<void> {
    const project = projects.get(projectId)!;
    const count = Math.min(project.decided, decisionsMax);
    if (count < decisionsMin) return;
    const past = await deps.pastOf(projectId, project.model);
    if (!past) return;
    const comparison = new Comparison(past, ({ score }) => score);
    for (let i = 0; i < count; i++) comparison.add(project.scores[i]!, project.weights[i]!);
    const { stability, level } = comparison.shift();
    if (stability === null) return;
    // The alert is for what the level is: a shift that the past had, too, is none.
    deps.measured(projectId, level === "stable" ? 0 : stability);
    const before = project.level;
    project.level = level;
    if (level === "stable" || level === before || before === "warning") return;
    deps.warn(projectId, stability, level);
  }

  return {
    decided(projectId, { score, weight }, model) {
      let project = projects.get(projectId);
      if (project?.model !== model) {
        project = recorded(model); // Another model scores otherwise.
        projects.set(projectId, project);
      }
      const place = project.decided++ % decisionsMax;
      project.scores[place] = score;
      project.weights[place] = weight;
    },
    async check() {
      for (const projectId of projects.keys()) await compare(projectId);
    },
  };
}

const pauseMs = 20;
const pause = pauseOf(pauseMs);
/** How long the scores of the past are kept, ms. */
const keptMs = weekMs / 7;

/** Reads what a score monitor compares with: the four weeks before the last one, of live decisions. */
export function scoresOfPast(store: Store, now: () => number): ScoreMonitorDeps["pastOf"] {
  const kept = new Map<string, { model: string; until: number; rows: ScoreRow[][] | null }>();

  async function read(projectId: string, model: string): Promise<ScoreRow[][] | null> {
    const vectorOf = currentVectors(store);
    const weeks: ScoreRow[][] = [];
    const last = { from: now() - weekMs, to: now() };
    for (const pages of sampleOfPast(projectId, last, store, pause)) {
      const rows: ScoreRow[] = [];
      for await (const records of pages) {
        for (const record of records) {
          if (record.source !== "api" || record.modelSha256 !== model) continue;
          const weight = partyWeight(await vectorOf(record));
          rows.push({ score: modelScoreOf(record), weight });
        }
      }
      if (rows.length >= rowsNeeded) weeks.push(rows);
    }
    return weeks.length < pastPeriodsLeast ? null : weeks;
  }

  return async (projectId, model) => {
    const known = kept.get(projectId);
    if (known && known.model === model && known.until > now()) return known.rows;
    const rows = await read(projectId, model);
    kept.set(projectId, { model, until: now() + keptMs, rows });
    return rows;
  };
}
