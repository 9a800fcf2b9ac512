/** The statistics of the report. */
import { type RiskSetting, riskSettings } from "../../../src/projects/risk-setting.ts";
import { denyFrom, riskLevelOf } from "../../../src/risk/score.ts";
import type { Kind } from "./kind.ts";
import type { VisitRecord } from "./visits.ts";

export interface Tally {
  name: string;
  visits: number;
  /** Failed visits, which are excluded from the other numbers. */
  failed: number;
  /** Booking attempts; some kinds make several per visit. */
  attempts: number;
  /** Null where there are no attempts. */
  scores: { min: number; median: number; max: number } | null;
  /** Attempts at `medium` or above. */
  medium: number;
  /** Attempts that would be denied, by setting. */
  denied: Record<RiskSetting, number>;
}

export interface KindTally extends Tally {
  kind: Omit<Kind, "run">;
}

export function tallyKinds(kinds: readonly Kind[], records: readonly VisitRecord[]): KindTally[] {
  return kinds.map(({ run: _, ...kind }) => {
    const own = records.filter((record) => record.kind === kind.name);
    return { kind, ...tally(kind.name, own) };
  });
}

/** The summary figures. Results on kinds that the model was trained on prove little. */
export function tallyGroups(kinds: readonly Kind[], records: readonly VisitRecord[]): Tally[] {
  const group = (name: string, belongs: (kind: Kind) => boolean) => {
    const names = new Set(kinds.filter(belongs).map((kind) => kind.name));
    return tally(
      name,
      records.filter(({ kind }) => names.has(kind)),
    );
  };
  return [
    group("all legitimate", ({ side }) => side === "legitimate"),
    group("automation, untrained", (kind) => isUntrained(kind)),
    group("automation, trained on", (kind) => isAutomation(kind) && !isUntrained(kind)),
    group("manual attacks", ({ side, automation }) => side === "attack" && !automation),
  ].filter(({ visits }) => visits > 0);
}

const isAutomation = ({ side, automation }: Kind) => side === "attack" && automation;
const isUntrained = (kind: Kind) => isAutomation(kind) && kind.trainedOn === null;

export function tally(name: string, records: readonly VisitRecord[]): Tally {
  const scores = records
    .flatMap(({ decisions }) => decisions.map(({ riskScore }) => riskScore))
    .toSorted((a, b) => a - b);
  const count = (counts: (score: number) => boolean) => scores.filter(counts).length;
  return {
    name,
    visits: records.length,
    failed: records.filter(({ failure }) => failure !== null).length,
    attempts: scores.length,
    scores: scores.length ? { min: scores[0]!, median: median(scores), max: scores.at(-1)! } : null,
    medium: count((score) => riskLevelOf(score) !== "low"),
    denied: Object.fromEntries(
      riskSettings.map((setting) => [setting, count((score) => score >= denyFrom[setting])]),
    ) as Record<RiskSetting, number>,
  };
}

/** @param sorted ascending and not empty. */
function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
