import { expect, test } from "bun:test";
import { refusalLog } from "../admission/refusals.ts";
import { refusalCounts } from "./refusal-counts.ts";

test("counts refusals by endpoint and code, and what came since the last look", () => {
  const counts = refusalCounts();
  const refusals = refusalLog(() => 0, counts.add);
  for (let i = 0; i < 3; i++) refusals.note(null, "risk", { code: "invalid_key", errors: [] });
  refusals.note("prj_1", "batch", { code: "rate_limited", errors: [] });
  expect(counts.sinceLast()).toEqual([
    { endpoint: "risk", code: "invalid_key", count: 3 },
    { endpoint: "batch", code: "rate_limited", count: 1 },
  ]);
  refusals.note(null, "risk", { code: "invalid_key", errors: [] });
  expect(counts.sinceLast()).toEqual([{ endpoint: "risk", code: "invalid_key", count: 1 }]);
  expect(counts.sinceLast()).toEqual([]);
  expect(counts.all()[0]).toMatchObject({ code: "invalid_key", count: 4 });
});
