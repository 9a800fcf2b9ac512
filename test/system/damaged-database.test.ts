/** Damage to pages that no booking reads must not wait for a backup to be noticed. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { booking } from "../fixtures/booking.ts";
import { damageTable } from "../fixtures/database.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";

const metric = (database: string, value: number) =>
  `booking_risk_database_damaged{database="${database}"} ${value}\n`;

test("a damaged page of events.db is in the log, in /metrics and in a warning of /readyz", async () => {
  const installation = new Installation();
  const { secret } = await installation.project();
  const file = join(installation.data, "events.db");
  damageTable(file, "shadow_scores");
  const service = await installation.serve();
  const readyz = async () => (await (await fetch(`${service.url}/readyz`)).json()) as Ready;
  const { warnings } = await waitUntil("the warning", async () => {
    const ready = await readyz();
    return ready.warnings.length > 0 && ready;
  });
  expect(warnings).toEqual([expect.stringMatching(/events\.db is damaged .*booking-risk restore/)]);
  const text = await (await fetch(`${service.url}/metrics`)).text();
  expect(text).toContain(metric("events", 1));
  expect(text).toContain(metric("control", 0));
  expect(text).toContain(metric("history", 0));
  const lines = service.log.filter((line) => line.includes("database_damaged"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "error", database: "events" },
  ]);
  // It goes on scoring: whether to stop is for the operator to say.
  expect((await callRisk(service.url, secret.key, booking())).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

test("whole databases are found to be whole", async () => {
  const installation = new Installation();
  const service = await installation.serve();
  await waitUntil("the check", async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return text.includes(metric("events", 0)) && text.includes(metric("history", 0));
  });
  const { warnings } = (await (await fetch(`${service.url}/readyz`)).json()) as Ready;
  expect(warnings).toEqual([]);
});

interface Ready {
  warnings: string[];
}
