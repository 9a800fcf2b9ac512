import { describe, expect, test } from "bun:test";
import {
  exampleTerms,
  pricesOf,
  readTerm,
  readTerms,
  storedTerms,
  type TermName,
  termNames,
} from "./money-terms.ts";

const good: Record<string, unknown> = {
  ...{ currency: "usd", bookingValue: "249.90", marginPercent: 12.5, chargebackFee: " 20 " },
  ...{ fraudLossPercent: "80", lifetimeValue: 0, matureDays: "90" },
};

describe("terms", () => {
  test("are read from text and from numbers alike, and kept as they are read", () => {
    const read = readTerms(good);
    expect(read).toEqual({
      terms: {
        ...{ currency: "USD", bookingValue: 249.9, marginPercent: 12.5, chargebackFee: 20 },
        ...{ fraudLossPercent: 80, lifetimeValue: 0, matureDays: 90 },
      },
    });
    const { terms } = read as { terms: typeof exampleTerms };
    expect(storedTerms(JSON.stringify(terms))).toEqual(terms);
    expect(readTerms({ ...terms, matureDays: null })).toEqual({
      terms: { ...terms, matureDays: null },
    });
    expect(readTerms({ ...terms, matureDays: "never" })).toEqual({
      terms: { ...terms, matureDays: null },
    });
  });

  test("name every field that is missing", () => {
    const { issues } = readTerms({}) as { issues: { pointer: string; message: string }[] };
    expect(issues).toEqual(
      termNames.map((name) => ({ pointer: `/${name}`, message: "is missing" })),
    );
  });

  const numbers = termNames.filter((name) => name !== "currency");
  const hostile: unknown[] = [
    ...[
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -1,
      "-1",
      1e300,
      1e-9,
      "1e3",
      "0x10",
      "1".repeat(400),
    ],
    ...["NaN", "Infinity", "ten", "", " ", "12,5", "1 000", "<b>1</b>", "1\u0000", true, [], {}],
    ...[[5], undefined, "٣", "１２"],
  ];
  test.each(numbers)("%s: what is no such number is told, whatever it is", (name) => {
    for (const value of hostile) {
      const read = readTerm(name, value);
      const told = "issue" in read && /^(must be a |is missing)/.test(read.issue);
      expect({ value, told }).toEqual({ value, told: true });
    }
  });

  test.each([
    ["bookingValue", 1_000_000_000, 1_000_000_000.01],
    ["chargebackFee", 0, -0.01],
    ["marginPercent", 100, 100.01],
    ["fraudLossPercent", "0", "100.5"],
    ["matureDays", 3650, 3651],
    ["matureDays", 1, 0],
    ["matureDays", "30", "30.5"],
    ["currency", "PTE", "ABC"],
    ["currency", "eur", "EURO"],
    ["currency", "JPY", "<script>"],
    ["currency", "EUR", "E".repeat(400)],
  ] as [TermName, unknown, unknown][])("%s may be %p, and not %p", (name, within, beyond) => {
    expect(readTerm(name, within)).toHaveProperty("value");
    expect(readTerm(name, beyond)).toHaveProperty("issue");
  });

  test("that cannot be read are none, as where nobody has said", () => {
    for (const kept of [null, "", "{", "null", "[]", '{"currency":"EUR"}', '"x"']) {
      expect(storedTerms(kept)).toBeNull();
    }
  });

  test("are prices in parts", () => {
    expect(pricesOf({ ...exampleTerms, marginPercent: 12.5, lifetimeValue: 40 })).toEqual({
      ...{ currency: "EUR", value: 300, margin: 0.125, chargebackCost: 25, fraudLoss: 1 },
      lifetimeValue: 40,
    });
  });
});
