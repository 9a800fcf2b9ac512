/**
 * The mixtures of two rows by a model of decision trees, without scoring each, which would take
 * 15 times as long for the default model.
 *
 * Most conditions of a tree have one outcome for both rows. What is left of it are the few where the rows part
 * and the leaves below them, and each such leaf is reached by the mixtures that take certain features from
 * the attempt and certain others from the background row.
 */
import type { TreeModel } from "../row-scorer.ts";
import type { Condition, TreeNode } from "../trees.ts";
import type { Numbers } from "./explained-model.ts";
import { type MixingModel, type Mixtures, mixturePoints } from "./mixtures.ts";
import { coalitionSizes } from "./shapley.ts";
import { timeSlice } from "./time-slice.ts";

/** Where the rows part: the branch of the attempt's value, and that of the background row's. */
interface Fork {
  feature: number;
  attempts: Rest;
  backgrounds: Rest;
}

/** What is left of a tree; a number is a leaf's weight. */
type Rest = Fork | number;

export class MixedTrees implements MixingModel {
  readonly #trees: TreeModel;
  readonly #yield = timeSlice();

  constructor(trees: TreeModel) {
    this.#trees = trees;
  }

  between(attempt: Numbers, background: Numbers): Mixtures {
    const { roots } = this.#trees;
    const rests = restsOf(roots, attempt, background);
    const ends = [background, attempt].map((row) => this.#pointsOfRow(row));
    const features = attempt.length;
    return {
      coalitions: (players, points) => {
        const player = new Int8Array(features).fill(-1);
        for (const [bit, places] of players.entries()) for (const at of places) player[at] = bit;
        sumOfCoalitions(rests, player, points);
        this.#toPoints(points, 1, points.length - 1);
        // Those of the rows themselves are the model's in every bit: it adds up in another order.
        [points[0], points[points.length - 1]] = ends as [number, number];
        return this.#yield();
      },
      walk: (taken, order, points) => {
        const never = order.length + 1;
        const steps = new Int16Array(features).fill(never);
        for (const place of taken) steps[place] = 0;
        for (const [i, place] of order.entries()) steps[place] = i + 1;
        sumsOfWalk(rests, steps, points);
        this.#toPoints(points, 0, points.length);
        return this.#yield();
      },
    };
  }

  /** Nothing waits. */
  flush(): void {}

  #pointsOfRow(row: Numbers): number {
    return mixturePoints(this.#trees.score(row as Float32Array));
  }

  #toPoints(sums: Float64Array, start: number, end: number): void {
    for (let i = start; i < end; i++) {
      sums[i] = mixturePoints(this.#trees.scoreOfSum(sums[i] as number));
    }
  }
}

/** The trees in which the rows part, and the sum of the weights of all others. */
function restsOf(roots: readonly TreeNode[], attempt: Numbers, background: Numbers): Rest[] {
  /** Of each feature on the way down: whose value it has there. */
  const whose = new Int8Array(attempt.length);

  function restOf(node: TreeNode): Rest {
    if ("weight" in node) return node.weight;
    const { feature } = node;
    const attempts = branchOf(node, attempt[feature] as number);
    const backgrounds = branchOf(node, background[feature] as number);
    if (attempts === backgrounds || whose[feature] === 1) return restOf(attempts);
    if (whose[feature] === -1) return restOf(backgrounds);
    whose[feature] = 1;
    const own = restOf(attempts);
    whose[feature] = -1;
    const other = restOf(backgrounds);
    whose[feature] = 0;
    return { feature, attempts: own, backgrounds: other };
  }

  const rests = roots.map(restOf);
  const constant = rests.reduce<number>(
    (sum, rest) => sum + (typeof rest === "number" ? rest : 0),
    0,
  );
  return [constant, ...rests.filter((rest) => typeof rest !== "number")];
}

function branchOf({ threshold, holdsIfMissing, holds, fails }: Condition, value: number): TreeNode {
  return (Number.isNaN(value) ? holdsIfMissing : value <= threshold) ? holds : fails;
}

/**
 * The sum of the leaves that each coalition reaches. A leaf with players A and without players B is reached
 * by S where A ⊆ S and B ∩ S = ∅, which is Σ over T ⊆ B of (−1)^|T| · [A ∪ T ⊆ S]; the sums over all subsets
 * of every S are then found for one player after the other (F. Yates, 1937).
 *
 * @param player by feature: the bit of its player.
 */
function sumOfCoalitions(rests: readonly Rest[], player: Int8Array, sums: Float64Array): void {
  const sizes = coalitionSizes(sums.length);
  sums.fill(0);

  function addLeaf(weight: number, withThese: number, without: number): void {
    for (let some = without; ; some = (some - 1) & without) {
      sums[withThese | some]! += sizes[some]! & 1 ? -weight : weight;
      if (some === 0) return;
    }
  }

  function visit(rest: Rest, withThese: number, without: number): void {
    if (typeof rest === "number") {
      addLeaf(rest, withThese, without);
      return;
    }
    const own = 1 << (player[rest.feature] as number);
    if (!(without & own)) visit(rest.attempts, withThese | own, without);
    if (!(withThese & own)) visit(rest.backgrounds, withThese, without | own);
  }

  for (const rest of rests) visit(rest, 0, 0);
  for (let own = 1; own < sums.length; own <<= 1) {
    for (let one = 0; one < sums.length; one++) if (one & own) sums[one]! += sums[one ^ own]!;
  }
}

/**
 * The sum of the leaves that are reached after each step.
 *
 * @param steps by feature: after how many steps it is the attempt's.
 */
function sumsOfWalk(rests: readonly Rest[], steps: Int16Array, sums: Float64Array): void {
  /** What is added to the sum from a step on; behind the last, what nobody reads. */
  const changes = new Float64Array(sums.length + 1);

  /** @param first the steps from which and @param last up to which this part of the tree is reached. */
  function visit(rest: Rest, first: number, last: number): void {
    if (typeof rest === "number") {
      changes[first]! += rest;
      changes[last + 1]! -= rest;
      return;
    }
    const step = steps[rest.feature] as number;
    if (step <= last) visit(rest.attempts, Math.max(first, step), last);
    if (step > first) visit(rest.backgrounds, first, Math.min(last, step - 1));
  }

  for (const rest of rests) visit(rest, 0, sums.length - 1);
  let sum = 0;
  for (let i = 0; i < sums.length; i++) {
    sum += changes[i] as number;
    sums[i] = sum;
  }
}
