import { expect, test } from "bun:test";
import { formatListUrl, parseListUrl, type ViewParams, withChanges } from "./list-url.ts";

const fullView: ViewParams = {
  find: "email:ada+1@example.com",
  last: "7d",
  level: "high",
  action: "deny",
  outcome: "chargeback,fraud",
  hotel: "Hôtel & Söhne #1?",
  setting: "balanced",
  source: "api",
  telemetry: "seen",
  scoreFrom: "1",
  scoreTo: "99",
  model: "m@1.0.0",
  from: "2027-01-01T00:00:00.000Z",
  to: "2027-02-01T00:00:00.000Z",
};
const split = (url: string) => {
  const at = url.indexOf("#");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at)];
};

test("a URL holds the view and the cursor, and is parsed back to the same", () => {
  const [query, fragment] = split(formatListUrl(fullView, "cursor-1"));
  expect(parseListUrl(query!, fragment!)).toEqual({
    view: fullView,
    cursor: "cursor-1",
    pendingSearch: null,
  });
  expect(formatListUrl({})).toBe("");
  expect(parseListUrl("", "")).toEqual({ view: {}, cursor: null, pendingSearch: null });
});

test("the search term and the cursor are not in the part that browsers send", () => {
  const [query] = split(formatListUrl(fullView, "cursor-1"));
  expect(decodeURIComponent(query!)).not.toMatch(/ada|example|email|find|cursor/);
  // A search term in the query is ignored.
  expect(parseListUrl("?find=email%3Aada%40example.com&cursor=x", "").view).toEqual({});
});

test("only known parameters are read, and removed ones are gone", () => {
  const { view } = parseListUrl("?level=high&__proto__=x&page=2&level=low", "#ask=x&level=y");
  expect(view).toEqual({ level: "high" });
  expect(withChanges(fullView, { find: null, hotel: "", level: "low" })).toEqual(
    expect.objectContaining({ level: "low" }),
  );
  expect(Object.keys(withChanges(fullView, { find: null, hotel: "" }))).not.toContain("hotel");
});
