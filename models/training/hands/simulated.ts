/** Visits of simulated honest people, as the hands' recordings are: a mouse, and keys for each field. */

import { summaryAsOf } from "../features.ts";
import { type Behaviour, humanBehaviour } from "../simulator/behaviour.ts";
import { browserOf, none } from "../simulator/browsers.ts";
import { merchantsOf } from "../simulator/merchants.ts";
import { randomOf } from "../simulator/random.ts";
import { newestSdk } from "../simulator/reduced-telemetry.ts";
import { visit } from "../simulator/visit.ts";
import { behaviourOf } from "./replay.ts";

/** @returns the behaviour features of each of this many visits. */
export function simulatedHands(count: number, seed = "hands"): Record<string, number>[] {
  const [merchant] = merchantsOf(seed).filter(
    ({ script }) => script.sdkVersion === newestSdk && script.denied === 0,
  );
  return Array.from({ length: count }, (_, one) => {
    const random = randomOf(`${seed}/${one}`);
    const browser = browserOf(random, "PT", { ...none(), windows: 1 });
    const behaviour: Behaviour = {
      ...humanBehaviour(random),
      filling: { typed: 1 },
      emailFilling: { typed: 1 },
      unseen: false,
    };
    const sent = visit(random, { merchant: merchant!, browser, behaviour }).sent(
      Date.UTC(2026, 0, 1),
    );
    return behaviourOf(summaryAsOf(sent, Number.POSITIVE_INFINITY)!);
  });
}
