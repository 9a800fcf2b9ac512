import { describe, expect, test } from "bun:test";
import { exampleTerms } from "../../../decisions/money-terms.ts";
import { triedTerms } from "./draft-terms.ts";

const own = { ...exampleTerms, bookingValue: 200, matureDays: null };
const trying = (tried: Record<string, string>) => (name: string) => tried[name] ?? null;

describe("numbers that are tried", () => {
  test("are the project's own where none is, and examples where it has none", () => {
    const none = triedTerms(own, trying({}));
    expect(none).toMatchObject({ terms: own, faults: {}, isTried: false });
    expect(none.texts).toMatchObject({ bookingValue: "200", matureDays: "never" });
    expect(triedTerms(null, trying({})).terms).toEqual(exampleTerms);
  });

  test("stand in the place of the project's", () => {
    const tried = triedTerms(own, trying({ bookingValue: "99.5", currency: "usd" }));
    expect(tried.terms).toEqual({ ...own, bookingValue: 99.5, currency: "USD" });
    expect(tried).toMatchObject({ isTried: true, faults: {}, texts: { currency: "usd" } });
  });

  test("that cannot be read are told, and the project's stand in for them", () => {
    const tried = triedTerms(own, trying({ bookingValue: "-1", marginPercent: "20" }));
    expect(tried.terms).toEqual({ ...own, marginPercent: 20 });
    expect(Object.keys(tried.faults)).toEqual(["bookingValue"]);
    expect([tried.isTried, tried.texts.bookingValue]).toEqual([true, "-1"]);
  });

  test("that say the same as the project's are nothing tried", () => {
    expect(triedTerms(own, trying({ bookingValue: "200" })).isTried).toBe(false);
  });
});
