/** Scores rows from all over the features' ranges, beyond what occurs in training data. */
import type { Bound } from "./bind.ts";
import { BundleRefused, BundleUnsafe, oneLine, refusalOf } from "./bundle-refused.ts";
import type { FeatureForm } from "./golden-forms.ts";
import type { Manifest } from "./manifest.ts";
import type { Numbers } from "./runtime.ts";
import { budgetOf, overBudget } from "./timing.ts";

/** The result of {@link probe}. */
export interface Probed {
  /** The number of rows, each scored twice. */
  rows: number;
  /** The lowest and the highest calibrated probability. */
  least: number;
  greatest: number;
  /** The largest difference between a row's probability alone and in a batch of 256. */
  companyWorst: number;
}

/** Stands for an infinite end of a range: larger than any real count or duration. */
const unboundedEnd = 1e9;
/** The service's maximum batch size. */
const batchRows = 256;
const randomRows = 512;
/** Of so many attempts at a slow row the fastest counts, to exclude other load on the machine. */
const slowAttempts = 5;
const companyTolerance = 1e-5;

interface Row {
  /** For example "with nights missing". */
  what: string;
  values: Float64Array;
}

/**
 * Scores rows from all over the features' ranges: all values missing, all at their minimum or maximum,
 * each single feature missing or at its ends, and random mixtures of these with golden values.
 *
 * @param forms the model's features, in its order.
 * @throws BundleRefused where an answer is NaN, infinite or not a probability, differs the second time or
 *   alone, or takes longer than the budget.
 */
export function probe(bound: Bound, manifest: Manifest, forms: readonly FeatureForm[]): Probed {
  const rows = rowsOf(manifest, forms);
  const found: Probed = { rows: rows.length, least: 1, greatest: 0, companyWorst: 0 };
  const width = forms.length;
  const values = bound.allocate(batchRows);
  for (const part of batchesOf(rows, values)) {
    const [raw, again] = [0, 1].map(() => ask(() => bound.raw(values, part.length), part[0]!));
    for (const [i, row] of part.entries()) assertAnswer(raw![i]!, again![i]!, row, manifest);
    const probabilities = bound.predict(values, part.length);
    for (const one of probabilities) {
      found.least = Math.min(found.least, one);
      found.greatest = Math.max(found.greatest, one);
    }
    for (const [i, row] of part.entries()) {
      const one = values.subarray(i * width, (i + 1) * width);
      const alone = ask(() => inTime(() => bound.predict(one, 1), row, manifest), row)[0]!;
      const difference = Math.abs(alone - probabilities[i]!);
      // NaN is no probability, and greater than nothing.
      if (!(difference <= companyTolerance)) throw dependsOnCompany(row, difference);
      found.companyWorst = Math.max(found.companyWorst, difference);
    }
  }
  return found;
}

/**
 * Scores the same rows, for what that does to the process: whatever the answers are, and however long they take.
 *
 * @throws BundleUnsafe where it takes too much memory.
 */
export function exercise(bound: Bound, manifest: Manifest, forms: readonly FeatureForm[]): void {
  const values = bound.allocate(batchRows);
  const score = (from: number, rows: number) => {
    try {
      bound.raw(values.subarray(from * forms.length), rows);
    } catch (error) {
      const refusal = refusalOf(error, "");
      if (refusal instanceof BundleUnsafe) throw refusal;
    }
  };
  for (const part of batchesOf(rowsOf(manifest, forms), values)) {
    score(0, part.length);
    for (const i of part.keys()) score(i, 1);
  }
}

/** Up to 256 rows at a time, which are in `values` meanwhile. */
function* batchesOf(rows: readonly Row[], values: Numbers): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += batchRows) {
    const part = rows.slice(start, start + batchRows);
    for (const [i, row] of part.entries()) values.set(row.values, i * row.values.length);
    yield part;
  }
}

/**
 * The service cannot stop a row that it has begun, so a model must not take longer for some rows than for
 * the golden ones, which {@link measure} times.
 */
function inTime<Answer>(run: () => Answer, { what }: Row, manifest: Manifest): Answer {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < slowAttempts; attempt++) {
    const start = performance.now();
    const answer = run();
    least = Math.min(least, (performance.now() - start) * 1000);
    if (least <= budgetOf(manifest).rowMicros) return answer;
  }
  throw overBudget(least, manifest, `${what} `);
}

function dependsOnCompany({ what }: Row, difference: number): BundleRefused {
  return new BundleRefused(
    `${what} the model's answer alone and among other rows differs by ${difference.toPrecision(2)}; ` +
      "remove what looks across rows (batch normalisation in training mode, softmax over rows)",
  );
}

function ask(answers: () => Float64Array, { what }: Row): Float64Array {
  try {
    return answers();
  } catch (error) {
    if (error instanceof BundleRefused) throw error;
    throw refusalOf(
      error,
      `the runtime does not answer rows such as one ${what} (${oneLine(error)}); ` +
        "export the model for any number of rows and any value, missing ones (NaN) too",
    );
  }
}

function assertAnswer(raw: number, again: number, { what }: Row, { output }: Manifest): void {
  if (!Number.isFinite(raw)) {
    const answer = Number.isNaN(raw) ? "NaN" : "infinity";
    throw new BundleRefused(
      `${what} the model returns ${answer}; a missing value reaches it as NaN, and no value is ` +
        "ruled out: impute and clip inside the model",
    );
  }
  // The same tolerance as in calibrate(): float32 sums may lie slightly outside.
  if (output.kind === "probability" && (raw < -1e-6 || raw > 1 + 1e-6)) {
    throw new BundleRefused(
      `${what} the model returns ${raw}, which is not a probability; ` +
        'name the right output and column, or say "kind": "logit" if it is one',
    );
  }
  if (raw !== again) {
    throw new BundleRefused(
      `${what} the model returns ${raw}, and ${again} when run again; remove what is random in it ` +
        "(dropout, random operators): a decision must be provable later",
    );
  }
}

function rowsOf({ golden }: Manifest, forms: readonly FeatureForm[]): Row[] {
  const lows = forms.map(({ range: [low] }) => Math.max(low, -unboundedEnd));
  const highs = forms.map(({ range: [, high] }) => Math.min(high, unboundedEnd));
  const middle = forms.map((_, i) => golden[0]?.features[i] ?? Math.max(0, lows[i]!));
  const row = (what: string, of: (i: number) => number): Row => ({
    what,
    values: Float64Array.from(forms, (_, i) => of(i)),
  });
  const rows = [
    row("with every feature missing", () => Number.NaN),
    row("with every feature at its least", (i) => lows[i]!),
    row("with every feature at its greatest", (i) => highs[i]!),
  ];
  for (const [place, { name }] of forms.entries()) {
    const one = (value: number, others: (i: number) => number) => (i: number) =>
      i === place ? value : others(i);
    const usual = (i: number) => middle[i]!;
    const missing = () => Number.NaN;
    rows.push(
      row(`with ${name} missing`, one(Number.NaN, usual)),
      row(`with ${name} at its least`, one(lows[place]!, usual)),
      row(`with ${name} at its greatest`, one(highs[place]!, usual)),
      row(`with ${name} alone known, at its greatest`, one(highs[place]!, missing)),
    );
  }
  const random = generator();
  const draw = (i: number): number => {
    const kind = random();
    if (kind < 0.2) return Number.NaN;
    if (kind < 0.3) return lows[i]!;
    if (kind < 0.4) return highs[i]!;
    const value = golden[Math.floor(random() * golden.length)]?.features[i] ?? 1;
    const moved = kind < 0.7 ? value : value * random() * 3;
    return Math.min(Math.max(moved, lows[i]!), highs[i]!);
  };
  for (let i = 0; i < randomRows; i++) rows.push(row("on a mixture of possible values", draw));
  return rows;
}

/** Mulberry32 with a fixed seed, so that every check uses the same rows. */
export function generator(): () => number {
  let state = 20261121;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
