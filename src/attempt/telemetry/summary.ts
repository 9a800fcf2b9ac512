/**
 * One collection in numbers: what scoring reads of a tab. Kept up to date batch by batch, so that
 * a decision reads one row. It is plain JSON, stored with the collection and, as of its time, with
 * each decision. The facts are declared in `facts.ts`.
 */
import { type TelemetryFact, telemetryFacts } from "./facts.ts";
import type { PastCollection } from "./past-collection.ts";

type Facts = typeof telemetryFacts;
export type FactName = keyof Facts;

export type CollectionSummary = {
  [Name in FactName]: Facts[Name] extends TelemetryFact<infer Value> ? Value : never;
};

/**
 * What is known of a tab, from the browser script or from an imported history. Null means that a
 * fact is unknown, which is not the same as zero.
 */
export type CollectionFacts = {
  [Name in FactName]: CollectionSummary[Name] | null;
};

export const factNames = Object.keys(telemetryFacts) as FactName[];

/** The same object for every collection: copy it before a batch is folded. */
export const emptySummary = mapFacts(({ start }) => start) as Readonly<CollectionSummary>;

/** Every fact unknown. */
export const unknownFacts = mapFacts(() => null) as Readonly<CollectionFacts>;

const withoutConsent = Object.fromEntries(
  factNames
    .filter((name) => telemetryFacts[name].consent === "required")
    .map((name) => [name, null]),
);

/** A summary as features read it: what the visitor denied is unknown, rather than zero. */
export function collectionFacts(summary: CollectionSummary): CollectionFacts {
  return summary.consent === "denied" ? { ...summary, ...withoutConsent } : summary;
}

/** The facts of an imported collection; those that no import has are unknown. */
export function pastCollectionFacts(past: PastCollection): CollectionFacts {
  return mapFacts((fact) => fact.past?.(past) ?? null) as CollectionFacts;
}

function mapFacts(value: (fact: TelemetryFact<unknown>) => unknown): Record<string, unknown> {
  return Object.fromEntries(factNames.map((name) => [name, value(telemetryFacts[name])]));
}
