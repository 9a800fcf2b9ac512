/**
 * A project's share of fraud among booking attempts, estimated from its outcomes. Attempts that were
 * denied have none: of them, the model's own probabilities say how many were fraud, at the very rate
 * that is estimated. This is the fixed point of the EM algorithm of Saerens, Latinne and Decaestecker
 * 2002 ("Adjusting the Outputs of a Classifier to New a Priori Probabilities", section 2.2), with
 * what was reported in place of what is known.
 */
import { DomainError } from "../domain-error.ts";
import { normalQuantile } from "../interval.ts";
import { fraudRate, type Rate, sumOf } from "../outcomes/fraud-rate.ts";
import { projectDelay } from "../outcomes/project-delay.ts";
import { type DelayMissing, dayMs } from "../outcomes/reporting-delay.ts";
import { isWithinLimits, percentText, storeBaseRate } from "../projects/base-rate.ts";
import { getProject, type ProjectSummary } from "../projects/projects.ts";
import { atBaseRate, shiftPoints } from "../risk/base-rate.ts";
import type { Actor } from "../storage/audit.ts";
import type { KindProbabilities } from "../storage/search.ts";
import type { Store } from "../storage/store.ts";
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
  /** Attempts that were denied, and how many of them were fraud by the model's probabilities. */
  denied: number;
  deniedFrauds: number;
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
  store: Pick<Store, "search" | "decisions">;
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
  const ofDenied = await deniedFrauds(read, denied, deps);
  const counts = { observed, denied, ofDenied };
  const all = rateOfAll(known, counts);
  const estimate = {
    ...all,
    withoutDenied: (known.rate * observed) / (observed + denied),
    ...{ from: range.from, to, observed, denied },
    frauds: evidence.frauds,
    deniedFrauds: ofDenied(all.rate).frauds,
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

async function deniedFrauds(
  read: readonly KindProbabilities[],
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
export function problemText({ missing, have, need }: EstimateProblem): string {
  switch (missing) {
    case "frauds":
      return `${have} bookings were reported as fraud, and ${need} are needed.`;
    case "history":
      return `Reports are still coming in: the oldest attempt is ${have} days old, and some ${need} are needed.`;
    case "report-times":
      return "Most frauds were reported on one day, so how long reports take is not known.";
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
    ...{ kind: "estimated" as const, at: deps.now() },
    ...{ low: digits(low), high: digits(high), decisions: observed + denied, frauds },
  };
  return storeBaseRate(deps, actor, { projectId, baseRate: digits(rate), basis });
}
