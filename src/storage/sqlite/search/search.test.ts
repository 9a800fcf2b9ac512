import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { openDatabase } from "../../../../test/fixtures/database.ts";
import {
  allPages,
  attempts,
  bring,
  dayMs,
  describeSearch,
  type Made,
  plainList,
  start,
} from "../../../../test/fixtures/storage/contract/search.ts";
import { sqliteStores } from "../../../../test/fixtures/storage/sqlite-stores.ts";
import { StorageUnavailable, type Store } from "../../port/store.ts";
import { attemptsIndexer } from "../history/index-attempts.ts";
import { migrate, migrations } from "../migrations.ts";
import { openForReading, openForWriting } from "../open.ts";
import { openSqliteStore } from "../sqlite-store.ts";
import { decisionsIndexer } from "./index-decisions.ts";

const stores = sqliteStores();
const { newFolder } = stores;
const open = (folder = newFolder()) => stores.openIndexing(folder);

/** Waits until all that is on disk can be found. */
async function filed(store: Store): Promise<void> {
  const isEmpty = async () => (await store.search.backlog()) === 0;
  await waitUntil("the search index", isEmpty);
}

describeSearch(stores);

describe.concurrent("the search index", () => {
  const made = attempts("prj_1", 300, 14, 3 * dayMs);
  const answers = async (store: Store) => {
    await filed(store);
    const to = start + 3 * dayMs;
    return {
      all: await allPages(store, "prj_1", {}, 100),
      frauds: await allPages(store, "prj_1", { outcomes: ["fraud"] }, 100),
      scores: await store.search.byScore("prj_1", start, to),
      places: await store.search.byPlace("prj_1", "billing", { from: start, to }, 10),
      request: await store.search.list("prj_1", { requestId: "request-7" }, null, 10),
    };
  };

  test("is built again from events.db, however little of it is left", async () => {
    const folder = newFolder();
    const first = await openSqliteStore(folder, { indexing: true });
    await bring(first, made);
    const before = await answers(first);
    expect(before.all).toHaveLength(made.length);
    await first.close();
    for (const end of ["", "-wal", "-shm"])
      rmSync(join(folder, `history.db${end}`), { force: true });
    const again = await open(folder);
    const after = await answers(again);
    expect({ ...after, scores: after.scores.length }).toEqual({
      ...before,
      scores: before.scores.length,
    });
  });

  test("is added to a history.db of a version that had none, which loses nothing", async () => {
    const folder = newFolder();
    const first = await openSqliteStore(folder, { indexing: true });
    await bring(first, made);
    const before = await answers(first);
    await first.close();
    const file = join(folder, "history.db");
    const older = openDatabase(file);
    older.run("PRAGMA busy_timeout = 5000"); // The store's own connection ends a little later.
    const place = migrations.history.findIndex(({ sql }) => sql.includes("`filed`"));
    for (const table of ["filed_projects", "kinds", "filed", "hour_tallies", "day_tallies"]) {
      older.run(`DROP TABLE ${table}`);
    }
    for (const table of ["requests", "place_tallies", "hotels", "filing"])
      older.run(`DROP TABLE ${table}`);
    for (const column of ["surname", "score", "card", "amount"])
      older.run(`ALTER TABLE attempts DROP COLUMN ${column}`);
    // Which came later still, and so did:
    for (const table of ["identity_filter", "hotel_days"]) older.run(`DROP TABLE ${table}`);
    older.run("DELETE FROM __drizzle_migrations WHERE created_at >= ?", [
      migrations.history[place]!.when,
    ]);
    const sightings = older.query("SELECT count(*) FROM sightings").get();
    older.close();
    const again = await open(folder);
    const after = await answers(again);
    expect(after.all).toEqual(before.all);
    expect(after.places).toEqual(before.places);
    expect(after.request).toEqual(before.request);
    const now = new Database(file, { readonly: true });
    expect(now.query("SELECT count(*) FROM sightings").get()).toEqual(sightings);
    now.close();
  });

  test("has the schema of a new folder, from whichever version", () => {
    const shape = (upTo: number) => {
      const database = new Database(":memory:");
      migrate(database, migrations.history.slice(0, upTo));
      migrate(database, migrations.history);
      return database.query("SELECT name, sql FROM sqlite_schema ORDER BY name").all();
    };
    for (const upTo of [1, 2, 3, 4]) expect(shape(upTo)).toEqual(shape(migrations.history.length));
  });

  test("skips damaged JSON in a row, and continues after it", async () => {
    const store = await open();
    const [bad, good] = attempts("prj_1", 2, 15, dayMs) as [Made, Made];
    bad.added.decision = { ...bad.added.decision, request: "{", evidence: "null" };
    await bring(store, [bad, good]);
    await filed(store);
    expect(await allPages(store, "prj_1", {}, 10)).toHaveLength(2);
  });

  test("waits for a decision before it indexes its outcomes", async () => {
    const folder = newFolder();
    const writer = await stores.open(folder);

    // More decisions than one group, and all reports after them.
    const many = attempts("prj_1", 450, 16, dayMs);
    await bring(writer, many);
    const events = openForReading(folder, "events");
    const history = openForWriting(folder, "history");
    const [indexAttempts, indexDecisions] = [attemptsIndexer, decisionsIndexer].map((indexer) =>
      indexer(events, history),
    );
    for (let added = 1; added > 0; ) added = indexAttempts!(100) + indexDecisions!(60);
    for (const file of [events, history]) file.close();
    const store = await open(folder);
    await filed(store);
    const frauds = await allPages(store, "prj_1", { outcomes: ["fraud", "chargeback"] }, 500);
    expect(frauds.map(({ id }) => id)).toEqual(
      plainList(many, "prj_1", { outcomes: ["fraud", "chargeback"] }),
    );
  });
});

test("a store that was closed, or whose files are missing, rejects", async () => {
  const store = await openSqliteStore(newFolder());
  await store.search.backlog();
  await store.close();
  const error = await store.search.backlog().then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(StorageUnavailable);
});
