import { expect, test } from "bun:test";
import { DomainError } from "../../../base/domain-error.ts";
import { type RangeQuery, rangeOf, wholeDays } from "./range.ts";

const now = Date.parse("2026-11-20T15:42:07.123Z");
const said = (query: RangeQuery) => {
  const { from, to, step } = rangeOf(query, now);
  return [from, to].map((ms) => new Date(ms).toISOString().slice(0, 16)).concat(step);
};

test("the usual ranges end with the present hour, and begin with an hour or a day", () => {
  expect(said({ last: "24h" })).toEqual(["2026-11-19T16:00", "2026-11-20T16:00", "hour"]);
  expect(said({ last: "7d" })).toEqual(["2026-11-14T00:00", "2026-11-20T16:00", "hour"]);
  expect(said({ last: "30d" })).toEqual(["2026-10-22T00:00", "2026-11-20T16:00", "day"]);
  expect(said({ last: "90d" })).toEqual(["2026-08-23T00:00", "2026-11-20T16:00", "day"]);
  expect(said({})).toEqual(said({ last: "7d" }));
});

test("own days are both included, up to today where no end is told", () => {
  expect(said({ from: "2026-11-01", to: "2026-11-01" })).toEqual([
    "2026-11-01T00:00",
    "2026-11-02T00:00",
    "hour",
  ]);
  expect(said({ from: "2026-11-01", to: "2026-11-08" })[2]).toBe("day");
  expect(said({ from: "2026-11-18" })[1]).toBe("2026-11-21T00:00");
});

test("what is no range of days is refused, with the field", () => {
  const cases: [RangeQuery, string][] = [
    [{ from: "2026-02-30", to: "2026-03-01" }, "from"],
    [{ from: "2026-02-01", to: "2026-13-01" }, "to"],
    [{ from: "2026-11-02", to: "2026-11-01" }, "to"],
    [{ to: "2026-11-01" }, "from"],
    [{ from: "2020-01-01", to: "2026-11-01" }, "from"],
    [{ from: "1960-01-01", to: "1960-01-02" }, "from"],
  ];
  for (const [query, field] of cases) {
    let refused: unknown;
    try {
      rangeOf(query, now);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(DomainError);
    expect(refused).toMatchObject({ code: "invalid_input", details: { fields: [{ field }] } });
  }
});

test("hotels and countries are counted by the days that a range touches", () => {
  const day = wholeDays(rangeOf({ last: "24h" }, now));
  expect([day.from, day.to].map((ms) => new Date(ms).toISOString().slice(0, 16))).toEqual([
    "2026-11-19T00:00",
    "2026-11-21T00:00",
  ]);
});
