/** A damaged history.db must not go unnoticed: the service says so wherever an operator looks. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { damageTable } from "../fixtures/database.ts";
import { Installation } from "../fixtures/executable.ts";

const place = new Installation();

test("a damaged search index is in the log, in /metrics and a warning of /readyz", async () => {
  const { secret } = await place.project();
  damageTable(join(place.data, "history.db"), "filed");
  const service = await place.serve();
  const decided = await fetch(`${service.url}/v1/risk`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Service-Key": secret.key },
    body: JSON.stringify({ ...fullRequest(), requestId: "r-1" }),
  });
  expect(decided.status).toBe(200);
  const warning = "the search index is not being updated (SQLITE_CORRUPT)";
  const ready = await waitUntil("the warning of /readyz", async () => {
    const answer = await fetch(`${service.url}/readyz`);
    const body = (await answer.json()) as { status: string; warnings: string[] };
    return body.warnings.some((one) => one.includes(warning)) && body;
  });
  expect(ready.status).toBe("ready");
  expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(
    /booking_risk_index_errors_total\{index="search",kind="failed"\} [1-9]/,
  );
  const lines = service.log.filter((line) => line.includes("index_failed"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "error", index: "search", kind: "failed", code: "SQLITE_CORRUPT" },
  ]);
  await service.stop();
});
