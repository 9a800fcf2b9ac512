/** What is erased or blanked at the source after the first step of a move leaves what the destination derives. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { fill } from "../../../scripts/bench/growth/fill.ts";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { openStore } from "../../../src/app/open.ts";
import { dayMs } from "../../../src/base/durations.ts";
import { eraseGuest } from "../../../src/decisions/privacy/erase.ts";
import { readGuest } from "../../../src/decisions/privacy/guest.ts";
import { decisionRetention } from "../../../src/decisions/privacy/retention.ts";
import { indexHistory } from "../../../src/storage/transfer/history.ts";
import { moveToFolder, moveToPostgres } from "../../../src/storage/transfer/move.ts";
import { describeWith } from "../../fixtures/needs.ts";

/** Two a day, for 60 days. */
const count = 120;
const storedMs = (count / 2) * dayMs;

/** All that `history.db` derives from decisions and outcomes alone, apart from what is counted as zero. */
const derivedInFolder = [
  "SELECT * FROM attempts",
  "SELECT * FROM sightings",
  "SELECT * FROM reports",
  "SELECT * FROM requests",
  "SELECT at, tie, seq, score, risk_level, outcome FROM filed JOIN kinds ON kinds.id = kind",
  `SELECT hour, score, risk_level, outcome, count FROM hour_tallies JOIN kinds ON kinds.id = kind
   WHERE count <> 0`,
  `SELECT day, score, risk_level, outcome, count FROM day_tallies JOIN kinds ON kinds.id = kind
   WHERE count <> 0`,
  "SELECT * FROM place_tallies WHERE decisions <> 0",
];

/** Rows of PostgreSQL that belong to no decision. */
const orphans = `
  WITH stored AS (
    SELECT a.* FROM attempts AS a
    JOIN decisions AS d ON d.project_id = a.project_id AND d.decided_at = a.at AND d.tie = a.tie
  ), derived AS (
    SELECT project_id, at, tie, NULL AS identity FROM attempts
    UNION ALL SELECT project_id, at, tie, identity FROM sightings
    UNION ALL SELECT project_id, at, tie, identity FROM reports
  )
  SELECT * FROM derived AS one WHERE NOT EXISTS (
    SELECT FROM stored AS a WHERE a.project_id = one.project_id AND a.at = one.at AND a.tie = one.tie
      AND (one.identity IS NULL OR one.identity = ANY (a.identities)))`;

interface Decision {
  projectId: string;
  id: string;
  email: string;
}

describeWith(postgresql)("what is erased or blanked between the steps of a move", () => {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-erased-"));
  const [before, after] = [join(folder, "before"), join(folder, "after")];
  let databases: Databases;
  let url: string;
  let client: Client;
  /** The oldest first. */
  let decisions: Decision[];

  const options = (finish: boolean) => ({
    url,
    finish,
    compareAll: false,
    now: Date.now(),
    progress: { start() {}, at() {} },
  });
  const guestOf = ({ projectId, email }: Decision) =>
    readGuest(projectId, { kind: "email", value: email });

  function rowsIn<Row>(place: string, name: string, sql: string, ...values: number[]): Row[] {
    const database = new Database(join(place, `${name}.db`), { readwrite: true });
    try {
      return database.query<Row, number[]>(sql).all(...values);
    } finally {
      database.close();
    }
  }
  const historyOf = (place: string) =>
    derivedInFolder.map((sql) =>
      rowsIn<object>(place, "history", sql)
        .map((row) => JSON.stringify(row))
        .sort(),
    );
  const sightingsIn = (place: string, identity: number) =>
    rowsIn(place, "history", "SELECT at FROM sightings WHERE identity = ?", identity).length;
  const rowsInDatabase = async (sql: string, ...values: unknown[]) =>
    (await client.query(sql, values)).rows;

  /** Numbered by the caller: two copies of the service may commit in another order than that. */
  const report = ({ projectId, id }: Decision, outcome: string, seq: number) =>
    rowsInDatabase(
      `INSERT INTO outcomes (project_id, decision_id, outcome, request_id, reported_at, seq)
       OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, '', 1000 + $4, $4)`,
      projectId,
      id,
      outcome,
      seq,
    );

  /** Erases a guest, and ends the retention of what is older. */
  async function end(databaseUrl: string | undefined, erased: Decision, days: number) {
    const store = await openStore({ dataFolder: before, databaseUrl });
    const receipt = await eraseGuest({ store, now: Date.now }, { name: "test" }, guestOf(erased));
    expect(receipt.erased).toMatchObject({ decisions: 1 });
    const retention = { days, now: Date.now, stopped: () => false };
    const [blanked] = await decisionRetention(store, retention)();
    expect(blanked!.decisions).toBeGreaterThan(10);
    await store.close();
  }

  beforeAll(async () => {
    databases = await openDatabases();
    url = await databases.createDatabase();
    client = new Client({ connectionString: url });
    await client.connect();
    const content = { decisions: count, projects: 1, bookings: {}, spanMs: storedMs };
    await fill(before, join(folder, "keys"), content);
    decisions = rowsIn(
      before,
      "events",
      `SELECT project_id AS projectId, id, request -> 'booker' ->> 'email' AS email
       FROM decisions ORDER BY id`,
    );
  });
  afterAll(async () => {
    await client.end();
    await databases.remove();
    rmSync(folder, { recursive: true });
  });

  test("leaves PostgreSQL", async () => {
    const erased = decisions.at(-1)!;
    const sightings = () =>
      rowsInDatabase("SELECT at FROM sightings WHERE identity = $1", guestOf(erased).identity);
    await moveToPostgres({ ...options(false), folder: before });
    expect(await sightings()).toHaveLength(1);
    await end(undefined, erased, 50);
    await moveToPostgres({ ...options(true), folder: before });

    expect(await sightings()).toEqual([]);
    expect(await rowsInDatabase("SELECT id FROM decisions")).toHaveLength(count - 1);
    expect(await rowsInDatabase(orphans)).toEqual([]);
  });

  test("leaves the data folder", async () => {
    const [blanked, erased] = [decisions[40]!, decisions.at(-3)!];
    const [kept, late] = [decisions.at(-4)!, decisions.at(-5)!];
    await report(blanked, "fraud", 10);
    await report(kept, "fraud", 11);
    await report(erased, "fraud", 12);
    await moveToFolder({ ...options(false), folder: after });
    expect(sightingsIn(after, guestOf(erased).identity)).toBe(1);
    await report(late, "fraud", 9);
    await moveToFolder({ ...options(false), folder: after });
    const ofLate = "SELECT at FROM reports WHERE reported_at = 1009";
    expect(rowsIn(after, "history", ofLate)).not.toEqual([]);
    await end(url, erased, 31);
    await report(kept, "withdrawn", 13);
    await moveToFolder({ ...options(true), folder: after });

    for (const { email } of [blanked, erased]) {
      const files = readdirSync(after).filter((name) => name.includes(".db"));
      const having = files.filter((name) => readFileSync(join(after, name)).includes(email));
      expect(having).toEqual([]);
    }
    expect(sightingsIn(after, guestOf(erased).identity)).toBe(0);
    expect(rowsIn(after, "events", "SELECT id FROM decisions")).toHaveLength(count - 2);
    const moved = historyOf(after);
    expect(moved.map(({ length }) => length)).not.toContain(0);
    for (const name of readdirSync(after)) {
      if (name.startsWith("history.db")) rmSync(join(after, name));
    }
    indexHistory(after);
    expect(moved).toEqual(historyOf(after));
  });
});
