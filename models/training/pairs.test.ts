/** Invariance and order, on the shipped model, through parsing, folding, history and features. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { scorePairs } from "./pairs.ts";
import { homes } from "./pairs-guests.ts";

const pairs = await scorePairs(join(import.meta.dir, "..", "default"));

describe.each([...new Set(pairs.map(({ group }) => group))])("%s", (group) => {
  const own = pairs.filter((pair) => pair.group === group);
  test.each(own.map((pair) => [pair.name, pair.rule, pair] as const))("%s: %s", (_, __, pair) => {
    const scored = pair.labels.map((label, i) => `${label} ${pair.scores[i]}`).join(", ");
    expect({ scored, holds: pair.holds }).toEqual({ scored, holds: true });
  });
});

test("guests of at least 20 countries are written in two ways", () => {
  expect(homes.length).toBeGreaterThanOrEqual(20);
  for (const { own, latin } of homes) expect(own.join(" ")).not.toBe(latin.join(" "));
});
