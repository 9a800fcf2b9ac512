/** Several copies on one database: each is a store with connections of its own. */
import { beforeAll, expect, test } from "bun:test";
import { postgresql } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { byOrder } from "../../../src/storage/port/sighting.ts";
import { StorageUnavailable, type Store } from "../../../src/storage/port/store.ts";
import type { History } from "../../../src/storage/port/velocity.ts";
import { connectTo } from "../../../src/storage/postgres/connection.ts";
import { decisionWriter } from "../../../src/storage/postgres/events/decisions.ts";
import { openAttempts, openMaxMs } from "../../../src/storage/postgres/open-attempts.ts";
import { addPartitions } from "../../../src/storage/postgres/partitions.ts";
import { heartbeat, joinCopies } from "../../../src/storage/postgres/shared/copies.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { pgbouncer } from "../../fixtures/postgres/pgbouncer.ts";
import { attemptOf, windowMs } from "../../fixtures/storage/attempt-on-copies.ts";
import { rejection } from "../../fixtures/storage/contract/fixtures.ts";
import type { Stores } from "../../fixtures/storage/contract/stores.ts";
import { postgresStores } from "../../fixtures/storage/postgres-stores.ts";

describeWith(postgresql)("attempts on several copies", () => describeAttempts(postgresStores()));
describeWith(postgresql, pgbouncer)("attempts on several copies behind PgBouncer", () =>
  describeAttempts(postgresStores({ behindPgBouncer: true })),
);

function describeAttempts(stores: Stores): void {
  let url: string;
  let copies: Store[];
  beforeAll(async () => {
    url = await stores.newPlace();
    copies = await Promise.all([1, 2, 3, 4].map(() => stores.open(url)));
  });

  test("of the version before read what they know of a card's attempt, and its score", async () => {
    const project = "prj_before";
    const one = attemptOf(project, { email: 1, card: 7 }, Date.now());
    one.opening.sighting = { ...one.opening.sighting, amount: 12_345 };
    const opened = (await copies[0]!.shared!.attempts.open(one.opening))!;
    await copies[0]!.decisions.commit(one.decided(opened));
    const connection = connectTo(url);
    const now = opened.at + 1;
    const [row] = await connection.sql<{ history: string }>(
      "SELECT history_of_3($1, $2::bigint[], 0, $3, 0) AS history",
      [project, "{1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL}", now],
    );
    await connection.close();
    const { sightings, firstSeen } = JSON.parse(row!.history);
    const [[sighting]] = sightings;
    expect(sighting).toHaveLength(18);
    expect(sighting[17]).toBe(1);
    expect(firstSeen).toHaveLength(5);
    const asked = { at: now, tie: 0 };
    const { sightings: known } = await copies[1]!.velocity.asOf(project, { card: 7 }, 0, asked);
    expect(known.card).toMatchObject([{ card: 7, amount: 12_345, score: 1 }]);
  });

  test("see exactly those that were opened before, whichever copy opened them", async () => {
    const project = "prj_exact";
    const opened = await Promise.all(
      Array.from({ length: 120 }, async (_, i) => {
        const store = copies[i % copies.length]!;
        await Bun.sleep((i * 7919) % 40);
        // Each copy's clock differs from the others'.
        const one = attemptOf(
          project,
          { email: 1, phone: 2 + (i % 3) },
          Date.now() + (i % 4) * 700,
        );
        const { at, history } = (await store.shared!.attempts.open(one.opening))!;
        const { tie } = one;
        if (i % 5 > 0) await store.decisions.commit(one.decided({ at, history }));
        return { at, tie, phone: i % 3, history, isCommitted: i % 5 > 0 };
      }),
    );
    const inOrder = opened.toSorted(byOrder);
    for (const [i, one] of inOrder.entries()) {
      const before = inOrder.slice(0, i);
      const places = (all: readonly { at: number; tie: number }[]) =>
        all.map(({ at, tie }) => `${at} ${tie}`);
      expect(places(one.history.sightings.email ?? [])).toEqual(places(before));
      const samePhone = before.filter(({ phone }) => phone === one.phone);
      expect(places(one.history.sightings.phone ?? [])).toEqual(places(samePhone));
      const [first] = before;
      expect(one.history.firstSeen.email).toEqual(first?.at);
    }
    // A stored decision's place determines what it saw: it is read again as of then. Some had no score yet.
    const last = inOrder.at(-1)!;
    const again = await copies[0]!.velocity.asOf(
      project,
      { email: 1, phone: 2 + last.phone },
      last.at - windowMs,
      last,
    );
    const withoutScores = ({ sightings, ...history }: History) => ({
      ...history,
      sightings: Object.entries(sightings).map(([kind, all]) => [
        kind,
        all.map((one) => ({ ...one, score: null })),
      ]),
    });
    expect(withoutScores(again)).toEqual(withoutScores(last.history));
    const committed = new Map(opened.map((one) => [one.tie, one.isCommitted]));
    for (const { tie, score } of again.sightings.email!) {
      expect([tie, score]).toEqual([tie, committed.get(tie) ? 1 : null]);
    }
  });

  test("that are closed are seen by none of the later ones", async () => {
    const project = "prj_closed";
    const [one, two] = [
      attemptOf(project, { email: 1 }, Date.now()),
      attemptOf(project, { email: 1 }, Date.now()),
    ];
    const opened = (await copies[0]!.shared!.attempts.open(one.opening))!;
    copies[0]!.shared!.attempts.close(project, { at: opened.at, tie: one.tie });
    // It is closed in the background.
    const isSeen = async () =>
      (await copies[1]!.velocity.asOf(project, { email: 1 }, 0, { at: 2 ** 50, tie: 0 })).sightings
        .email !== undefined;
    await waitUntil("the end of the attempt", async () => !(await isSeen()));
    expect((await copies[1]!.shared!.attempts.open(two.opening))!.history.sightings).toEqual({});
  });

  test("with one idempotency key are decided once, and counted once", async () => {
    const project = "prj_key";
    const answers = await Promise.all(
      copies.map(async (store) => {
        const one = attemptOf(project, { email: 1 }, Date.now(), "same key");
        const opened = await store.shared!.attempts.open(one.opening);
        if (!opened) return null;
        await Bun.sleep(50);
        expect(opened.history.sightings).toEqual({});
        return store.decisions.commit(one.decided(opened));
      }),
    );
    expect(answers.filter((answer) => answer !== null)).toEqual([true]);
    const after = await copies[0]!.velocity.asOf(project, { email: 1 }, 0, { at: 2 ** 50, tie: 0 });
    expect(after.sightings.email).toHaveLength(1);
  });

  test("of a copy that was stopped are closed, and cannot be committed afterwards", async () => {
    const project = "prj_abandoned";
    const one = attemptOf(project, { email: 1 }, Date.now());
    const opened = (await copies[0]!.shared!.attempts.open(one.opening))!;
    const connection = connectTo(url);
    const attempts = openAttempts(connection, null);
    await attempts.closeAbandoned();
    const count = async () =>
      (await copies[1]!.velocity.asOf(project, { email: 1 }, 0, { at: 2 ** 50, tie: 0 })).sightings
        .email?.length;
    expect(await count()).toBe(1);
    await connection.sql("UPDATE attempts SET opened_at = opened_at - $1 WHERE project_id = $2", [
      openMaxMs + 1000,
      project,
    ]);
    await attempts.closeAbandoned();
    expect(await count()).toBeUndefined();
    const refused = await rejection(copies[0]!.decisions.commit(one.decided(opened)));
    expect(refused).toBeInstanceOf(StorageUnavailable);
    expect(await copies[0]!.decisions.find(project, one.decided(opened).decision.id)).toBeNull();
    await connection.close();
  });

  test("read no more from the database however many share their identities", async () => {
    const project = "prj_shared";
    const calls = 20;
    const now = Date.now();
    const place = await stores.newPlace();
    await stores.open(place);
    const connection = connectTo(place);
    await addPartitions(connection, now - windowMs, now); // The planner sorts where there are several.
    /** Entries read from the sightings' indexes for the history of an attempt, where so many share an identity. */
    const entries = async (shared: number) => {
      await connection.sql(
        `INSERT INTO attempts (project_id, at, tie, id, identities, sighting)
        SELECT $1, $2::bigint - n, 0, 'dec_' || n,
          ARRAY(SELECT n * 10 + i FROM generate_series(1, 6) AS i) || 5::bigint || 7::bigint, '[' || $2::bigint - n || ',0]'
        FROM generate_series(1, $3::int) AS n ON CONFLICT DO NOTHING`,
        [project, now, shared],
      );
      await connection.sql(
        `INSERT INTO sightings SELECT project_id, identity, at, tie
        FROM attempts, unnest(identities) AS identity WHERE project_id = $1 ON CONFLICT DO NOTHING`,
        [project],
      );
      await connection.sql("ANALYZE attempts, sightings");
      return connection.transaction(async ({ sql }) => {
        const read = async () => {
          const [row] = await sql<{ count: number }>(
            `SELECT sum(pg_stat_get_xact_tuples_returned(oid))::float8 AS count
            FROM pg_class WHERE relkind = 'i' AND relname LIKE 'sightings%'`,
          );
          return row!.count;
        };
        const before = await read();
        // As `open_attempts_3` calls it: its plan is made without knowing the values.
        await sql(`DO $$ BEGIN FOR i IN 1..${calls} LOOP
          PERFORM history_of_3('${project}', ARRAY[i - 100, -200, -300, null, 5, -400, 7, -500, -600, null], ${now - windowMs}, ${now}, 0);
        END LOOP; END $$`);
        return ((await read()) - before) / calls;
      });
    };
    const few = await entries(500);
    const many = await entries(10_000);
    await connection.close();
    // The newest 128 of both, and the first.
    expect({ few, many }).toEqual({ few: 258, many: 258 });
  });

  test("look up each earlier attempt by its key, also where the plan was made while the database was empty", async () => {
    const project = "prj_new";
    const now = Date.now();
    const place = await stores.newPlace();
    await stores.open(place);
    const connection = connectTo(place);
    const read = await connection.transaction(async ({ sql }) => {
      const history = () =>
        sql("SELECT history_of_3($1, ARRAY[5, 7]::bigint[], $2, $3, 0)", [
          project,
          now - windowMs,
          now,
        ]);
      await history();
      await sql(
        `INSERT INTO attempts (project_id, at, tie, id, identities, sighting)
        SELECT $1, $2::bigint - n, 0, 'dec_' || n, ARRAY[5, 7], '[]' FROM generate_series(1, 1000) AS n`,
        [project, now],
      );
      await sql(
        `INSERT INTO sightings SELECT project_id, identity, at, tie
        FROM attempts, unnest(identities) AS identity WHERE project_id = $1`,
        [project],
      );
      const entries = async () => {
        const [row] = await sql<{ count: number }>(
          `SELECT sum(pg_stat_get_xact_tuples_returned(oid))::float8 AS count
          FROM pg_class WHERE relkind = 'i' AND relname LIKE 'attempts%'`,
        );
        return row!.count;
      };
      const before = await entries();
      await history();
      return (await entries()) - before;
    });
    await connection.close();
    // 128 with each of the two; joined to all of the project's attempts, it was a thousand times that.
    expect(read).toBe(256);
  });

  test("of a copy that fell silent are closed when they are as old, but for those being committed", async () => {
    const project = "prj_silent";
    const connection = connectTo(url);
    const { sql } = connection;
    const [dead, alive] = ["dead", "alive"].map((copy) => openAttempts(connection, copy));
    const running = await joinCopies(connection, "alive");
    const open = async (by: typeof dead, keyHash: string) => {
      const one = attemptOf(project, { email: 1 }, Date.now(), keyHash);
      const opened = (await by!.open(one.opening))!;
      return { ...one, opened };
    };
    const old = await open(dead, "old");
    const committing = await open(dead, "committing");
    await open(alive, "of the living");
    await sql("UPDATE attempts SET opened_at = opened_at - $1 WHERE project_id = $2", [
      heartbeat.silentMs + 1000,
      project,
    ]);
    await open(dead, "young");
    const keys = async () => {
      const rows = await sql<{ key: string }>(
        "SELECT key_hash AS key FROM attempts WHERE opened_at IS NOT NULL AND project_id = $1 ORDER BY 1",
        [project],
      );
      return rows.map(({ key }) => key);
    };
    await connection.transaction(async (transaction) => {
      await transaction.sql("SELECT 1 FROM attempts WHERE key_hash = 'committing' FOR UPDATE");
      await alive!.closeAbandoned();
    });
    expect(await keys()).toEqual(["committing", "of the living", "young"]);
    const commit = (by: typeof dead, { decided, opened }: typeof old) =>
      decisionWriter(connection, by!).write(decided(opened));
    expect(await commit(dead, committing)).toBe("stored");
    const again = await open(alive, "old");
    expect(await commit(dead, old)).toBe("lost"); // It was only held up, and goes on.
    expect(await commit(alive, again)).toBe("stored");
    await running.stop();
    await connection.close();
  });

  test("of a copy whose clock is an hour wrong get the database's time", async () => {
    const hour = 60 * 60 * 1000;
    const wrong = [-hour, hour].map((by) => attemptOf("prj_clock", { email: 1 }, Date.now() + by));
    for (const one of wrong) {
      const { at } = (await copies[0]!.shared!.attempts.open(one.opening))!;
      expect(Math.abs(at - Date.now())).toBeLessThan(hour / 2);
    }
  });
}
