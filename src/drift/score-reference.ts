/** What a running service compares its scores with, without standing in the way of requests. */
import type { Store } from "../storage/store.ts";
import { binned } from "./binned.ts";
import { broughtReference } from "./brought-reference.ts";
import { firstDays, firstDecisions } from "./first-days.ts";
import type { Reference } from "./reference.ts";

type ScoreReference = Pick<Reference, "score" | "rows">;

const daysMs = firstDays * 86_400_000;
const pauseMs = 20;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs));

/**
 * Makes the function that a score monitor asks: the model's reference, read anew each time as the
 * model may have been swapped; else the project's first days, once those are over, which stay what
 * they are.
 */
export function scoreReferences(store: Store, now: () => number) {
  const own = new Map<string, ScoreReference>();
  return async (projectId: string): Promise<ScoreReference | null> => {
    const brought = await broughtReference(projectId, store);
    if (brought) return brought.reference;
    const kept = own.get(projectId);
    if (kept) return kept;
    const scores: number[] = [];
    for await (const { riskScore, decidedAt } of firstDecisions(projectId, store, pause)) {
      if (scores.length === 0 && decidedAt + daysMs > now()) return null;
      scores.push(riskScore);
    }
    if (scores.length === 0) return null;
    const found = { score: binned(scores), rows: scores.length };
    own.set(projectId, found);
    return found;
  };
}
