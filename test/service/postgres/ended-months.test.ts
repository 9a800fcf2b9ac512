/** Retention by whole months, as the service runs it, and what of it PostgreSQL did row by row. */
import { afterAll, describe, expect, test } from "bun:test";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { retention } from "../../../src/attempt/telemetry/retention.ts";
import { decisionRetention } from "../../../src/decisions/privacy/retention.ts";
import type { KeptOfDecisions } from "../../../src/storage/port/projects.ts";
import { type Connection, connectTo } from "../../../src/storage/postgres/connection.ts";
import { addPartitions, keepPartitions } from "../../../src/storage/postgres/partitions.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { decisionOf, projectOf } from "../../fixtures/storage/contract/fixtures.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 23);
const [january, february, november] = [0, 1, 10].map((month) => Date.UTC(2026, month, 5));

describeWith(postgresql)("months of which nothing is kept", () => {
  const stores = postgresStores();
  const connections: Connection[] = [];
  afterAll(async () => {
    for (const one of connections) await one.close();
  });

  /** A database with partitions since January that writes down what is deleted by rows, and what is dropped. */
  async function database() {
    const url = await stores.newPlace();
    const store = await stores.open(url);
    const connection = connectTo(url);
    connections.push(connection);
    await addPartitions(connection, january!, now);
    const { sql } = connection;
    await sql("CREATE TABLE deleted_rows (of text)");
    await sql("CREATE TABLE dropped (name text, rows bigint)");
    await sql(
      `CREATE FUNCTION note_row() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN INSERT INTO deleted_rows VALUES (TG_TABLE_NAME); RETURN NULL; END $$`,
    );
    for (const table of ["batches", "decisions", "attempts", "sightings", "reasons"]) {
      await sql(
        `CREATE TRIGGER note AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION note_row()`,
      );
    }
    await sql(
      `CREATE FUNCTION note_drop() RETURNS event_trigger LANGUAGE plpgsql AS $$
       DECLARE one text; rows bigint;
       BEGIN
         FOR one IN SELECT relname FROM pg_class WHERE relname LIKE 'ended%' AND relkind = 'r' LOOP
           EXECUTE 'SELECT count(*) FROM ' || one INTO rows;
           INSERT INTO dropped SELECT one, rows WHERE one NOT IN (SELECT name FROM dropped);
         END LOOP;
       END $$`,
    );
    await sql(
      "CREATE EVENT TRIGGER note ON ddl_command_start WHEN TAG IN ('DROP TABLE') EXECUTE FUNCTION note_drop()",
    );
    return {
      store,
      sql,
      connection,
      url,
      deletedRows: async () => {
        const rows = await sql<{ of: string; n: number }>(
          "SELECT of, count(*) AS n FROM deleted_rows GROUP BY 1 ORDER BY 1",
        );
        return Object.fromEntries(rows.map(({ of, n }) => [of, n]));
      },
      dropped: () => sql("SELECT name, rows FROM dropped ORDER BY name"),
      partitions: async (table: string) => {
        const rows = await sql<{ name: string }>(
          "SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relname ~ $1 ORDER BY 1",
          [`^(ended_)?${table}_[0-9]{4}_[0-9]{2}$`],
        );
        return rows.map(({ name }) => name);
      },
    };
  }
  type Database = Awaited<ReturnType<typeof database>>;

  describe("of telemetry", () => {
    /** Visits of three batches each. */
    async function visits({ store, sql }: Database, project: string, at: number, count: number) {
      await store.projects.create(projectOf(project)).catch(() => {});
      const name = `'col_' || $2::text || '_' || visit`;
      await sql(
        `INSERT INTO collections SELECT $1, ${name}, 1, '{}' FROM generate_series(1, $3::int) AS visit`,
        [project, at, count],
      );
      await sql(
        `INSERT INTO batches (project_id, collection_id, sequence, received_at, ip, user_agent, body)
         SELECT $1, ${name}, sequence, $2::bigint + visit, '', '', ''
         FROM generate_series(1, $3::int) AS visit, generate_series(0, 2) AS sequence`,
        [project, at, count],
      );
    }
    const end = ({ store }: Database, stopped = () => false) =>
      retention(store, { days: 90, now: () => now, stopped })();
    const left = async ({ sql }: Database) =>
      (
        await sql(
          `SELECT (SELECT count(*) FROM batches) AS batches,
             (SELECT count(*) FROM collections) AS collections`,
        )
      )[0];

    test("are dropped with all their rows, of which none is deleted by itself", async () => {
      const one = await database();
      await visits(one, "prj_1", january!, 2500);
      await visits(one, "prj_2", january!, 10);
      await visits(one, "prj_1", november!, 20);
      const deleted = await end(one);
      const byProject = deleted.toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1));
      expect(byProject).toEqual([
        { projectId: "prj_1", days: 90, batches: 7500, collections: 2500 },
        { projectId: "prj_2", days: 90, batches: 30, collections: 10 },
      ]);
      expect(await one.dropped()).toEqual([{ name: "ended_batches_2026_01", rows: 7530 }]);
      expect(await one.deletedRows()).toEqual({});
      expect(await left(one)).toEqual({ batches: 60, collections: 20 });
      expect(await one.partitions("batches")).not.toContain("batches_2026_01");
    });

    test("stay where a project keeps its own for longer: then the others' go by rows", async () => {
      const one = await database();
      await visits(one, "prj_1", january!, 30);
      await visits(one, "prj_2", january!, 10);
      await visits(one, "prj_1", february!, 5);
      await one.store.projects.setTelemetryRetention("prj_2", 0);
      await end(one);
      expect(await one.deletedRows()).toEqual({ batches_2026_01: 90 });
      expect(await one.dropped()).toEqual([{ name: "ended_batches_2026_02", rows: 15 }]);
      expect(await left(one)).toEqual({ batches: 30, collections: 10 });
    });

    test("that have not ended go by rows", async () => {
      const one = await database();
      const lateAugust = Date.UTC(2026, 7, 20); // 90 days before now is the 25th.
      await visits(one, "prj_1", lateAugust, 5);
      await visits(one, "prj_1", lateAugust + 10 * day, 5);
      await end(one);
      expect(await one.deletedRows()).toEqual({ batches_2026_08: 15 });
      expect(await left(one)).toEqual({ batches: 15, collections: 5 });
    });

    test("are finished later where the service was stopped, or another copy was faster", async () => {
      const one = await database();
      await visits(one, "prj_1", january!, 20);
      await visits(one, "prj_1", november!, 20);
      await end(one, () => true);
      expect(await one.partitions("batches")).toContain("ended_batches_2026_01");
      // Nobody reads it any more.
      expect(await left(one)).toEqual({ batches: 60, collections: 40 });
      const other = await stores.open(one.url);
      const both = await Promise.all([end(one), end({ ...one, store: other })]);
      expect(both.flat().reduce((sum, { batches }) => sum + batches, 0)).toBe(60);
      expect(await left(one)).toEqual({ batches: 60, collections: 20 });
      expect(await one.deletedRows()).toEqual({});
    });

    test("go by rows while somebody uses the table for longer than a second", async () => {
      const one = await database();
      await visits(one, "prj_1", january!, 20);
      await one.connection.transaction(async (transaction) => {
        await transaction.sql("LOCK TABLE batches IN ACCESS SHARE MODE");
        await end(one);
      });
      expect(await one.deletedRows()).toEqual({ batches_2026_01: 60 });
      expect(await left(one)).toEqual({ batches: 0, collections: 0 });
      await keepPartitions(one.connection, now);
      expect(await one.partitions("batches")).not.toContain("batches_2026_01");
    });
  });

  describe("of decisions", () => {
    const idAt = (at: number, tie: number) =>
      `dec_${at.toString(16).padStart(12, "0")}${tie.toString(16).padStart(20, "0")}`;

    async function decisions(
      { store }: Database,
      project: string,
      at: number,
      count: number,
      keeps: KeptOfDecisions,
    ) {
      await store.projects.create(projectOf(project)).catch(() => {});
      const before = { decisionRetentionDays: null, decisionRetentionKeeps: null };
      const choices = { decisionRetentionDays: 60, decisionRetentionKeeps: keeps };
      await store.projects.replaceChoices(project, { choices, before });
      for (let tie = 0; tie < count; tie++) {
        const made = decisionOf(project, { email: tie, phone: 1000 + tie }, at + tie, tie);
        made.decision.id = idAt(at + tie, tie);
        await store.decisions.commit(made);
        const of = { projectId: project, decisionId: made.decision.id };
        await store.reasons.put({ ...of, json: "{}", computedAt: at });
        const reported = {
          outcome: "fraud",
          occurredAt: null,
          note: null,
          requestId: "r",
        } as const;
        await store.outcomes.report({ ...of, ...reported, reportedAt: at + day, keyId: null });
      }
    }
    const end = ({ store }: Database) =>
      decisionRetention(store, { days: 0, now: () => now, stopped: () => false })();
    const left = async ({ sql }: Database) => {
      const tables = ["decisions", "attempts", "sightings", "reasons", "outcomes", "reports"];
      const counts = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
      return (await sql(`SELECT ${counts.join(", ")}`))[0];
    };

    test("are dropped with all that belongs to them, where nothing is kept", async () => {
      const one = await database();
      await decisions(one, "prj_1", january!, 40, "nothing");
      await decisions(one, "prj_2", january!, 5, "nothing");
      await decisions(one, "prj_1", november!, 10, "nothing");
      const done = (await end(one)).toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1));
      expect(done).toEqual([
        { projectId: "prj_1", days: 60, keeps: "nothing", decisions: 40 },
        { projectId: "prj_2", days: 60, keeps: "nothing", decisions: 5 },
      ]);
      expect(await one.deletedRows()).toEqual({});
      expect(await one.dropped()).toEqual(
        expect.arrayContaining([
          { name: "ended_attempts_2026_01", rows: 45 },
          { name: "ended_decisions_2026_01", rows: 45 },
          { name: "ended_reasons_2026_01", rows: 45 },
          { name: "ended_sightings_2026_01", rows: 90 },
        ]),
      );
      expect(await left(one)).toEqual({
        decisions: 10,
        attempts: 10,
        sightings: 20,
        reasons: 10,
        outcomes: 10,
        reports: 20,
      });
      expect(await one.partitions("decisions")).not.toContain("ended_decisions_2026_01");
    });

    test("stay where they are kept for training, and are blanked", async () => {
      const one = await database();
      await decisions(one, "prj_1", january!, 5, "nothing");
      await decisions(one, "prj_2", january!, 5, "training");
      await decisions(one, "prj_2", february!, 5, "training");
      await end(one);
      expect(await one.dropped()).toEqual([]);
      expect(await left(one)).toMatchObject({
        decisions: 10,
        attempts: 10,
        sightings: 0,
        reports: 0,
      });
      const [blanked] = await one.sql("SELECT count(*) AS n FROM attempts WHERE blanked");
      expect(blanked).toEqual({ n: 10 });
    });
  });
});
