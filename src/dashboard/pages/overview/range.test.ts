import { expect, test } from "bun:test";
import { rangeOf } from "./range.ts";

const said = (query: string) => rangeOf(new URLSearchParams(query));

test("an address says a usual range, or own days", () => {
  expect(said("last=90d")).toEqual({ last: "90d" });
  expect(said("from=2026-11-01&to=2026-11-09")).toEqual({ from: "2026-11-01", to: "2026-11-09" });
  expect(said("from=2026-11-01")).toEqual({ from: "2026-11-01" });
});

test("what is no range is the usual one", () => {
  for (const query of ["", "last=7000d", "last=", "from=yesterday", "to=2026-11-01"]) {
    expect(said(query)).toEqual({ last: "7d" });
  }
});
