/** Taking telemetry out of an attempt gives what a merchant without the browser script would send. */
import { expect, test } from "bun:test";
import { type Attempt, featureNames, featureVector } from "../../src/features/index.ts";
import { telemetryFeatures } from "../../src/features/telemetry-features.ts";
import { withoutTelemetry } from "../../src/risk/without-telemetry.ts";
import { sightingOf } from "../../src/storage/sighting.ts";
import { historyFacts } from "../../src/velocity/facts.ts";
import { identitiesOf, traitsOf } from "../../src/velocity/identities.ts";
import { geoipLookups, summaryAsOf } from "./features.ts";
import { MemoryHistory } from "./history.ts";
import { defaultOptions, simulate } from "./simulator/simulate.ts";

const options = { ...defaultOptions, seed: "without", attempts: 1500, days: 20, fraudRate: 0.2 };

test("each feature is what it is where nobody has ever been seen", () => {
  const lookups = geoipLookups(options);
  const [seen, unseen] = [new MemoryHistory(), new MemoryHistory()];
  const changed = new Set<string>();
  let [tie, withTelemetry] = [0, 0];
  for (const { at, project, request, telemetry, outcome } of simulate(options)) {
    tie += 1;
    const order = { at, tie };
    const report = outcome && {
      reportedAt: outcome.reportedAt,
      fraud: outcome.outcome !== "legitimate",
    };
    const attemptOf = (
      history: MemoryHistory,
      parts: Pick<Attempt, "request" | "collection" | "network">,
    ): Attempt => {
      const identities = identitiesOf(project, parts.request, parts.collection);
      const traits = traitsOf(project, parts.request, parts.collection);
      const sighting = sightingOf(identities, traits, order);
      const facts = historyFacts(sighting, history.asOf(project, identities, sighting));
      history.add(project, identities, sighting, report);
      return { at, ...parts, history: facts };
    };
    const collection = summaryAsOf(telemetry, at);
    const ip = collection?.lastIp;
    const network = ip ? lookups.get(project)!(ip) : null;
    if (collection) withTelemetry += 1;
    const { collectionId: _, ...sent } = request;
    const lit = attemptOf(seen, { request, collection, network });
    const dark = attemptOf(unseen, { request: sent, collection: null, network: null });
    const [found, expected] = [featureVector(withoutTelemetry(lit)), featureVector(dark)];
    const differing = featureNames.filter((name, i) => {
      // Stored is the count without those that had a tab, the least that it would be.
      if (name === "hotel_same_stays_without_tab_1h") return found[i]! > expected[i]!;
      return !Object.is(found[i], expected[i]);
    });
    expect(differing).toEqual([]);
    const full = featureVector(lit);
    for (const [i, name] of featureNames.entries()) {
      if (!Object.is(full[i], expected[i])) changed.add(name);
    }
  }
  // What telemetry changes is what is left out where decisions cannot have it.
  expect([...changed].filter((name) => !telemetryFeatures.has(name))).toEqual([]);
  expect(withTelemetry).toBeGreaterThan(500);
});
