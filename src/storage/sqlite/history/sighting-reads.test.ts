import type { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decisionFixture } from "../../../../test/fixtures/storage/decision.ts";
import { openForReading } from "../open.ts";
import { openSqliteStore } from "../sqlite-store.ts";
import { HotIdentities, learntMax } from "./hot-identities.ts";
import { KnownIdentities } from "./known-identities.ts";
import { RecentAttempts } from "./recent-attempts.ts";
import { SightingReads } from "./sighting-reads.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-sightings-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Counts the rows that its statements return. */
function counting(file: Database) {
  const counts = { rows: 0 };
  const prepare = (sql: string) => {
    const statement = file.prepare<unknown, number[]>(sql);
    const values = (...parameters: number[]) => {
      const rows = statement.values(...parameters);
      counts.rows += rows.length;
      return rows;
    };
    return { values };
  };
  const counted = { prepare, query: file.query.bind(file) } as unknown as Database;
  return { counts, counted };
}

test("what several busy identities have on file is read once, and no more than is cached", async () => {
  const shared = { name: 1, hotel: 2, domain: 3 };
  const store = await openSqliteStore(root, { indexing: true });
  const attempts = learntMax * 2;
  for (let at = 1; at <= attempts; at += 32) {
    const group = Array.from({ length: 32 }, (_, i) => at + i);
    await Promise.all(
      group.map((at) => {
        const identities = { ...shared, email: 100 + at };
        return store.decisions.commit(decisionFixture("prj_1", `dec_${at}`, at, identities));
      }),
    );
  }
  await store.close();
  await (await openSqliteStore(root, { indexing: true })).close();

  const file = openForReading(root, "history");
  const { counts, counted } = counting(file);
  const reads = new SightingReads(counted, new HotIdentities(), new KnownIdentities());
  const recent = new RecentAttempts(attempts, () => {});
  const before = { at: 1e6, tie: 0 };
  const found = reads.find(recent, "prj_1", { ...shared, email: 101 }, 0, before);
  expect(found.email?.map(({ at }) => at)).toEqual([1]);
  for (const kind of ["name", "hotel", "domain"] as const) {
    const newest = Array.from({ length: 128 }, (_, i) => attempts - 127 + i);
    expect(found[kind]?.map(({ at }) => at)).toEqual(newest);
  }
  expect(counts.rows).toBe(3 * learntMax + 1);
  reads.find(recent, "prj_1", shared, 0, before);
  expect(counts.rows).toBe(3 * learntMax + 1);
  file.close();
});
