/** Stored decisions of this catalogue and of older ones, computed again. */
import { expect, test } from "bun:test";
import { at, bare } from "../../../test/fixtures/example-attempt.ts";
import {
  encodeVector,
  featureNames,
  featureSetId,
  featureVector,
} from "../../risk/features/index.ts";
import { links } from "../../risk/velocity/facts.ts";
import { recomputePage, type StoredInput } from "./recompute-page.ts";

/** Every link has a number of its own, so that two of them mixed up would show. */
const history = { ...bare.history, distinct: links.map((_, place) => place + 2) };
const served = featureVector({ ...bare, history });

const row = (more: Partial<StoredInput> = {}): StoredInput => ({
  decidedAt: at,
  request: JSON.stringify(bare.request),
  evidence: JSON.stringify({ collection: null, network: null, history }),
  featureSet: featureSetId,
  features: encodeVector(served),
  ...more,
});

test("a decision of this catalogue comes out as it was served", () => {
  const page = recomputePage([row()], { [featureSetId]: featureNames });
  expect(page).toMatchObject({ differing: 0, otherFeatureSet: 0, unreadable: [] });
});

test("a changed value is found, under its name", () => {
  const changed = served.slice();
  const place = featureNames.indexOf("emails_per_device_24h");
  changed[place] = 99;
  const page = recomputePage([row({ features: encodeVector(changed) })], {
    [featureSetId]: featureNames,
  });
  expect(page.differing).toBe(1);
  expect(page.differingFeatures[place]).toBe(1);
});

test("an older catalogue may have had its links in another order", () => {
  const names = featureNames.toReversed();
  const older = row({
    evidence: JSON.stringify({
      collection: null,
      network: null,
      history: {
        ...history,
        distinct: history.distinct.toReversed(),
        lookAlike: history.lookAlike?.toReversed(),
      },
    }),
    featureSet: "reversed",
    features: encodeVector(served.toReversed()),
  });
  const page = recomputePage([older], { reversed: names });
  expect(page).toMatchObject({ differing: 0, otherFeatureSet: 1, unreadable: [] });
  expect([...page.features]).toEqual([...served]);
});

test("a row that cannot be read is told, and nothing is computed of it", () => {
  const page = recomputePage([row(), row({ request: "{" })], { [featureSetId]: featureNames });
  expect(page.unreadable).toEqual([1]);
  expect(page.features.slice(featureNames.length).every(Number.isNaN)).toBe(true);
});
