/** A damaged history.db must not go unnoticed: the service says so wherever an operator looks. */

import { expect, test } from "bun:test";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Installation } from "./executable.ts";
import { fullRequest } from "./fixtures/booking.ts";
import { openDatabase } from "./fixtures/database.ts";

const place = new Installation();

/** Overwrites the first page of a table, as a failing disk might. */
function damage(table: string): void {
  const file = join(place.data, "history.db");
  const history = openDatabase(file);
  // A store that was closed gives its last connection up a little later; until then the WAL may
  // hold the page that is to be damaged.
  history.run("PRAGMA busy_timeout = 5000");
  const checkpoint = history.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)");
  for (let n = 0; n < 20 && checkpoint.get()!.busy !== 0; n++) Bun.sleepSync(100);
  const size = history.query<{ page_size: number }, []>("PRAGMA page_size").get()!.page_size;
  const { page } = history
    .query<{ page: number }, [string]>("SELECT rootpage AS page FROM sqlite_schema WHERE name = ?")
    .get(table)!;
  history.close();
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
  closeSync(handle);
}

test("a damaged search index is in the log, in /metrics and a warning of /readyz", async () => {
  const { secret } = await place.project();
  damage("filed");
  const service = await place.serve();
  const decided = await fetch(`${service.url}/v1/risk`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Service-Key": secret.key },
    body: JSON.stringify({ ...fullRequest(), requestId: "r-1" }),
  });
  expect(decided.status).toBe(200);
  const deadline = Date.now() + 20_000;
  let ready: { warnings: string[] } = { warnings: [] };
  while (ready.warnings.length === 0 && Date.now() < deadline) {
    await Bun.sleep(100);
    ready = (await (await fetch(`${service.url}/readyz`)).json()) as typeof ready;
  }
  expect(ready).toMatchObject({
    status: "ready",
    warnings: [expect.stringContaining("the search index is not being updated (SQLITE_CORRUPT)")],
  });
  expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(
    /booking_risk_index_errors_total\{index="search",kind="failed"\} [1-9]/,
  );
  const lines = service.log.filter((line) => line.includes("index_failed"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "error", index: "search", kind: "failed", code: "SQLITE_CORRUPT" },
  ]);
  await service.stop();
}, 60_000);
