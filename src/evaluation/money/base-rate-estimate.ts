/**
 * A project's share of fraud among booking attempts, estimated from its outcomes. Attempts that were
 * denied have none: of them, the model's own probabilities say how many were fraud, at the very rate
 * that is estimated. This is the fixed point of the EM algorithm of Saerens, Latinne and Decaestecker
 * 2002 ("Adjusting the Outputs of a Classifier to New a Priori Probabilities", section 2.2), with
 * what was reported in place of what is known. Those that the control group could have let through are
 * represented by the ones that it did.
 */
import { normalQuantile } from "../../base/confidence-interval.ts";
import { DomainError } from "../../base/domain-error.ts";
import { isWithinLimits, percentText, storeBaseRate } from "../../projects/base-rate.ts";
import { getProject, type ProjectSummary } from "../../projects/projects.ts";
import { atBaseRate, modelProbabilityOf, shiftPoints } from "../../risk/base-rate.ts";
import { storedDraw } from "../../risk/control-group.ts";
import { fraudRate, type Rate, sumOf } from "../../risk/outcomes/fraud-rate.ts";
import { projectDelay } from "../../risk/outcomes/project-delay.ts";
import {
  type DelayMissing,
  dayMs,
  delayMissingText,
  type ReportingDelay,
} from "../../risk/outcomes/reporting-delay.ts";
import type { Actor } from "../../storage/port/audit.ts";
import { wasDrawn } from "../../storage/port/control-group.ts";
import type { DrawnDecision } from "../../storage/port/decisions.ts";
import type { Store } from "../../storage/port/store.ts";
import { controlEvidence, drawnDecisions } from "./control-evidence.ts";
import type { EvidenceRange } from "./evidence-range.ts";
import { type Interval, sumOfIndependent } from "./gain.ts";
import { scoreEvidence } from "./score-evidence.ts";

export interface BaseRateEstimate {
  /** Of all attempts, with its 95 % interval. */
  rate: number;
  low: number;
  high: number;
  /** The rate if no denied attempt was fraud: the least that it can be. */
  withoutDenied: number;
  /** Unix ms. */
  from: number;
  to: number;
  /** Attempts whose outcome can become known, and those of them reported as fraud. */
  observed: number;
  frauds: number;
  /** Attempts that were denied, and how many of them were fraud. */
  denied: number;
  deniedFrauds: number;
  /** Of the denied ones, those represented by the control group; of the others, the model's probabilities tell. */
  represented: number;
}

/** Why there is no estimate, or why it is not to be used. */
export type EstimateProblem =
  | DelayMissing
  /** Decisions and reports that the search index does not have yet. */
  | { missing: "index"; have: number; need: number }
  /** What the interval leaves open, in score points. */
  | { missing: "precision"; have: number; need: number }
  /** The estimated rate is outside what can be set. */
  | { missing: "limits"; have: number; need: number };

export interface EstimatedBaseRate {
  estimate: BaseRateEstimate | null;
  /** Null where the estimate may be used. */
  problem: EstimateProblem | null;
}

/** Attempts of this time count: rates change, and older models denied others. */
const days = 365;
/**
 * An estimate may be used where its interval spans at most this: the true rate is then within twice
 * and half of it, and every score within the ten points that this is. Some 9 frauds suffice.
 */
const pointsMax = 20;
/** The search index trails by a second; of an import without a running service it lacks all. */
const behindShareMax = 0.01;
/** Of the denied attempts, the newest are read; they stand for the others. */
const deniedMax = 20_000;

export interface EstimateDeps {
  store: Pick<Store, "search" | "decisions" | "outcomes">;
  now: () => number;
  /** The share of fraud that a model is calibrated to; null where it states none. */
  modelRate: (name: string, version: string) => Promise<number | null>;
}

export async function estimateBaseRate(
  projectId: string,
  deps: EstimateDeps,
): Promise<EstimatedBaseRate> {
  const { store, now } = deps;
  const delay = await projectDelay(projectId, now(), store);
  if ("missing" in delay) return { estimate: null, problem: delay };
  const to = delay.observedUntil;
  const range = { from: to - days * dayMs, to, currency: null };
  const scores = await scoreEvidence(projectId, range, delay, store);
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const evidence = sumOf(scores.evidence);
  const observed = sum(scores.observed);
  const denied = sum(scores.decisions) - observed;
  const known = fraudRate(evidence, normalQuantile[0.95]);
  if (!known) return { estimate: null, problem: { missing: "frauds", have: 0, need: 1 } };
  const filter = { from: range.from, to, source: "api", suggestedAction: "deny" } as const;
  const read = await store.search.modelProbabilities(projectId, filter, deniedMax);
  const counts = { observed, denied, ofDenied: await deniedFrauds(read, denied, deps) };
  const group = await controlGroup(projectId, range, delay, deps);
  const { rate, low, high, represented, ofDenied } = group
    ? withControlGroup(known, counts, group)
    : { ...rateOfAll(known, counts), represented: 0, ...counts };
  const estimate = {
    rate,
    low,
    high,
    represented,
    withoutDenied: (known.rate * observed) / (observed + denied),
    from: range.from,
    to,
    observed,
    denied,
    frauds: evidence.frauds,
    deniedFrauds: ofDenied(rate).frauds,
  };
  const behind = await store.search.backlog();
  return { estimate, problem: problemOf(estimate, behind) };
}

/** The denied attempts at a rate of all attempts. */
interface Denied {
  /** The sum of their probabilities, its derivative by the rate, and its variance. */
  frauds: number;
  slope: number;
  variance: number;
}

/** An estimate, with what it says of the denied attempts. */
interface RateOfAll extends Rate {
  represented: number;
  ofDenied: (rate: number) => Denied;
}

/** With fewer known outcomes, the model's probabilities tell more than the control group. */
const letThroughMin = 30;

/** What the control group says of the denied attempts that could have been let through. */
interface ControlGroupFindings {
  /** How many these are. */
  denied: number;
  rate: Rate;
  /** What the model says of them. */
  byModel: (rate: number) => Denied;
}

/** @returns null where too few were let through. */
async function controlGroup(
  projectId: string,
  range: EvidenceRange,
  delay: ReportingDelay,
  deps: EstimateDeps,
): Promise<ControlGroupFindings | null> {
  const group = await controlEvidence(projectId, range, delay, deps.store);
  const evidence = sumOf(group.evidence);
  if (evidence.exposure < letThroughMin) return null;
  const rate = fraudRate(evidence, normalQuantile[0.95])!;
  const drawn: DrawnDecision[] = [];
  for await (const one of drawnDecisions(projectId, range, delay, deps.store)) {
    const draw = storedDraw(one)!;
    if (wasDrawn(draw) && draw.result !== "allowed") drawn.push(one);
  }
  const read = [...Map.groupBy(drawn, (one) => `${one.modelName}@${one.modelVersion}`).values()];
  const byModel = await deniedFrauds(
    read.map((of) => ({ kind: of[0]!, modelProbabilities: of.map(modelProbabilityOf) })),
    drawn.length,
    deps,
  );
  return { denied: drawn.length, rate, byModel };
}

/** The observed attempts and the denied ones that the control group represents, and of the others what the model says. */
function withControlGroup(known: Rate, counts: Counts, group: ControlGroupFindings): RateOfAll {
  const { observed, denied } = counts;
  const represented = Math.min(group.denied, denied);
  const frauds = sumOfIndependent([timesOf(known, observed), timesOf(group.rate, represented)]);
  const told = observed + represented;
  const ofRest = (rate: number) => {
    const [all, drawn] = [counts.ofDenied(rate), group.byModel(rate)];
    const less = (of: keyof Denied) => Math.max(0, all[of] - drawn[of]);
    return { frauds: less("frauds"), slope: less("slope"), variance: less("variance") };
  };
  const rate = rateOfAll(
    { rate: frauds.estimate / told, low: Math.max(0, frauds.low / told), high: frauds.high / told },
    { observed: told, denied: denied - represented, ofDenied: ofRest },
  );
  const ofDenied = (at: number) => {
    const rest = ofRest(at);
    return { ...rest, frauds: rest.frauds + group.rate.rate * represented };
  };
  return { ...rate, represented, ofDenied };
}

function timesOf({ rate, low, high }: Rate, count: number): Interval {
  return { estimate: rate * count, low: low * count, high: high * count };
}

async function deniedFrauds(
  read: readonly {
    kind: { modelName: string; modelVersion: string };
    modelProbabilities: Iterable<number> & { length: number };
  }[],
  denied: number,
  { modelRate }: Pick<EstimateDeps, "modelRate">,
): Promise<(rate: number) => Denied> {
  const parts = await Promise.all(
    read.map(async ({ kind: { modelName, modelVersion }, modelProbabilities }) => ({
      modelBaseRate: await modelRate(modelName, modelVersion),
      modelProbabilities,
    })),
  );
  const count = parts.reduce((sum, part) => sum + part.modelProbabilities.length, 0);
  const weight = count === 0 ? 0 : denied / count;
  return (rate) => {
    const sum: Denied = { frauds: 0, slope: 0, variance: 0 };
    for (const { modelBaseRate, modelProbabilities } of parts) {
      const rates = { projectBaseRate: rate, modelBaseRate };
      const perRate = modelBaseRate === null ? 0 : 1 / (rate * (1 - rate));
      for (const own of modelProbabilities) {
        const probability = atBaseRate(own, rates);
        sum.frauds += weight * probability;
        sum.slope += weight * probability * (1 - probability) * perRate;
        sum.variance += (weight * probability) ** 2;
      }
    }
    return sum;
  };
}

interface Counts {
  observed: number;
  denied: number;
  ofDenied: (rate: number) => Denied;
}

/**
 * The rate of all attempts, from that of the observed ones, with its interval. How many frauds the
 * denied ones have is a sum of independent probabilities, each p of variance p² as they come and go;
 * both parts are added in the logarithm, and what the rate itself feeds back is in the slope (the
 * delta method on the estimating equation).
 */
function rateOfAll(known: Rate, counts: Counts): Rate {
  const { observed, denied, ofDenied } = counts;
  const rate = fixedPoint(known.rate, counts);
  const { slope, variance } = ofDenied(rate);
  const feedBack = 1 - slope / (observed + denied);
  const ofTheDenied =
    (normalQuantile[0.95] * Math.sqrt(variance)) / ((observed + denied) * feedBack * rate);
  const away = (bound: number) =>
    Math.exp(Math.hypot(Math.log(fixedPoint(bound, counts) / rate), ofTheDenied));
  return {
    rate,
    low: known.low > 0 ? rate / away(known.low) : 0,
    high: Math.min(1, rate * away(known.high)),
  };
}

/** Halvings of the interval from 0 to 1, in the logarithm: to 12 digits. */
const halvings = 50;
const least = 1e-9;

/**
 * The rate of all attempts at which the observed and the denied ones have as many frauds as the rate
 * says: what they have rises ever more slowly with it, so there is one such rate.
 * @param known the rate of the observed ones.
 */
function fixedPoint(known: number, { observed, denied, ofDenied }: Counts): number {
  if (denied === 0) return known;
  const implied = (rate: number) =>
    (known * observed + ofDenied(rate).frauds) / (observed + denied);
  let [low, high] = [Math.log(least), Math.log(1 - least)];
  for (let i = 0; i < halvings; i++) {
    const middle = (low + high) / 2;
    if (implied(Math.exp(middle)) > Math.exp(middle)) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

function problemOf(
  { rate, low, high, observed, denied }: BaseRateEstimate,
  behind: number,
): EstimateProblem | null {
  const behindMax = (observed + denied) * behindShareMax;
  if (behind > behindMax) return { missing: "index", have: behind, need: behindMax };
  const points = shiftPoints({ projectBaseRate: high, modelBaseRate: low });
  if (!(points <= pointsMax)) return { missing: "precision", have: points, need: pointsMax };
  return isWithinLimits(rate) ? null : { missing: "limits", have: rate, need: rate };
}

/** Why there is no estimate, or why it is not to be used: a sentence. */
export function problemText(problem: EstimateProblem): string {
  const { missing, have, need } = problem;
  switch (missing) {
    case "frauds":
    case "history":
    case "report-times":
      return delayMissingText({ missing, have, need });
    case "index":
      return `${have} decisions and reports are not in the search index yet; it catches up while the service runs.`;
    case "precision":
      return `The interval spans ${Math.round(have)} score points, and at most ${need} may be open.`;
    case "limits":
      return `${percentText(have)} is outside what can be set.`;
  }
}

/**
 * Sets the rate that is estimated now. It stays until it is set again.
 * @throws DomainError project_not_found, base_rate_not_estimated
 */
export async function setEstimatedBaseRate(
  deps: EstimateDeps & { store: Pick<Store, "projects"> },
  actor: Actor,
  { projectId }: { projectId: string },
): Promise<ProjectSummary> {
  await getProject(deps.store, projectId);
  const { estimate, problem } = await estimateBaseRate(projectId, deps);
  if (problem) throw new DomainError("base_rate_not_estimated", { reason: problemText(problem) });
  const { rate, low, high, observed, denied, frauds } = estimate!;
  const digits = (value: number) => Number(value.toPrecision(3));
  const basis = {
    kind: "estimated" as const,
    at: deps.now(),
    low: digits(low),
    high: digits(high),
    decisions: observed + denied,
    frauds,
  };
  return storeBaseRate(deps, actor, { projectId, baseRate: digits(rate), basis });
}
