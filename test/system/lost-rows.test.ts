/** Newest rows of events.db that are gone: noticed at the next start, and no longer once somebody has acknowledged it. */
import { expect, test } from "bun:test";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { booking } from "../fixtures/booking.ts";
import { openDatabase } from "../fixtures/database.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";

const installation = new Installation();
const { secret } = await installation.project();
const file = (name: string) => join(installation.data, name);
const decisions = 12;

/** Books so often, and reports the last booking as fraud. */
async function book({ url }: Service, count: number): Promise<void> {
  let decisionId = "";
  for (let n = 0; n < count; n++) {
    const answer = await callRisk(url, secret.key, booking({ requestId: `r-${n}` }));
    expect(answer.status).toBe(200);
    ({ decisionId } = (await answer.json()) as { decisionId: string });
  }
  const reported = await fetch(`${url}/v1/decisions/${decisionId}/outcome`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Service-Key": secret.key },
    body: JSON.stringify({ outcome: "fraud", requestId: "o" }),
  });
  expect(reported.status).toBe(200);
}

/** The last decision and outcome that both indexes have. */
function indexed(): number[] {
  const history = openDatabase(file("history.db"));
  const row = history
    .query("SELECT * FROM progress JOIN filing USING (decisions_to, outcomes_to)")
    .get() as { decisions_to: number; outcomes_to: number } | null;
  history.close();
  return row ? [row.decisions_to, row.outcomes_to] : [];
}
const isIndexed = (...to: number[]) =>
  waitUntil("both indexes", () => Bun.deepEquals(indexed(), to));

const warnings = async ({ url }: Service) =>
  ((await (await fetch(`${url}/readyz`)).json()) as { warnings: string[] }).warnings;

async function lostBy({ url }: Service): Promise<number[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = [...text.matchAll(/^booking_risk_lost_rows\{what="(\w+)"\} (\d+)$/gm)];
  expect(counts.map(([, what]) => what)).toEqual(["decisions", "outcomes"]);
  return counts.map(([, , count]) => Number(count));
}

/** Kills the service and puts an older copy of its database in place. */
async function lose(service: Service, copy: string): Promise<void> {
  service.process.kill("SIGKILL");
  await service.process.exited;
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file(`events.db${suffix}`), { force: true });
  copyFileSync(copy, file("events.db"));
}

test("lost rows are in the log, in /metrics, in a warning of /readyz and in doctor", async () => {
  const copy = join(installation.folder, "older.db");
  copyFileSync(file("events.db"), copy);
  const before = await installation.serve();
  expect(await lostBy(before)).toEqual([0, 0]);
  await book(before, decisions);
  await isIndexed(decisions, 1);
  await lose(before, copy);

  const { out } = await installation.run("doctor");
  expect(out).toMatch(/^warn storage .*at least 12 stored decisions and 1 outcomes are missing/m);
  const after = await installation.serve();
  const lines = after.log.filter((line) => line.includes("rows_lost"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "error", decisions, outcomes: 1 },
  ]);
  expect(await warnings(after)).toEqual([expect.stringContaining("missing from events.db")]);
  expect(await lostBy(after)).toEqual([decisions, 1]);

  // What comes after them is indexed, so that velocity sees it.
  await book(after, 2);
  await isIndexed(decisions + 2, 2);
  await lose(after, copy);
  const again = await installation.serve();
  expect(await lostBy(again)).toEqual([decisions + 2, 2]); // Those of before are counted once.

  rmSync(file("lost-rows"));
  expect(await warnings(again)).toEqual([]);
  expect(await lostBy(again)).toEqual([0, 0]);
  await again.stop();
  const last = await installation.serve();
  expect(await warnings(last)).toEqual([]);
  expect(last.log.filter((line) => line.includes("rows_lost"))).toEqual([]);
});
