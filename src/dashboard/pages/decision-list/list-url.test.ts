import { expect, test } from "bun:test";
import { addressOf, changed, readAddress, type ViewTexts } from "./list-url.ts";

const whole: ViewTexts = {
  ...{ find: "email:ada+1@example.com", last: "7d", level: "high", action: "deny" },
  ...{ outcome: "chargeback,fraud", hotel: "Hôtel & Söhne #1?", setting: "balanced" },
  ...{ source: "api", telemetry: "seen", scoreFrom: "1", scoreTo: "99", model: "m@1.0.0" },
  ...{ from: "2027-01-01T00:00:00.000Z", to: "2027-02-01T00:00:00.000Z" },
};
const halves = (address: string) => {
  const at = address.indexOf("#");
  return at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
};

test("an address says the view and the place, and is read back as the same", () => {
  const [query, fragment] = halves(addressOf(whole, "cursor-1"));
  expect(readAddress(query!, fragment!)).toEqual({ view: whole, cursor: "cursor-1", ask: null });
  expect(addressOf({})).toBe("");
  expect(readAddress("", "")).toEqual({ view: {}, cursor: null, ask: null });
});

test("nobody who is looked up is in what a browser sends, nor what checks of it", () => {
  const [query] = halves(addressOf(whole, "cursor-1"));
  expect(decodeURIComponent(query!)).not.toMatch(/ada|example|email|find|cursor/);
  // And who writes it there all the same gets no list that makes them go on so.
  expect(readAddress("?find=email%3Aada%40example.com&cursor=x", "").view).toEqual({});
});

test("only a view's own parameters are read, and what is taken out is gone", () => {
  const { view } = readAddress("?level=high&__proto__=x&page=2&level=low", "#ask=x&level=y");
  expect(view).toEqual({ level: "high" });
  expect(changed(whole, { find: null, hotel: "", level: "low" })).toEqual(
    expect.objectContaining({ level: "low" }),
  );
  expect(Object.keys(changed(whole, { find: null, hotel: "" }))).not.toContain("hotel");
});
