import { expect, test } from "bun:test";
import { parseRange } from "./range.ts";

const parse = (query: string) => parseRange(new URLSearchParams(query));

test("a URL has a preset range or custom days", () => {
  expect(parse("last=90d")).toEqual({ last: "90d" });
  expect(parse("from=2026-11-01&to=2026-11-09")).toEqual({ from: "2026-11-01", to: "2026-11-09" });
  expect(parse("from=2026-11-01")).toEqual({ from: "2026-11-01" });
});

test("an invalid range falls back to the default", () => {
  for (const query of ["", "last=7000d", "last=", "from=yesterday", "to=2026-11-01"]) {
    expect(parse(query)).toEqual({ last: "7d" });
  }
});
