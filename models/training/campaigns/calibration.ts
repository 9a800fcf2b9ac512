/** Whether a score means what it says: the probability that bookings have, and the fraud among them. */
import { bandOf, bands } from "../../../src/risk/score.ts";
import { geoipLookups, type Model } from "../features.ts";
import type { Attempt } from "../simulator/kind.ts";
import { simulate } from "../simulator/simulate.ts";
import type { Summary } from "./case.ts";
import { seasonOptions } from "./season.ts";
import { type Answer, Service } from "./service.ts";
import type { Row } from "./table.ts";

interface Band {
  attempts: number;
  frauds: number;
  probability: number;
  /** Attempts of an episode are not independent. */
  episodes: Set<string>;
}

const first = 65;
const asked = bands.filter(([from]) => from >= first);
const noSummary: Summary = { campaigns: 0, attempts: 0, median: null, denied: null, points: null };
const within = (found: number, said: number) => Math.abs(found - said) <= said / 4;
const goal = { text: "within a quarter of what it says" };

/** Bookings without telemetry have a history of their own, as at a merchant without the script. */
export function calibrationRows(model: Model, seed: string): Row[] {
  const options = { ...seasonOptions(`${seed}/calibration`), attempts: 40_000 };
  const lookups = geoipLookups(options);
  const [seen, dark] = [new Service(model, lookups), new Service(model, lookups)];
  const found = { "with telemetry": newBands(), "without telemetry": newBands() };
  for (const attempt of simulate(options)) {
    const { at, outcome } = attempt;
    const answer = seen.decide(attempt, at, { outcome });
    count(
      found[attempt.telemetry.length > 0 ? "with telemetry" : "without telemetry"],
      attempt,
      answer,
    );
    const { collectionId: _, ...request } = attempt.request;
    const without = { ...attempt, request, telemetry: [] };
    count(found["without telemetry"], attempt, dark.decide(without, at, { outcome }));
  }
  return Object.entries(found).flatMap(([view, counted]) =>
    asked.map(([from, to]) => rowOf(`${from} to ${to}, ${view}`, counted[bandOf(from)]!)),
  );
}

const newBands = (): Band[] =>
  bands.map(() => ({ attempts: 0, frauds: 0, probability: 0, episodes: new Set() }));

function count(
  counted: Band[],
  { fraud, kind, episode }: Attempt,
  { score, probability }: Answer,
): void {
  const band = counted[bandOf(score)]!;
  band.attempts += 1;
  band.frauds += Number(fraud);
  band.probability += probability;
  band.episodes.add(`${kind}/${episode}`);
}

function rowOf(name: string, { attempts, frauds, probability, episodes }: Band): Row {
  const [said, found] = [probability / attempts, frauds / attempts];
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return {
    name: "calibration",
    line: `${name}: says ${percent(said)}, found ${percent(found)} (${frauds})`,
    goals: [goal],
    summary: { ...noSummary, attempts, campaigns: episodes.size },
    reached: attempts > 0 ? within(found, said) : null,
  };
}
