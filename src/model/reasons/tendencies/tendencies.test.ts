import { describe, expect, test } from "bun:test";
import { catalogue } from "../../../risk/features/index.ts";
import { accusing, reassuring } from "../contradictions.ts";
import { definiteEvidence } from "../definite-evidence.ts";
import { hasTendency, tendencyOf } from "./tendencies.ts";

describe.each(catalogue.map((feature) => [feature.name, feature] as const))("%s", (_, feature) => {
  test("has texts for both directions, which fit them", () => {
    expect(hasTendency(feature)).toBe(true);
    const { suspicious, raises, lowers } = tendencyOf(feature);
    for (const text of [raises, lowers]) expect(text).toMatch(/^[A-Z].+\.$/);
    if (suspicious === "neither") {
      expect(raises).toMatch(/in combination with other facts/);
      return;
    }
    expect(raises).toMatch(accusing);
    expect(raises).not.toMatch(reassuring);
    expect(lowers).not.toMatch(accusing);
    expect(lowers).toMatch(reassuring);
  });
});

test("definite evidence is about features that exist, and is suspicious", () => {
  const byName = new Map(catalogue.map((feature) => [feature.name, feature]));
  for (const [name, { holds }] of Object.entries(definiteEvidence)) {
    const feature = byName.get(name)!;
    expect([name, tendencyOf(feature).suspicious]).toEqual([name, "high"]);
    expect(holds(0)).toBe(false);
    expect(holds(Math.min(2, feature.range[1]))).toBe(true);
  }
});
