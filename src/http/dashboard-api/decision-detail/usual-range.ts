/** Where a value lies among those that a distribution in bins holds. */
import { type Binned, binOf } from "../../../evaluation/drift/reference.ts";
import type { Typical } from "../../../model/reasons/background.ts";

/**
 * About a tenth: what lies further out than the outermost decile is at the edge. Bins are cut at
 * values that occur, so that a tenth is seldom hit exactly.
 */
const edgeShare = 0.125;
/** What fewer than 1 in 50 have is far from usual. */
const farShare = 0.02;

export interface UsualRange {
  /**
   * The middle of what is known, some 80 %: above `over` and up to `upTo`. Null: no bound on this
   * side; both null where there is none, as nearly all have the same.
   */
  over: number | null;
  upTo: number | null;
  /** What nearly all have, where that is one value. */
  most: number | null;
  /** Of a flag: the share that has it, among those of which it is known. */
  yes: number | null;
  /** The share of which it is not known. */
  missing: number;
  /** The share of those known that has less, half of its own bin included; null where missing. */
  place: number | null;
  /** How the attempt's own value stands to it. */
  mark: Mark;
}

export type Mark = "usual" | "edge" | "far";

/**
 * @param value the attempt's own; null is missing.
 * @param typical the same feature among typical legitimate attempts: tells apart what the bins do
 *   not, where nine in ten have the largest value.
 */
export function usualRange(
  binned: Binned,
  value: number | null,
  { isFlag, typical }: { isFlag: boolean; typical: Typical | null },
): UsualRange {
  const { edges, missing } = binned;
  const known = binned.shares.reduce((sum, share) => sum + share, 0);
  const shares = binned.shares.map((share) => (known > 0 ? share / known : 0));
  const hasEdges = edges.length > 0;
  const [low, high] = middleBins(shares);
  const most = hasEdges ? null : (typical?.value ?? null);
  const range = {
    over: hasEdges && low > 0 ? edges[low - 1]! : null,
    upTo: hasEdges && high < shares.length - 1 ? edges[high]! : null,
    most,
    yes: isFlag && known > 0 ? shareOfYes(edges, shares, typical) : null,
    missing,
  };
  if (value === null) return { ...range, place: null, mark: markOfMissing(missing) };
  const bin = binOf(binned, value);
  const place = hasEdges ? sumOf(shares.slice(0, bin)) + shares[bin]! / 2 : null;
  if (missing >= 1 - edgeShare) return { ...range, place, mark: "edge" };
  if (!hasEdges)
    return { ...range, place, mark: most === null || value === most ? "usual" : "edge" };
  return { ...range, place, mark: markOf({ bin, low, high, value }, edges, shares) };
}

/** The bins that are left when both ends are cut off as far as that takes a tenth each at most. */
function middleBins(shares: readonly number[]): [low: number, high: number] {
  const low = firstKept(shares);
  const high = shares.length - 1 - firstKept(shares.toReversed());
  return [Math.min(low, high), Math.max(low, high)];
}

function firstKept(shares: readonly number[]): number {
  let cut = 0;
  for (const [bin, share] of shares.entries()) {
    cut += share;
    if (cut > edgeShare) return bin;
  }
  return shares.length - 1;
}

function markOf(
  { bin, low, high, value }: { bin: number; low: number; high: number; value: number },
  edges: readonly number[],
  shares: readonly number[],
): Mark {
  if (bin >= low && bin <= high) return "usual";
  const beyond = bin < low ? sumOf(shares.slice(0, bin + 1)) : sumOf(shares.slice(bin));
  if (beyond <= farShare) return "far";
  // A decile alone does not distinguish the next value from one that never occurred.
  const [first, middle, last] = [edges[0]!, edges[edges.length >> 1]!, edges.at(-1)!];
  const isFar = bin < low ? value < first - (middle - first) : value > last + (last - middle);
  return isFar && edges.length > 2 ? "far" : "edge";
}

/** Known where it usually is not, is noticeable; not known where it usually is, is more so. */
function markOfMissing(missing: number): Mark {
  if (missing <= farShare) return "far";
  return missing <= edgeShare ? "edge" : "usual";
}

/** A flag's bins are cut between 0 and 1, or not cut where nine in ten have the larger. */
function shareOfYes(
  edges: readonly number[],
  shares: readonly number[],
  typical: Typical | null,
): number | null {
  const cut = edges.findIndex((edge) => edge >= 0 && edge < 1);
  if (cut >= 0) return sumOf(shares.slice(cut + 1));
  return typical?.mean ?? null;
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
