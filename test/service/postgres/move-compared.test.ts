/** What the second step of a move compares: what has changed since the first, or everything. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { fill } from "../../../scripts/bench/growth/fill.ts";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { moveToPostgres } from "../../../src/storage/transfer/move.ts";
import { portionRows } from "../../../src/storage/transfer/tables.ts";
import { describeWith } from "../../fixtures/needs.ts";

const count = 2.5 * portionRows;
const dayMs = 24 * 60 * 60 * 1000;

describeWith(postgresql)("the second step of a move", () => {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-compared-"));
  const data = join(folder, "data");
  let databases: Databases;
  let url: string;
  let client: Client;
  let events: Database;
  let ids: string[];

  const move = (options: { finish?: boolean; compareAll?: boolean } = {}) =>
    moveToPostgres({
      folder: data,
      url,
      finish: false,
      compareAll: false,
      now: Date.now(),
      progress: { start() {}, at() {} },
      ...options,
    });
  const one = async (sql: string, ...values: unknown[]) =>
    Object.values((await client.query(sql, values)).rows[0])[0];
  const report = (decision: string, outcome: string, at: number) =>
    events.run(
      `INSERT INTO outcomes (project_id, decision_id, outcome, request_id, reported_at)
       SELECT project_id, id, ?, '', ? FROM decisions WHERE id = ?`,
      [outcome, at, decision],
    );

  beforeAll(async () => {
    databases = await openDatabases();
    url = await databases.createDatabase();
    client = new Client({ connectionString: url });
    await client.connect();
    const content = { decisions: count, projects: 1, bookings: {}, spanMs: 30 * dayMs };
    await fill(data, join(folder, "keys"), content);
    events = new Database(join(data, "events.db"));
    ids = events
      .query<{ id: string }, []>("SELECT id FROM decisions ORDER BY id")
      .all()
      .map(({ id }) => id);
    report(ids[3]!, "fraud", 1000);
    report(ids[4]!, "legitimate", 1000);
  });
  afterAll(async () => {
    events.close();
    await client.end();
    await databases.remove();
    rmSync(folder, { recursive: true });
  });

  test("reads at the destination only what has changed, and with --compare-all everything", async () => {
    expect(await move()).toMatchObject({ copied: expect.any(Number), removed: 0 });
    expect(await one("SELECT count(*) FROM decisions")).toBe(String(count));
    expect(await one("SELECT count(*) > 0 FROM reports WHERE fraud")).toBe(true);

    const [first, last] = [ids[0]!, ids.at(-1)!];
    await client.query("UPDATE decisions SET risk_score = 101 WHERE id = $1", [first]);
    events.run("UPDATE decisions SET key_id = 'key_changed' WHERE id = ?", [last]);
    report(ids[3]!, "withdrawn", 2000);
    await client.query(
      `CREATE FUNCTION alter_level() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN NEW.risk_level = upper(NEW.risk_level); RETURN NEW; END'`,
    );
    await client.query(
      "CREATE TRIGGER altered BEFORE INSERT ON decisions FOR EACH ROW EXECUTE FUNCTION alter_level()",
    );
    // Had it read the first portion again, it would name that one.
    await expect(move({ finish: true })).rejects.toThrow(last);
    await client.query("DROP FUNCTION alter_level CASCADE");
    expect(await one("SELECT risk_score FROM decisions WHERE id = $1", first)).toBe(101);

    const finished = await move({ finish: true, compareAll: true });
    expect(finished.copied).toBeGreaterThanOrEqual(2);
    expect(await one("SELECT risk_score FROM decisions WHERE id = $1", first)).not.toBe(101);
    expect(await one("SELECT key_id FROM decisions WHERE id = $1", last)).toBe("key_changed");
    expect(await one("SELECT outcome FROM attempts WHERE id = $1", ids[3]!)).toBeNull();
    expect(await one("SELECT outcome FROM attempts WHERE id = $1", ids[4]!)).toBe("legitimate");
    const ofAll = "FROM hotel_days WHERE hotel = 0";
    expect(await one(`SELECT sum(attempts) ${ofAll}`)).toBe(String(count));
    expect(await one(`SELECT sum(frauds) ${ofAll}`)).toBe("0");
  });
});
