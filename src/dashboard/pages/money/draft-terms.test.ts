import { describe, expect, test } from "bun:test";
import type { MoneyTerms } from "../../../evaluation/money/terms.ts";
import { draftTerms } from "./draft-terms.ts";

const saved: MoneyTerms = {
  currency: "EUR",
  bookingValue: 200,
  fraudValue: null,
  marginPercent: 15,
  chargebackFee: 25,
  fraudLossPercent: 100,
  lifetimeValue: 0,
};
const changing = (texts: Record<string, string>) => (name: string) => texts[name] ?? null;

describe("draft terms", () => {
  test("are the saved terms if nothing is changed", () => {
    const unchanged = draftTerms(saved, changing({}));
    expect(unchanged).toMatchObject({ terms: saved, errors: {}, isChanged: false });
    expect(unchanged.texts).toMatchObject({ bookingValue: "200", fraudValue: "" });
  });

  test("are none until all were entered, without an error for those that are still empty", () => {
    const none = draftTerms(null, changing({}));
    expect(none).toMatchObject({ terms: null, errors: {}, isChanged: false });
    expect(none.texts.bookingValue).toBe("");
    const { currency, ...numbers } = saved;
    const texts = Object.fromEntries(
      Object.entries(numbers).map(([name, value]) => [name, String(value ?? "")]),
    );
    expect(draftTerms(null, changing(texts))).toMatchObject({ terms: null, errors: {} });
    expect(draftTerms(null, changing({ ...texts, currency }))).toMatchObject({
      terms: saved,
      errors: {},
      isChanged: true,
    });
    const wrong = draftTerms(null, changing({ ...texts, currency, bookingValue: "x" }));
    expect([wrong.terms, Object.keys(wrong.errors)]).toEqual([null, ["bookingValue"]]);
  });

  test("override the saved terms", () => {
    const draft = draftTerms(saved, changing({ bookingValue: "99.5", currency: "usd" }));
    expect(draft.terms).toEqual({ ...saved, bookingValue: 99.5, currency: "USD" });
    expect(draft).toMatchObject({ isChanged: true, errors: {}, texts: { currency: "usd" } });
    expect(draftTerms(saved, changing({ fraudValue: "410" })).terms?.fraudValue).toBe(410);
  });

  test("report invalid texts and use the saved values instead", () => {
    const draft = draftTerms(saved, changing({ bookingValue: "-1", marginPercent: "20" }));
    expect(draft.terms).toEqual({ ...saved, marginPercent: 20 });
    expect(Object.keys(draft.errors)).toEqual(["bookingValue"]);
    expect([draft.isChanged, draft.texts.bookingValue]).toEqual([true, "-1"]);
    expect(draftTerms(saved, changing({ bookingValue: "" })).errors).toHaveProperty("bookingValue");
  });

  test("that equal the saved terms are not changed", () => {
    expect(draftTerms(saved, changing({ bookingValue: "200" })).isChanged).toBe(false);
  });
});
