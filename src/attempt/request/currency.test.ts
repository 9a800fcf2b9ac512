import { expect, test } from "bun:test";
import { isCurrency, minorUnitsOf } from "./currency.ts";

test("codes of ISO 4217, in upper case", () => {
  for (const code of ["EUR", "USD", "JPY", "BHD"]) expect(isCurrency(code)).toBe(true);
  for (const code of ["eur", "ABC", "", "EU", "EURO"]) expect(isCurrency(code)).toBe(false);
});

test("minor units are those of the currency", () => {
  const units = ["EUR", "JPY", "BHD", "EUR"].map(minorUnitsOf);
  expect(units).toEqual([100, 1, 1000, 100]);
});
