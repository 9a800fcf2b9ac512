/** The arithmetic of the report. */
import { type RiskSetting, riskSettings } from "../../src/projects/risk-setting.ts";
import { denyFrom, riskLevelOf } from "../../src/risk/score.ts";
import type { Kind } from "./kind.ts";
import type { VisitRecord } from "./visits.ts";

export interface Tally {
  name: string;
  visits: number;
  /** Visits that could not be made, and count for nothing else. */
  failed: number;
  /** Attempts to book: of a kind that books more than once, more than its visits. */
  attempts: number;
  /** Null where there was no attempt. */
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

/** What the lab is judged by. The kinds that the model was trained on are no proof of anything. */
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
    group("attacks by hand", ({ side, automation }) => side === "attack" && !automation),
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

/** @param sorted ascending, at least one. */
function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
