/** The decisions to look at first: those whose score moves most. */

import type { Compared } from "./compared.ts";
import type { KnownAs } from "./outcome-known.ts";

export interface Example {
  decisionId: string;
  decidedAt: number;
  before: number;
  after: number;
  knownAs: KnownAs;
}

const most = 8;

/** Keeps the largest moves, the earlier one first where two are alike. */
export function addExample(examples: Example[], one: Compared): void {
  const { decisionId, decidedAt, knownAs } = one;
  const [before, after] = [one.before.riskScore, one.after.riskScore];
  const example = { decisionId, decidedAt, before, after, knownAs };
  const place = examples.findIndex((other) => moveOf(other) < moveOf(example));
  if (place >= 0) examples.splice(place, 0, example);
  else examples.push(example);
  examples.splice(most);
}

const moveOf = ({ before, after }: Example) => Math.abs(after - before);
