/** A simulated season with enough decisions, known frauds and recency for a replay to pass. */
import { lineOf } from "../models/training/history-file.ts";
import { defaultOptions, seasonStart, simulate } from "../models/training/simulator/simulate.ts";

const dayMs = 86_400_000;
const days = 40;

/** Lines for `history import`; it ended yesterday, and its outcomes are reported by now. */
export function recentSeason(): string[] {
  const options = { ...defaultOptions, seed: "gate", attempts: 1600, days, fraudRate: 0.15 };
  const ended = seasonStart + days * dayMs;
  const shift = Math.floor((Date.now() - ended) / dayMs - 1) * dayMs;
  const until = seasonStart + (days + 60) * dayMs;
  const moved = (time: string) => new Date(Date.parse(time) + shift).toISOString();
  return [...simulate(options)].map((attempt) => {
    const line = JSON.parse(lineOf(attempt, until));
    const reported = line.outcomeAt ? moved(line.outcomeAt) : undefined;
    const at = moved(line.decidedAt);
    const isPast = reported && Date.parse(reported) < Date.now();
    return JSON.stringify({
      ...line,
      decidedAt: at,
      ...(line.outcome && {
        outcomeAt: isPast ? reported : new Date(Date.parse(at) + 60_000).toISOString(),
      }),
    });
  });
}
