/** Features of the facts of a collection: missing where one of the facts that they need is unknown. */
import { telemetryFacts } from "../../attempt/telemetry/facts.ts";
import type { CollectionFacts, FactName } from "../../attempt/telemetry/summary.ts";
import type { Attempt, Feature } from "./feature.ts";

type Known<Name extends FactName> = { [One in Name]: NonNullable<CollectionFacts[One]> };

/** Whether all of these are known. A decision stored by an older version may lack one. */
function areKnown<Name extends FactName>(
  collection: CollectionFacts,
  names: readonly Name[],
): collection is CollectionFacts & Known<Name> {
  for (const name of names) if (collection[name] == null) return false;
  return true;
}

/** `source` and `compute` of a feature that needs all of these facts of the collection. */
export function fromFacts<Name extends FactName>(
  names: readonly Name[],
  read: (facts: Known<Name>, attempt: Attempt) => number | null,
): Pick<Feature, "source" | "compute"> {
  return {
    source: [...new Set(names.map((name) => telemetryFacts[name].source))],
    compute: (attempt) => {
      const { collection } = attempt;
      return collection && areKnown(collection, names) ? read(collection, attempt) : null;
    },
  };
}

/** There is no collection, or it was imported without the fact. */
export const notRecorded = "No collection is known, or this was not recorded for it.";

/** A part of a whole, 0 to 1 even where the counts contradict each other; null of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.max(0, Math.min(part, whole)) / whole : null;
}
