/** A project's decisions over a range of time in numbers. For latency, see /metrics. */
import { dayMs, hourMs } from "../base/durations.ts";
import { type RiskSetting, riskSettings } from "../projects/risk-setting.ts";
import { bandOf, bands, denyFrom, suggestedActionOf } from "../risk/score.ts";
import type { DecisionKind, PlaceKind, ScoreTally, TimeTally } from "../storage/port/search.ts";
import type { Store } from "../storage/port/store.ts";
import type { Hotels } from "./hotels.ts";

export interface OverviewRange {
  /** Unix ms; counted in whole hours, and for hotels and countries in whole days (UTC). */
  from: number;
  to: number;
  step: "hour" | "day";
}

/** Ranges with more steps than a chart can show are rejected. */
export const stepsMax = 1500;

/** Counts that every part of an overview has. */
export interface Counts {
  decisions: number;
  denied: number;
  /** Decisions with telemetry. */
  seen: number;
  /** Reported as fraud or chargeback, and as legitimate; the newest report of each. */
  fraud: number;
  legitimate: number;
  levels: Record<string, number>;
}

export interface Step extends Counts {
  /** Start of the step, Unix ms. */
  at: number;
  meanScore: number | null;
}

export interface Band extends Counts {
  /** First and last score. */
  scores: readonly [number, number];
  /** Share of fraud among reported outcomes; null where there are none. */
  fraudRate: number | null;
}

export interface PlaceFigures {
  /** Two letters of a country, or a hotel's name. */
  place: string;
  /** A hotel's identity. */
  hotel: number | null;
  /** The text by which a view finds the hotel; null for a country. */
  find: string | null;
  decisions: number;
  denied: number;
  denyRate: number;
}

export interface Overview extends OverviewRange {
  total: Counts;
  /** Decisions by score, 0 to 99. */
  scores: number[];
  bands: Band[];
  /** Every step of the range, including empty ones. */
  steps: Step[];
  models: { model: string; decisions: number }[];
  /** What each risk setting would have denied of these decisions. */
  settings: Record<RiskSetting, { denyFrom: number; denied: number; denyRate: number | null }>;
  hotels: PlaceFigures[];
  countries: Record<"hotel" | "billing" | "phone" | "network", PlaceFigures[]>;
}

/** @throws RangeError where the range is invalid or has too many steps. */
export async function overviewOf(
  projectId: string,
  range: OverviewRange,
  { store, hotels, top = 20 }: { store: Pick<Store, "search">; hotels: Hotels; top?: number },
): Promise<Overview> {
  const { from, to, step } = range;
  const stepMs = step === "hour" ? hourMs : dayMs;
  if (!(from >= 0 && to > from && to <= 8.64e15)) throw new RangeError("not a range of time");
  if ((to - from) / stepMs > stepsMax) throw new RangeError(`more than ${stepsMax} steps`);
  const { search } = store;
  const placed = async (place: PlaceKind) => {
    const found = await search.byPlace(projectId, place, { from, to }, top);
    return Promise.all(found.map((one) => placeFigures(projectId, one, hotels)));
  };
  const [byScore, byTime, topHotels, hotel, billing, phone, network] = await Promise.all([
    search.byScore(projectId, from, to),
    search.byTime(projectId, from, to, step),
    placed("hotel"),
    placed("hotelCountry"),
    placed("billing"),
    placed("phone"),
    placed("network"),
  ]);
  return {
    ...range,
    ...scoreFigures(byScore),
    steps: stepsOf(byTime, { from, to, stepMs }),
    settings: settingsFigures(byScore),
    hotels: topHotels,
    countries: { hotel, billing, phone, network },
  };
}

function noCounts(): Counts {
  return { decisions: 0, denied: 0, seen: 0, fraud: 0, legitimate: 0, levels: {} };
}

function add(to: Counts, kind: DecisionKind, count: number): void {
  to.decisions += count;
  if (kind.suggestedAction === "deny") to.denied += count;
  if (kind.seen) to.seen += count;
  if (kind.outcome !== null) to[kind.outcome === "legitimate" ? "legitimate" : "fraud"] += count;
  to.levels[kind.riskLevel] = (to.levels[kind.riskLevel] ?? 0) + count;
}

function scoreFigures(
  tallies: readonly ScoreTally[],
): Pick<Overview, "total" | "scores" | "bands" | "models"> {
  const total = noCounts();
  const scores = new Array<number>(100).fill(0);
  const byBand = bands.map((scores) => ({ scores, ...noCounts() }));
  const models = new Map<string, number>();
  for (const { kind, riskScore, count } of tallies) {
    add(total, kind, count);
    add(byBand[bandOf(riskScore)]!, kind, count);
    scores[riskScore]! += count;
    const model = `${kind.modelName}@${kind.modelVersion}`;
    models.set(model, (models.get(model) ?? 0) + count);
  }
  return {
    total,
    scores,
    bands: byBand.map((band) => {
      const known = band.fraud + band.legitimate;
      return { ...band, fraudRate: known === 0 ? null : band.fraud / known };
    }),
    models: [...models]
      .map(([model, decisions]) => ({ model, decisions }))
      .sort((a, b) => b.decisions - a.decisions),
  };
}

/** By scores alone, regardless of the settings under which the decisions were made. */
export function settingsFigures(tallies: readonly ScoreTally[]): Overview["settings"] {
  const all = tallies.reduce((sum, { count }) => sum + count, 0);
  const figures = riskSettings.map((setting) => {
    const denied = tallies.reduce((sum, { riskScore, count }) => {
      return sum + (suggestedActionOf(riskScore, setting) === "deny" ? count : 0);
    }, 0);
    const denyRate = all === 0 ? null : denied / all;
    return [setting, { denyFrom: denyFrom[setting], denied, denyRate }];
  });
  return Object.fromEntries(figures) as Overview["settings"];
}

function stepsOf(
  tallies: readonly TimeTally[],
  { from, to, stepMs }: { from: number; to: number; stepMs: number },
): Step[] {
  const steps = new Map<number, Step & { scoreSum: number }>();
  for (let at = Math.floor(from / stepMs) * stepMs; at < to; at += stepMs) {
    steps.set(at, { at, ...noCounts(), meanScore: null, scoreSum: 0 });
  }
  for (const { kind, at, count, scoreSum } of tallies) {
    const step = steps.get(at)!;
    add(step, kind, count);
    step.scoreSum += scoreSum;
  }
  return [...steps.values()].map(({ scoreSum, ...step }) => ({
    ...step,
    meanScore: step.decisions === 0 ? null : scoreSum / step.decisions,
  }));
}

async function placeFigures(
  projectId: string,
  { place, decisions, denied }: { place: number | string; decisions: number; denied: number },
  hotels: Hotels,
): Promise<PlaceFigures> {
  const figures = { decisions, denied, denyRate: denied / decisions };
  if (typeof place === "string") return { place, hotel: null, find: null, ...figures };
  const record = await hotels.of(projectId, place);
  const find = record && (record.referenceId ?? record.giataId ?? record.name);
  return { place: record?.name ?? "", hotel: place, find, ...figures };
}
