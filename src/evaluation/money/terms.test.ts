import { describe, expect, test } from "bun:test";
import {
  type MoneyTerms,
  pricesOf,
  readTerm,
  readTerms,
  storedTerms,
  type TermName,
  termNames,
} from "./terms.ts";

const good: Record<string, unknown> = {
  currency: "usd",
  bookingValue: "249.90",
  marginPercent: 12.5,
  chargebackFee: " 20 ",
  fraudValue: "410.5",
  fraudLossPercent: "80",
  lifetimeValue: 0,
};
const terms: MoneyTerms = {
  currency: "USD",
  bookingValue: 249.9,
  fraudValue: 410.5,
  marginPercent: 12.5,
  chargebackFee: 20,
  fraudLossPercent: 80,
  lifetimeValue: 0,
};

describe("terms", () => {
  test("are read from text and from numbers alike, and kept as they are read", () => {
    expect(readTerms(good)).toEqual({ terms });
    expect(storedTerms(JSON.stringify(terms))).toEqual(terms);
  });

  test("have no value of fraud of their own where none is given, as those stored before there was one", () => {
    const { fraudValue: _, ...before } = terms;
    const without = { ...terms, fraudValue: null };
    for (const fields of [before, without, { ...before, fraudValue: "" }]) {
      expect(readTerms(fields)).toEqual({ terms: without });
    }
    expect(storedTerms(JSON.stringify({ ...before, matureDays: 60 }))).toEqual(without);
  });

  test("name every field that is missing", () => {
    const { issues } = readTerms({}) as { issues: { pointer: string; message: string }[] };
    expect(issues).toEqual(
      termNames
        .filter((name) => name !== "fraudValue")
        .map((name) => ({ pointer: `/${name}`, message: "is missing" })),
    );
  });

  const numbers = termNames.filter((name) => name !== "currency");
  const hostile: unknown[] = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    "-1",
    1e300,
    1e-9,
    "1e3",
    "0x10",
    "1".repeat(400),
    "NaN",
    "Infinity",
    "ten",
    "",
    " ",
    "12,5",
    "1 000",
    "<b>1</b>",
    "1\u0000",
    true,
    [],
    {},
    [5],
    undefined,
    "٣",
    "１２",
  ];
  test.each(numbers)("%s: what is no such number is told, whatever it is", (name) => {
    for (const value of hostile) {
      if (name === "fraudValue" && (value === "" || value === undefined)) continue;
      const read = readTerm(name, value);
      const told = "issue" in read && /^(must be a |is missing)/.test(read.issue);
      expect({ value, told }).toEqual({ value, told: true });
    }
  });

  test.each([
    ["bookingValue", 1_000_000_000, 1_000_000_000.01],
    ["fraudValue", null, "1e3"],
    ["fraudValue", 0, 1_000_000_001],
    ["chargebackFee", 0, -0.01],
    ["marginPercent", 100, 100.01],
    ["fraudLossPercent", "0", "100.5"],
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
    expect(pricesOf({ ...terms, lifetimeValue: 40 })).toEqual({
      currency: "USD",
      value: 249.9,
      fraudValue: 410.5,
      margin: 0.125,
      chargebackCost: 20,
      fraudLoss: 0.8,
      lifetimeValue: 40,
    });
    expect(pricesOf({ ...terms, fraudValue: null }).fraudValue).toBe(249.9);
  });
});
