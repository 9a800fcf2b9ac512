/**
 * How the shipped model's score changes with one feature of behaviour at a time, across the range
 * of real people and on ordinary bookings. A model can take a range that it has seen too little of
 * for a sign of programs; then all people beyond a threshold pay for it at once.
 *
 *     bun models/training/hands/sweep.ts [BUNDLE_DIR]
 */
import { join } from "node:path";
import { type Bundle, readBundleFolder } from "../../../src/model/bundle.ts";
import { catalogue, featureNames } from "../../../src/risk/features/index.ts";
import { scorePointsOf } from "../../../src/risk/score.ts";
import { rowsOf } from "../features.ts";
import { defaultOptions } from "../simulator/simulate.ts";
import { known, quantilesOf } from "./distance.ts";
import { measuredSets } from "./measured.ts";

const bookings = 25;
/** Values of a feature from one end of the range to the other. */
const places = 61;
/** Unknown, or always zero, of a computer without a touch screen. */
const touchFeatures = ["swipes", "sized_touches_share"];
const ordinary = ["solo", "couple", "family"];

export interface Sweep {
  feature: string;
  /** From the 1 % to the 99 % quantile of real people; assumed where no recording says it. */
  range: readonly [number, number];
  assumed: boolean;
  /** The greatest rise or fall of the mean score, in points, from a value to the next. */
  step: number;
  /** The value after which it comes. */
  at: number;
  /** From the lowest to the highest mean score of the range. */
  span: number;
}

/** @returns a sweep for each feature of behaviour that the bundle reads, the greatest step first. */
export async function sweep(folder: string): Promise<Sweep[]> {
  const bundle = await readBundleFolder(folder, featureNames);
  try {
    const visits = ordinaryVisits();
    const read = new Set(bundle.manifest.input.features);
    return catalogue
      .filter(({ name, group }) => group === "behaviour" && read.has(name))
      .map(({ name }) => sweepOf(bundle, name, visits))
      .toSorted((one, other) => other.step - one.step);
  } finally {
    bundle.close();
  }
}

/** Bookings by people of the most frequent kinds who typed: with a mouse, and on a phone. */
interface Visits {
  desktop: Float64Array[];
  phone: Float64Array[];
}

let simulated: Visits | undefined;

/** Always the same, and simulated once: sweeps and hands are scored on them. */
const ordinaryVisits = (): Visits => (simulated ??= simulateVisits());

function simulateVisits(): Visits {
  const options = { ...defaultOptions, seed: "sweep", attempts: 6000, fraudRate: 0.02 };
  const people = [...rowsOf(options)]
    .filter(({ dark, attempt }) => !dark && !attempt.fraud && ordinary.includes(attempt.kind))
    .map(({ values }) => values);
  const having = (name: string) => {
    const column = featureNames.indexOf(name);
    return people.filter((values) => !Number.isNaN(values[column]!));
  };
  const turned = new Set(having("pointer_turn_entropy_bits"));
  return {
    desktop: having("key_hold_variation").filter((values) => turned.has(values)),
    phone: having("sized_touches_share"),
  };
}

/** As many bookings as are scored, from the whole season. */
function spread(people: readonly Float64Array[]): Float64Array[] {
  const every = Math.floor(people.length / bookings);
  return people.filter((_, place) => place % every === 0).slice(0, bookings);
}

function sweepOf(bundle: Bundle, feature: string, { desktop, phone }: Visits): Sweep {
  const column = featureNames.indexOf(feature);
  const people = touchFeatures.includes(feature) ? phone : desktop;
  const base = spread(people);
  // Those whose moves are polled by a remote desktop are real people, too.
  const sets = measuredSets.flatMap(({ quantiles }) => quantiles[feature] ?? []);
  const assumed = sets.length === 0;
  if (assumed) sets.push(...quantilesOf(known(people.map((values) => values[column]!))));
  const [low, high] = [Math.min(...sets), Math.max(...sets)];
  const values = Array.from({ length: places }, (_, i) => low + ((high - low) * i) / (places - 1));
  const scores = values.map((value) => meanScore(bundle, base, column, value));
  const steps = scores.slice(1).map((score, i) => Math.abs(score - scores[i]!));
  const step = Math.max(...steps);
  const span = Math.max(...scores) - Math.min(...scores);
  return { feature, range: [low, high], assumed, step, at: values[steps.indexOf(step)]!, span };
}

function meanScore(
  bundle: Bundle,
  base: readonly Float64Array[],
  column: number,
  value: number,
): number {
  const scores = scoresWith(bundle, base, { [featureNames[column]!]: value });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** @returns the scores of the bookings with these values in place of their own. */
function scoresWith(
  bundle: Bundle,
  base: readonly Float64Array[],
  hand: Readonly<Record<string, number>>,
): number[] {
  const names = bundle.manifest.input.features;
  const input = bundle.allocate(base.length);
  for (const [row, booking] of base.entries()) {
    for (const [place, name] of names.entries()) {
      input[row * names.length + place] = hand[name] ?? booking[featureNames.indexOf(name)]!;
    }
  }
  return Array.from(bundle.predict(input, base.length), pointsOf);
}

/**
 * @param hands measured features of each hand; all others are the bookings' own.
 * @returns the scores of the ordinary bookings as they are, and of every hand on each of them.
 */
export async function scoresOf(
  folder: string,
  hands: readonly Readonly<Record<string, number>>[],
): Promise<{ own: number[]; with: number[][] }> {
  const bundle = await readBundleFolder(folder, featureNames);
  try {
    const base = spread(ordinaryVisits().desktop);
    const own = scoresWith(bundle, base, {});
    return { own, with: hands.map((hand) => scoresWith(bundle, base, hand)) };
  } finally {
    bundle.close();
  }
}

/** The scale of the score before rounding. */
const pointsOf = (probability: number) => Math.min(99, Math.max(0, scorePointsOf(probability)));

if (import.meta.main) {
  const folder = process.argv[2] ?? join(import.meta.dir, "..", "..", "default");
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  say("points: the greatest step, the span   range of real people (* assumed)");
  for (const { feature, range, assumed, step, at, span } of await sweep(folder)) {
    const [low, high] = range.map((value) => Number(value.toPrecision(3)));
    const figures = `${step.toFixed(1).padStart(6)} ${span.toFixed(1).padStart(6)}`;
    say(
      `${feature.padEnd(28)}${figures}   ${low} to ${high}${assumed ? " *" : ""}, at ${Number(at.toPrecision(3))}`,
    );
  }
}
