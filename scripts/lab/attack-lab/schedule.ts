/** The order of the visits. */
import { type Random, randomOf } from "../../../models/training/simulator/random.ts";
import type { Kind } from "./kind.ts";

/** Share of the legitimate visits before the first attack, so that hotels have ordinary traffic. */
const quietShare = 0.4;

/**
 * First that share of the legitimate visits, then the remaining ones and the attacks in random order,
 * which depends on the seed only.
 */
export function scheduleOf(kinds: readonly Kind[], runs: number, seed: string): Kind[] {
  const random = randomOf(`${seed}/schedule`);
  const visitsOf = (side: Kind["side"]) =>
    shuffled(
      random,
      kinds
        .filter((kind) => kind.side === side)
        .flatMap((kind) => Array(runs).fill(kind) as Kind[]),
    );
  const legitimate = visitsOf("legitimate");
  const quiet = Math.round(legitimate.length * quietShare);
  const mixed = shuffled(random, [...legitimate.slice(quiet), ...visitsOf("attack")]);
  return [...legitimate.slice(0, quiet), ...mixed];
}

/** The Fisher–Yates shuffle. */
function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = random.int(0, last);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
