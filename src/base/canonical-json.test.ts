import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalJson } from "./canonical-json.ts";

describe("canonicalJson", () => {
  test.each([
    ['{"b":1,"a":2}', '{"a":2,"b":1}'],
    ['{ "b" : { "d":1, "c":[ {"y":1,"x":2} ] } }', '{"b":{"c":[{"x":2,"y":1}],"d":1}}'],
    ["[3,1,2]", "[3,1,2]"],
    ['{"a":2.0,"b":1e2}', '{"a":2,"b":100}'],
    ['{"a":null,"b":[null]}', '{"a":null,"b":[null]}'],
    ['{"\\u00e9":1,"e":2}', '{"e":2,"é":1}'],
    ['{"10":1,"9":2}', '{"9":2,"10":1}'],
  ])("of %s is %s", (text, canonical) => {
    expect(canonicalJson(JSON.parse(text))).toBe(canonical);
  });

  test("__proto__ is a member like any other", () => {
    const poisoned = canonicalJson(JSON.parse('{"a":1,"__proto__":{"x":1}}'));
    expect(poisoned).toContain('"__proto__":{"x":1}');
    expect(poisoned).not.toBe(canonicalJson({ a: 1 }));
  });

  test("is the same for the same value in any order, and another for another value", () => {
    const shuffled = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null) return value;
      if (Array.isArray(value)) return value.map(shuffled);
      const entries = Object.entries(value).map(
        ([key, member]) => [key, shuffled(member)] as const,
      );
      return Object.fromEntries(entries.reverse());
    };
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(canonicalJson(shuffled(a))).toBe(canonicalJson(a));
        // JSON has no -0.
        const [plainA, plainB] = [a, b].map((one) => JSON.parse(JSON.stringify(one)));
        expect(JSON.parse(canonicalJson(a))).toEqual(plainA);
        expect(canonicalJson(a) === canonicalJson(b)).toBe(Bun.deepEquals(plainA, plainB, true));
      }),
    );
  });

  test("accepts the deepest possible nesting", () => {
    const deep = JSON.parse(`{"x":${"[".repeat(32_000)}${"]".repeat(32_000)}}`);
    expect(canonicalJson(deep)).toHaveLength(64_006);
  });
});
