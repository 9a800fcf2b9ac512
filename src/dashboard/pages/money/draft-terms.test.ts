import { describe, expect, test } from "bun:test";
import { exampleTerms } from "../../../decisions/money-terms.ts";
import { draftTerms } from "./draft-terms.ts";

const saved = { ...exampleTerms, bookingValue: 200, matureDays: null };
const changing = (texts: Record<string, string>) => (name: string) => texts[name] ?? null;

describe("draft terms", () => {
  test("are the saved terms if nothing is changed, or the examples if none are saved", () => {
    const unchanged = draftTerms(saved, changing({}));
    expect(unchanged).toMatchObject({ terms: saved, errors: {}, isChanged: false });
    expect(unchanged.texts).toMatchObject({ bookingValue: "200", matureDays: "never" });
    expect(draftTerms(null, changing({})).terms).toEqual(exampleTerms);
  });

  test("override the saved terms", () => {
    const draft = draftTerms(saved, changing({ bookingValue: "99.5", currency: "usd" }));
    expect(draft.terms).toEqual({ ...saved, bookingValue: 99.5, currency: "USD" });
    expect(draft).toMatchObject({ isChanged: true, errors: {}, texts: { currency: "usd" } });
  });

  test("report invalid texts and use the saved values instead", () => {
    const draft = draftTerms(saved, changing({ bookingValue: "-1", marginPercent: "20" }));
    expect(draft.terms).toEqual({ ...saved, marginPercent: 20 });
    expect(Object.keys(draft.errors)).toEqual(["bookingValue"]);
    expect([draft.isChanged, draft.texts.bookingValue]).toEqual([true, "-1"]);
  });

  test("that equal the saved terms are not changed", () => {
    expect(draftTerms(saved, changing({ bookingValue: "200" })).isChanged).toBe(false);
  });
});
