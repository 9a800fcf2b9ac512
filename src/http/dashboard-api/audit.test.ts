import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UserRecord } from "../../storage/port/accounts.ts";
import { auditEntry } from "../../storage/port/audit.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import { exportAudit } from "./audit.ts";
import { exportLimits, exportPlaces } from "./export-places.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-audit-"));
const store = await openSqliteStore(folder);
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const now = () => 1;
const actor = { name: "ada" };
for (let i = 0; i < 1200; i++) {
  const renamed = { subject: "prj_1", projectId: "prj_1", detail: { name: "N" } };
  await store.audit.add(auditEntry(actor, i, "project.rename", renamed));
}

test("exports of the log take the places of all exports, and give them back at their end", async () => {
  const places = exportPlaces();
  const begin = (id = "u1", projectId: string | null = "prj_1") =>
    exportAudit({ store, now, places }, { user: { id } as UserRecord, actor, projectId }, "ndjson");
  const [first, second] = [await begin(), await begin()];
  expect(exportLimits.inFlightOfPerson).toBe(2);
  expect(begin()).rejects.toThrow(/You have 2 exports in progress/);
  expect(() => places.take({ userId: "u1", projectId: "prj_2" })).toThrow(/in progress/);
  await begin("u2");
  expect(begin("u3")).rejects.toThrow(/Other exports/); // The project has three.
  await begin("u3", null);
  expect(begin("u4", "prj_2")).rejects.toThrow(/Other exports/); // All have four.

  const whole = await first.text();
  expect(whole.trim().split("\n").length).toBeGreaterThan(1200);
  await begin();
  await second.body?.cancel();
  await begin("u4", "prj_2");
});
