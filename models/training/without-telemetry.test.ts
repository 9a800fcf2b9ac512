/**
 * Taking telemetry out of an attempt gives what a merchant without the browser script would send, and
 * the training's copies without telemetry have the same values.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Attempt,
  catalogue,
  featureNames,
  featureVector,
} from "../../src/risk/features/index.ts";
import { telemetryFeatures } from "../../src/risk/features/telemetry-features.ts";
import { historyFacts } from "../../src/risk/velocity/facts.ts";
import { identitiesOf, traitsOf } from "../../src/risk/velocity/identities.ts";
import { withoutTelemetry } from "../../src/risk/without-telemetry.ts";
import { sightingOf } from "../../src/storage/port/sighting.ts";
import { geoipLookups, summaryAsOf } from "./features.ts";
import { MemoryHistory } from "./history.ts";
import { defaultOptions, simulate } from "./simulator/simulate.ts";

const options = { ...defaultOptions, seed: "without", attempts: 1500, days: 20, fraudRate: 0.2 };

/** The training's rule, in Python, for features whose sources do not say it: a value, or another feature. */
const table = /^WITHOUT_SCRIPT[^{]*\{([^}]*)\}/m.exec(
  readFileSync(join(import.meta.dir, "catalogue.py"), "utf8"),
)![1]!;
const withoutScript = new Map(
  [...table.matchAll(/"(\w+)": (?:"(\w+)"|([\d.]+)),/g)].map(
    ([, name, other, value]) => [name!, other ?? Number(value)] as const,
  ),
);

/** No column of a row says what these would be: copies keep the values with telemetry, mostly the lower ones. */
const notDerivable = ["hotel_same_stays_without_tab_1h", "hotel_burst_without_tab_24h"];

/** By place, whether a feature's sources say that it needs telemetry. */
const saysSo = catalogue.map(({ source }) =>
  source.some((one) => /^(request\.collectionId$|collection\b|network$)/.test(one)),
);

/** As `without_telemetry` of catalogue.py and rows.py has it. */
function copied(values: Float64Array, place: number): number {
  const { name, missing } = catalogue[place]!;
  const rule = withoutScript.get(name);
  if (typeof rule === "string") return values[featureNames.indexOf(rule)]!;
  if (rule !== undefined) return Number.isNaN(values[place]!) ? Number.NaN : rule;
  if (!saysSo[place]) return values[place]!;
  return missing === null ? 0 : Number.NaN;
}

test("the training's table is of features that need telemetry and do not say so by their sources", () => {
  expect(withoutScript.size).toBe(table.match(/:/g)!.length);
  const unsaid = catalogue
    .filter(({ name }, place) => telemetryFeatures.has(name) && !saysSo[place])
    .map(({ name }) => name);
  expect([...withoutScript.keys(), ...notDerivable].sort()).toEqual(unsaid.sort());
  for (const rule of withoutScript.values()) {
    if (typeof rule === "string") expect(featureNames).toContain(rule);
  }
});

test("each feature is what it is where nobody has ever been seen", () => {
  const lookups = geoipLookups(options);
  const [seen, unseen] = [new MemoryHistory(), new MemoryHistory()];
  const changed = new Set<string>();
  const copiedOtherwise = new Set<string>();
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
      // Both merchants were answered the same, so that what is denied differs by identities alone.
      history.add(project, identities, { ...sighting, score: tie % 100 }, report);
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
      if (!Object.is(copied(full, i), expected[i])) copiedOtherwise.add(name);
    }
  }
  // What telemetry changes is what is left out where decisions cannot have it.
  expect([...changed].filter((name) => !telemetryFeatures.has(name))).toEqual([]);
  expect([...copiedOtherwise].sort()).toEqual([...notDerivable].sort());
  expect(withTelemetry).toBeGreaterThan(500);
});
