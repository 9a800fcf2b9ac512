import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../test/fixtures/database.ts";
import { StorageUnavailable } from "../port/store.ts";
import { migrate, migrations } from "./migrations.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-migrations-"));
afterAll(() => rmSync(root, { recursive: true }));

const names = Object.keys(migrations) as (keyof typeof migrations)[];
const tablesOf = (database: Database) =>
  database
    .query<{ sql: string | null }, []>("SELECT sql FROM sqlite_schema ORDER BY type, name")
    .all()
    .map(({ sql }) => sql);
const applied = (database: Database) =>
  database
    .query<{ created_at: number; hash: string }, []>(
      "SELECT created_at, hash FROM __drizzle_migrations ORDER BY created_at",
    )
    .all();

describe.each(names)("%s.db", (name) => {
  const folder = join(import.meta.dir, "migrations", name);

  test("has every migration of its folder, in order", async () => {
    const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
    const journal = await Bun.file(join(folder, "meta/_journal.json")).json();
    const tags = (journal.entries as { tag: string }[]).map(({ tag }) => `${tag}.sql`);
    expect(tags.sort()).toEqual(files.sort());
    expect(migrations[name]).toHaveLength(files.length);
    const times = migrations[name].map(({ when }) => when);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    for (const [i, file] of files.entries()) {
      expect(migrations[name][i]?.sql).toBe(await Bun.file(join(folder, file)).text());
    }
  });

  test("is migrated from nothing to the newest schema, and a second time changes nothing", () => {
    const database = new Database(":memory:");
    migrate(database, migrations[name]);
    const shape = tablesOf(database);
    expect(shape.length).toBeGreaterThan(2);
    const rows = applied(database);
    expect(rows.map(({ created_at }) => created_at)).toEqual(
      migrations[name].map(({ when }) => when),
    );
    migrate(database, migrations[name]);
    expect(tablesOf(database)).toEqual(shape);
    expect(applied(database)).toEqual(rows);
  });

  test("written by a newer version is refused and left as it is", () => {
    const database = new Database(":memory:");
    migrate(database, migrations[name]);
    const newer = migrations[name].at(-1)!.when + 1;
    database.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', ?)", [newer]);
    const rows = applied(database);
    expect(() => migrate(database, migrations[name])).toThrow(/newer version/);
    expect(applied(database)).toEqual(rows);
  });
});

describe("a later migration", () => {
  const first = { when: 1, sql: "CREATE TABLE a (x)" };
  const second = {
    when: 2,
    sql: "CREATE TABLE b (x);--> statement-breakpoint\nCREATE TABLE c (x)",
  };
  const broken = { when: 3, sql: "CREATE TABLE d (x); CREATE TABLE a (x)" };
  const has = (database: Database, table: string) =>
    database.query("SELECT 1 FROM sqlite_schema WHERE name = ?").get(table) !== null;

  test("is applied by itself, once", () => {
    const database = new Database(":memory:");
    migrate(database, [first]);
    database.run("INSERT INTO a VALUES (1)");
    migrate(database, [first, second]);
    migrate(database, [first, second]);
    expect([has(database, "b"), has(database, "c")]).toEqual([true, true]);
    expect(database.query("SELECT x FROM a").all()).toEqual([{ x: 1 }]);
    expect(applied(database)).toHaveLength(2);
  });

  test("that fails leaves the database as it was", () => {
    const database = new Database(":memory:");
    migrate(database, [first]);
    expect(() => migrate(database, [first, second, broken])).toThrow();
    expect([has(database, "b"), has(database, "d")]).toEqual([false, false]);
    expect(applied(database)).toHaveLength(1);
  });
});

describe("a history.db from before browser profiles", () => {
  const place = migrations.history.findIndex(({ sql }) => sql.includes("ADD `look`"));
  const before = migrations.history.slice(0, place);
  const email = 100;

  /** As the version before left it: one attempt, in both files, without a browser profile. */
  async function olderFolder(name: string): Promise<string> {
    const folder = join(root, name);
    await (await openSqliteStore(folder)).close();
    const events = openDatabase(join(folder, "events.db"));
    const identities = JSON.stringify({ tie: 3, identities: { email }, stay: { city: 5 } });
    events.run(
      `INSERT INTO decisions (project_id, id, decided_at, request_id, risk_score, risk_level,
         suggested_action, risk_setting, probability, model_name, model_version, model_sha256,
         request, evidence, feature_set, features, identities)
       VALUES ('prj_1', 'dec_1', 10, 'r', 1, 'low', 'allow', 'balanced', 0.1, 'm', '1', 's',
         '{}', '{}', 'f', '[]', ?)`,
      [identities],
    );
    events.close();
    const file = join(folder, "history.db");
    for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
    const history = openDatabase(file);
    migrate(history, before);
    const project = 4711; // 32 bits of the project's hash, at the time.
    history.run("INSERT INTO attempts (project, at, tie, email, city) VALUES (?, 10, 3, ?, 5)", [
      project,
      email,
    ]);
    history.run("INSERT INTO sightings VALUES (?, ?, 10, 3)", [project, email]);
    history.run("INSERT INTO progress VALUES (1, 1, 0)");
    history.close();
    return folder;
  }

  test("lacks the column until it is migrated, and keeps its rows then", () => {
    expect(place).toBeGreaterThan(0);
    const database = new Database(":memory:");
    migrate(database, before);
    database.run("INSERT INTO attempts (project, at, tie, email) VALUES (1, 10, 3, 100)");
    expect(() => database.query("SELECT look FROM attempts").all()).toThrow(/look/);
    migrate(database, migrations.history.slice(0, place + 1));
    expect(database.query("SELECT at, tie, email, look FROM attempts").all()).toEqual([
      { at: 10, tie: 3, email: 100, look: null },
    ]);
  });

  test("is migrated when it is opened, and its attempts have no browser profile", async () => {
    const folder = await olderFolder("before-looks");
    const store = await openSqliteStore(folder, { indexing: true });
    const found = await store.velocity.asOf("prj_1", { email }, 0, { at: 100, tie: 0 });
    expect(found.sightings.email).toMatchObject([
      {
        at: 10,
        tie: 3,
        checkIn: null,
        score: 1, // Indexed anew from the decision's row.
        linked: { email, city: 5, look: null, phone: null },
      },
    ]);
    await store.close();
    const history = openDatabase(join(folder, "history.db"));
    expect(applied(history)).toHaveLength(migrations.history.length);
    history.close();
  });
});

test("attempts of a history.db from before scores have none", () => {
  const last = migrations.history.findIndex(({ sql }) => sql.includes("ADD `score`"));
  expect(last).toBeGreaterThan(0);
  const database = new Database(":memory:");
  migrate(database, migrations.history.slice(0, last));
  expect(() => database.query("SELECT score FROM attempts").all()).toThrow(/score/);
  database.run("INSERT INTO attempts (project, at, tie, email) VALUES (1, 10, 3, 100)");
  migrate(database, migrations.history);
  expect(database.query("SELECT at, email, score FROM attempts").all()).toEqual([
    { at: 10, email: 100, score: null },
  ]);
  database.close();
});

describe("a folder from before money terms and retention", () => {
  const older = (name: "control" | "events", sign: string) => {
    const place = migrations[name].findIndex(({ sql }) => sql.includes(sign));
    expect(place).toBeGreaterThan(0);
    return migrations[name].slice(0, place);
  };

  /** As the version before left it: a project with a key, and two batches of telemetry. */
  async function olderFolder(): Promise<string> {
    const folder = join(root, "before-money");
    mkdirSync(folder);
    const control = new Database(join(folder, "control.db"), { create: true });
    migrate(control, older("control", "`money_terms`"));
    expect(() => control.query("SELECT money_terms FROM projects")).toThrow(/money_terms/);
    control.run("INSERT INTO projects VALUES ('prj_1', 'Hotel', 'balanced', 5, NULL)");
    control.run(
      "INSERT INTO keys (id, project_id, kind, hash, start, end, name, created_at) " +
        "VALUES ('key_1', 'prj_1', 'secret', 'h', 's', 'e', 'n', 6)",
    );
    control.close();
    const events = new Database(join(folder, "events.db"), { create: true });
    migrate(events, older("events", "batches_by_project_age"));
    for (const [sequence, receivedAt] of [10, 20].entries()) {
      events.run("INSERT INTO batches VALUES ('prj_1', 'col_1', ?, ?, 'ip', 'ua', '{}', NULL)", [
        sequence,
        receivedAt,
      ]);
    }
    events.run("INSERT INTO collections VALUES ('prj_1', 'col_1', 2, '{}')");
    events.close();
    return folder;
  }

  test("keeps its data, has no settings yet, and takes them", async () => {
    const store = await openSqliteStore(await olderFolder());
    const project = {
      id: "prj_1",
      name: "Hotel",
      riskSetting: "balanced",
      createdAt: 5,
      archivedAt: null,
      baseRate: null,
    };
    expect(await store.projects.list()).toEqual([project]);
    expect((await store.keys.findOwner("h"))?.project).toEqual(project);
    expect(await store.projects.choices("prj_1")).toEqual({
      moneyTerms: null,
      telemetryRetentionDays: null,
      decisionRetentionDays: null,
      decisionRetentionKeeps: null,
      baseRateBasis: null,
      welcomeAgents: null,
      kiosks: null,
      requiresSecondFactor: false,
      reviewRules: null,
      controlGroup: null,
      attributes: null,
    });
    const terms = { choices: { moneyTerms: "{}" }, before: { moneyTerms: null } };
    expect(await store.projects.replaceChoices("prj_1", terms)).toBe(true);
    expect(await store.projects.setTelemetryRetention("prj_1", 7)).toBe(true);
    expect(await store.projects.choices("prj_1")).toEqual({
      moneyTerms: "{}",
      telemetryRetentionDays: 7,
      decisionRetentionDays: null,
      decisionRetentionKeeps: null,
      baseRateBasis: null,
      welcomeAgents: null,
      kiosks: null,
      requiresSecondFactor: false,
      reviewRules: null,
      controlGroup: null,
      attributes: null,
    });
    expect(await store.projects.find("prj_1")).toEqual(project);
    expect(await store.search.telemetryBefore("prj_1", 20)).toEqual({ batches: 1, oldestAt: 10 });
    expect(await store.collections.projects()).toEqual(["prj_1"]);
    expect(await store.collections.deleteBefore("prj_1", 20)).toEqual({
      batches: 1,
      collections: 0,
      more: false,
    });
    await store.close();
  });
});

test("several processes that start on one new folder at the same time all open it", async () => {
  const folder = join(root, "together");
  const file = join(root, "start.ts");
  writeFileSync(
    file,
    `import { openSqliteStore } from ${JSON.stringify(join(import.meta.dir, "sqlite-store.ts"))};
    const store = await openSqliteStore(${JSON.stringify(folder)});
    await store.projects.create({
      id: "prj_" + process.pid, name: "P", riskSetting: "balanced", createdAt: 1, archivedAt: null, baseRate: null,
    });
    await store.check();
    await store.close();
    process.exit(0);`,
  );
  const children = [1, 2, 3].map(() =>
    Bun.spawn([process.execPath, file], { stdout: "ignore", stderr: "pipe" }),
  );
  const ends = await Promise.all(
    children.map(async (child) => ({
      errors: await new Response(child.stderr).text(),
      status: await child.exited,
    })),
  );
  expect(ends).toEqual(children.map(() => ({ errors: "", status: 0 })));
  const store = await openSqliteStore(folder);
  expect(await store.projects.list()).toHaveLength(3);
  await store.close();
});

test("a data folder of a newer version is not opened, and the message says so", async () => {
  const folder = join(root, "newer");
  await (await openSqliteStore(folder)).close();
  const database = openDatabase(join(folder, "events.db"));
  database.run("PRAGMA busy_timeout = 5000"); // The store's own connection ends a little later.
  database.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9e15)");
  database.close();
  const error = await openSqliteStore(folder).then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(StorageUnavailable);
  expect(error.message).toMatch(/newer version of booking-risk/);
});

describe("data from before base rates", () => {
  const folder = join(root, "before-base-rates");
  const before = (name: "control" | "events") =>
    migrations[name].slice(
      0,
      migrations[name].findIndex(({ sql }) => sql.includes("base_rate")),
    );

  beforeAll(() => {
    mkdirSync(folder);
    for (const name of ["control", "events"] as const) {
      const database = new Database(join(folder, `${name}.db`));
      migrate(database, before(name));
      if (name === "control") {
        database.run(
          `INSERT INTO projects (id, name, risk_setting, created_at)
           VALUES ('prj_1', 'Hotel', 'balanced', 5)`,
        );
      } else {
        database.run(
          `INSERT INTO decisions (project_id, id, decided_at, request_id, risk_score, risk_level,
             suggested_action, risk_setting, probability, model_name, model_version, model_sha256,
             request, evidence, feature_set, features, identities)
           VALUES ('prj_1', 'dec_1', 10, 'r', 1, 'low', 'allow', 'balanced', 0.1, 'm', '1', 's',
             '{}', '{}', 'f', '[]', '{"tie":3,"identities":{},"stay":null}')`,
        );
      }
      database.close();
    }
  });

  test("is opened: projects have no rate, and decisions no shift", async () => {
    const store = await openSqliteStore(folder);
    expect(await store.projects.find("prj_1")).toMatchObject({ name: "Hotel", baseRate: null });
    expect((await store.projects.choices("prj_1"))?.baseRateBasis).toBeNull();
    expect(await store.decisions.find("prj_1", "dec_1")).toMatchObject({
      probability: 0.1,
      modelProbability: null,
      projectBaseRate: null,
      modelBaseRate: null,
    });
    await store.close();
  });
});

test("decisions and outcomes from before keys were stored have none", async () => {
  const folder = join(root, "before-keys");
  mkdirSync(folder);
  const database = new Database(join(folder, "events.db"));
  const first = migrations.events.findIndex(({ sql }) => sql.includes("key_id"));
  migrate(database, migrations.events.slice(0, first));
  database.run(
    `INSERT INTO decisions (project_id, id, decided_at, request_id, risk_score, risk_level,
       suggested_action, risk_setting, probability, model_name, model_version, model_sha256,
       request, evidence, feature_set, features, identities)
     VALUES ('prj_1', 'dec_1', 10, 'r', 1, 'low', 'allow', 'balanced', 0.1, 'm', '1', 's',
       '{}', '{}', 'f', '[]', '{"tie":3,"identities":{},"stay":null}')`,
  );
  database.run(
    `INSERT INTO outcomes (project_id, decision_id, outcome, request_id, reported_at)
     VALUES ('prj_1', 'dec_1', 'fraud', 'r', 20)`,
  );
  database.close();
  const store = await openSqliteStore(folder);
  expect(await store.decisions.find("prj_1", "dec_1")).toMatchObject({ keyId: null });
  expect(await store.outcomes.list("prj_1", "dec_1")).toMatchObject([{ keyId: null }]);
  await store.close();
});

test("models from before owners are shared by all projects", async () => {
  const folder = join(root, "before-owners");
  mkdirSync(folder);
  const database = new Database(join(folder, "control.db"));
  const first = migrations.control.findIndex(({ sql }) => sql.includes("owner_project_id"));
  migrate(database, migrations.control.slice(0, first));
  database.run(
    `INSERT INTO models (name, version, sha256, bundle_sha256, manifest, installed_at)
     VALUES ('m', '1', 's', 'b', '{}', 5)`,
  );
  database.run(
    `INSERT INTO promotions (project_id, name, version, actor, promoted_at)
     VALUES (NULL, 'm', '1', 'ada', 6), ('prj_1', 'm', '1', 'ada', 7)`,
  );
  database.close();
  const store = await openSqliteStore(folder);
  expect(await store.models.list()).toMatchObject([{ name: "m", ownerProjectId: null }]);
  const { promotions } = await store.models.roles();
  expect(promotions.map(({ projectId }) => projectId)).toEqual(["prj_1", null]);
  await store.close();
});
