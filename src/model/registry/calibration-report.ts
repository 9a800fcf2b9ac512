/**
 * How a model's probabilities compare with what became of a project's bookings, in all and by segment, and the
 * recalibration that follows. Only bookings count whose outcome can become known, each by how likely its fraud would be
 * reported by now.
 */
import { minorUnitsOf } from "../../attempt/request/currency.ts";
import { normalQuantile } from "../../base/confidence-interval.ts";
import { segmentsOf } from "../../evaluation/replay/segment.ts";
import { atBaseRate, baseRatesOf, modelProbabilityOf } from "../../risk/base-rate.ts";
import {
  addDecisions,
  type Evidence,
  fraudRate,
  noEvidence,
} from "../../risk/outcomes/fraud-rate.ts";
import { hasOutcome } from "../../risk/outcomes/observed.ts";
import { projectDelay } from "../../risk/outcomes/project-delay.ts";
import {
  type DelayMissing,
  dayMs,
  type ReportingDelay,
} from "../../risk/outcomes/reporting-delay.ts";
import { idAt, isWithin } from "../../risk/period.ts";
import { pointsPerDoubling } from "../../risk/score.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import { isBlanked } from "../../storage/port/guests.ts";
import type { Store } from "../../storage/port/store.ts";
import { fitRecalibration, logLikelihood, type Outcome } from "./recalibration-fit.ts";

export const watchedSegments = {
  telemetry: "Telemetry",
  country: "Billing country",
  hotel: "Hotel",
  amount: "Amount",
} as const;
export type WatchedSegment = keyof typeof watchedSegments;

/** What was reported of bookings, against what the model's probabilities say. */
export interface CalibrationPart {
  decisions: number;
  /** Reported frauds, and how many would be reported by now if the probabilities were right. */
  frauds: number;
  expected: number;
  /**
   * Frauds relative to the expected ones, with its interval; null where less than one is expected and chance explains
   * what was reported.
   */
  ratio: { value: number; low: number; high: number } | null;
  /** Whether the interval excludes 1. */
  isOff: boolean;
}

export interface CalibrationSegment extends CalibrationPart {
  kind: WatchedSegment;
  value: string;
}

export interface ProposedRecalibration {
  slope: number;
  /** Of the natural log of the odds. */
  shift: number;
  /** What it adds to a score of 50, in points; and its 95 % interval, of the shift alone. */
  points: number;
  low: number;
  high: number;
}

export interface CalibrationReport {
  /** Unix ms; the bookings in between. */
  from: number;
  to: number;
  all: CalibrationPart;
  /** The largest ones of each kind, in the order of how far their interval is from 1, the farthest first. */
  segments: CalibrationSegment[];
  /** Null where none is needed, or there is too little to tell. */
  proposal: ProposedRecalibration | null;
  /** By probability, after the proposal: the evidence for the bundle's manifest. */
  bins: { probability: number; attempts: number; frauds: number }[];
  /** The mean of the recalibrated probabilities of all bookings, denied ones too. */
  baseRate: number | null;
}

/** Bookings of this time count. */
const days = 365;
/** At most so many are read: of a larger project, those of fewer days. */
const decisionsMax = 200_000;
const pageRows = 200;
/** Segments of a kind that are told, the largest. */
const segmentsMax = 20;
/** Frauds from which on a slope is fitted, too. */
const slopeFraudsMin = 100;
/** Chi squared at 5 %, with one degree of freedom. */
const chiSquared = 3.84;
/** Below this, a shift changes no score that anybody would notice. */
const pointsMin = 1;

interface Asked {
  projectId: string;
  /** Today's. */
  projectBaseRate: number | null;
  model: { name: string; version: string; baseRate: number | null };
}

type ReportStore = Pick<Store, "decisions" | "outcomes" | "search">;

/**
 * @param pause awaited between two pages, so that reading delays no request.
 * @returns why the delay of reports is not known yet, where it is not.
 */
export async function calibrationReport(
  asked: Asked,
  { store, now, pause }: { store: ReportStore; now: () => number; pause?: () => Promise<void> },
): Promise<CalibrationReport | DelayMissing> {
  const delay = await projectDelay(asked.projectId, now(), store);
  if ("missing" in delay) return delay;
  const range = await rangeOf(asked, delay.observedUntil, store);
  const counts = new Counts(asked, delay);
  for (let last = idAt(range.from); ; ) {
    const page = await store.decisions.after(asked.projectId, last, pageRows);
    const within = page.filter(({ id }) => isWithin(id, { ...range }));
    if (within.length > 0) await counts.addPage(within, store);
    if (within.length < pageRows) return { ...range, ...counts.report() };
    last = page.at(-1)!.id;
    await pause?.();
  }
}

async function rangeOf({ projectId }: Asked, to: number, { search }: ReportStore) {
  const from = to - days * dayMs;
  const tallies = await search.byScore(projectId, from, to);
  const all = tallies.reduce((sum, { count }) => sum + count, 0);
  const share = Math.min(1, decisionsMax / Math.max(1, all));
  return { from: to - share * (to - from), to };
}

/** What is counted of the bookings of all, or of a segment. */
class Part {
  readonly evidence: Evidence = noEvidence();
  decisions = 0;
  expected = 0;

  add(decidedAt: number, outcome: Outcome, probability: number, delay: ReportingDelay): void {
    addDecisions(this.evidence, { decidedAt, count: 1, isFraud: outcome.fraud }, delay);
    this.decisions += 1;
    this.expected += outcome.known * probability;
  }

  /** @param z for segments wider than for all: of many, some differ by chance. */
  part(z: number): CalibrationPart {
    const { decisions, expected, evidence } = this;
    const { frauds, exposure } = evidence;
    const rate = fraudRate(evidence, z);
    if (!rate) return { decisions, frauds, expected, ratio: null, isOff: false };
    const perExpected = exposure / expected;
    const [low, high] = [rate.low * perExpected, rate.high * perExpected];
    const isOff = low > 1 || high < 1;
    const ratio = expected < 1 && !isOff ? null : { value: frauds / expected, low, high };
    return { decisions, frauds, expected, ratio, isOff };
  }
}

class Counts {
  readonly #asked: Asked;
  readonly #delay: ReportingDelay;
  readonly #all = new Part();
  readonly #segments = new Map<string, { kind: WatchedSegment; value: string; part: Part }>();
  readonly #outcomes: Outcome[] = [];
  /** Of all bookings, also denied ones. */
  readonly #logits: number[] = [];

  constructor(asked: Asked, delay: ReportingDelay) {
    this.#asked = asked;
    this.#delay = delay;
  }

  async addPage(page: readonly DecisionRecord[], { outcomes }: ReportStore): Promise<void> {
    const { projectId } = this.#asked;
    const reports = await outcomes.between(projectId, page[0]!.id, page.at(-1)!.id);
    const newest = new Map(reports.map(({ decisionId, outcome }) => [decisionId, outcome]));
    for (const one of page) if (this.#isOfModel(one)) this.#add(one, newest.get(one.id));
  }

  #isOfModel({ source, modelName, modelVersion }: DecisionRecord): boolean {
    const { name, version } = this.#asked.model;
    return source === "api" && modelName === name && modelVersion === version;
  }

  #add(record: DecisionRecord, reported: string | undefined): void {
    const { projectBaseRate: baseRate, model } = this.#asked;
    const rates = baseRatesOf({ baseRate }, model);
    const probability = atBaseRate(modelProbabilityOf(record), rates);
    if (!(probability > 0 && probability < 1)) return;
    const logit = Math.log(probability / (1 - probability));
    this.#logits.push(logit);
    if (!hasOutcome(record)) return;
    const { decidedAt } = record;
    const known = this.#delay.knownWithin(this.#delay.observedUntil - decidedAt).share;
    const outcome = { logit, known, fraud: reported !== undefined && reported !== "legitimate" };
    if (known === 0) return;
    this.#outcomes.push(outcome);
    this.#all.add(decidedAt, outcome, probability, this.#delay);
    for (const [kind, value] of watchedOf(record)) {
      const name = `${kind} ${value}`;
      const segment = this.#segments.get(name) ?? { kind, value, part: new Part() };
      this.#segments.set(name, segment);
      segment.part.add(decidedAt, outcome, probability, this.#delay);
    }
  }

  report(): Omit<CalibrationReport, "from" | "to"> {
    const proposal = this.#proposal();
    const by = proposal ?? { slope: 1, shift: 0 };
    const moved = (logit: number) => 1 / (1 + Math.exp(-(by.slope * logit + by.shift)));
    const all = this.#logits.reduce((sum, logit) => sum + moved(logit), 0);
    return {
      all: this.#all.part(normalQuantile[0.95]),
      segments: this.#told(),
      proposal,
      bins: binsOf(this.#outcomes, moved),
      baseRate: this.#logits.length === 0 ? null : all / this.#logits.length,
    };
  }

  #told(): CalibrationSegment[] {
    const kinds = Object.keys(watchedSegments) as WatchedSegment[];
    const largest = kinds.flatMap((kind) =>
      [...this.#segments.values()]
        .filter((one) => one.kind === kind)
        .sort((a, b) => b.part.decisions - a.part.decisions)
        .slice(0, segmentsMax),
    );
    return largest
      .map(({ kind, value, part }) => ({ kind, value, ...part.part(normalQuantile[0.999]) }))
      .sort((a, b) => distanceFromOne(b) - distanceFromOne(a));
  }

  /** The shift alone, unless a slope fits beyond chance. */
  #proposal(): ProposedRecalibration | null {
    const outcomes = this.#outcomes;
    const shifted = fitRecalibration(outcomes, false);
    if (!shifted) return null;
    const { frauds, exposure, exposureError } = this.#all.evidence;
    const sloped = frauds >= slopeFraudsMin ? fitRecalibration(outcomes, true) : null;
    const gain = (more: number, less: number) => 2 * (more - less) > chiSquared;
    const isSloped =
      sloped !== null && sloped.slope > 0 && gain(sloped.logLikelihood, shifted.logLikelihood);
    const error = Math.hypot(shifted.error, exposureError / exposure);
    const away = normalQuantile[0.95] * error;
    const [low, high] = [shifted.shift - away, shifted.shift + away].map(pointsOf);
    const isShifted = low! > 0 || high! < 0;
    const { slope, shift } = isSloped ? sloped : shifted;
    const unchanged = logLikelihood(outcomes, { slope: 1, shift: 0 });
    const points = pointsOf((slope - 1) * logitOf50 + shift);
    const isNeeded = isSloped
      ? gain(sloped.logLikelihood, unchanged)
      : isShifted && Math.abs(points) >= pointsMin;
    return isNeeded ? { slope, shift, points, low: low!, high: high! } : null;
  }
}

/** Of the interval, as a factor's logarithm, so that twice and half the expected frauds are as far; 0: it contains 1. */
const distanceFromOne = ({ ratio }: CalibrationPart) =>
  ratio === null ? 0 : Math.max(0, Math.log(ratio.low), -Math.log(ratio.high));

const pointsOf = (logOdds: number) => (pointsPerDoubling * logOdds) / Math.LN2;
/** The log-odds of a score of 50. */
const logitOf50 = Math.log(0.2) + ((50 - 75) / pointsPerDoubling) * Math.LN2;

/** The segments that a booking is in; none once its request is removed. */
function watchedOf(record: DecisionRecord): [WatchedSegment, string][] {
  if (isBlanked(record)) return [];
  const { telemetry, country, hotel } = segmentsOf(record);
  const { booking } = JSON.parse(record.request) as {
    booking?: { totalAmount?: { value: number; currency: string } | null };
  };
  const amount = booking?.totalAmount;
  return [
    ["telemetry", telemetry],
    ["country", country],
    ["hotel", hotel],
    ...(amount ? [["amount", amountBand(amount)] as [WatchedSegment, string]] : []),
  ];
}

/** In units of the currency. */
const amountBands = [100, 300, 1000, 3000] as const;

function amountBand({ value, currency }: { value: number; currency: string }): string {
  const amount = value / minorUnitsOf(currency);
  const next = amountBands.findIndex((from) => amount < from);
  if (next === 0) return `below ${amountBands[0]} ${currency}`;
  if (next < 0) return `${amountBands.at(-1)} ${currency} or more`;
  return `${amountBands[next - 1]} to ${amountBands[next]} ${currency}`;
}

const binsMax = 10;

/** Tenths of the bookings, by their probability. */
function binsOf(outcomes: readonly Outcome[], moved: (logit: number) => number) {
  const sorted = outcomes.toSorted((a, b) => a.logit - b.logit);
  const size = Math.max(1, Math.ceil(sorted.length / binsMax));
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, i) => {
    const some = sorted.slice(i * size, (i + 1) * size);
    const attempts = some.reduce((sum, { known }) => sum + known, 0);
    const told = some.reduce((sum, { known, logit }) => sum + known * moved(logit), 0);
    return {
      probability: told / attempts,
      attempts,
      frauds: Math.min(attempts, some.filter(({ fraud }) => fraud).length),
    };
  });
}
