/**
 * A data folder with data of all kinds is moved to PostgreSQL while requests arrive, killed at random moments,
 * and moved back: nothing is lost or different.
 */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { bookingBodies } from "../../../scripts/bench/bookings.ts";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { Ledger } from "../../../scripts/trials/kills/ledger.ts";
import { sendUntil } from "../../../scripts/trials/kills/load.ts";
import { seededRandom } from "../../../src/model/reasons/seeded-random.ts";
import { blankedEvidence, blankedRequest } from "../../../src/storage/port/guests.ts";
import type { StoredIdentities } from "../../../src/storage/sqlite/events/attempt-log.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";
import { describeWith } from "../../fixtures/needs.ts";

const random = seededRandom("moving");
const perSecond = 50;
/** Decisions in the folder before it is moved. */
const bookingsBefore = 1000;

interface Verified {
  decisions: number;
  same: number;
  blanked: number;
}

describeWith(postgresql)("booking-risk migrate", () => {
  let databases: Databases;
  let url: string;
  let client: Client;
  let service: Service;
  let project: Awaited<ReturnType<Installation["project"]>>;
  const sqlite = new Installation();
  const environment: Record<string, string> = {};
  const postgres = new Installation(environment);
  const again = join(sqlite.folder, "again");
  const erased = "oksana@erased.example";
  const urlFile = join(sqlite.folder, "database-url");
  const migrate = (...args: string[]) => sqlite.run("migrate", ...args, "--url-file", urlFile);

  /** Starts the command, and kills it as soon as it is at some point, or has ended. */
  async function killed(isThere: () => boolean | Promise<boolean>, ...args: string[]) {
    const child = Bun.spawn([sqlite.executable, "migrate", ...args, "--url-file", urlFile], {
      cwd: sqlite.folder,
      env: {},
      stdio: ["ignore", "ignore", "ignore"],
    });
    const isTime = async () => child.exitCode !== null || (await isThere());
    await waitUntil("the point", isTime, { intervalMs: 2 });
    child.kill("SIGKILL");
    await child.exited;
  }

  /** Whether a session of the command is in the database, and waits for a lock or does anything at all. */
  async function isConnected({ waits }: { waits: boolean }): Promise<boolean> {
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'booking-risk'
         AND ($1 OR wait_event_type = 'Lock')`,
      [!waits],
    );
    return rows.length > 0;
  }

  /** Starts the second step, and kills it as it begins or at its last statement. */
  async function killedWhileFinishing(point: { waits: boolean }) {
    const holding = new Client({ connectionString: url });
    await holding.connect();
    // Cursors can still be written there, but the table, which is dropped last, stays.
    await holding.query("BEGIN; SELECT FROM unfinished_move");
    await killed(() => isConnected(point), "--to", "--finish");
    await holding.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'booking-risk'`,
    );
    await holding.end();
  }

  /** Decisions in the database. */
  async function copied(): Promise<number> {
    const { rows } = await client.query("SELECT to_regclass('decisions') IS NOT NULL AS found");
    if (!rows[0].found) return 0;
    return Number((await client.query("SELECT count(*) AS n FROM decisions")).rows[0].n);
  }

  beforeAll(async () => {
    databases = await openDatabases();
    url = await databases.createDatabase();
    writeFileSync(urlFile, url);
    client = new Client({ connectionString: url });
    await client.connect();
    project = await sqlite.project();
    await sqlite.json("user", "create", "--email", "owner@hotel.example");
    service = await sqlite.serve();
    const ledger: Ledger = {
      round: 1,
      bookings: [],
      outcomes: [],
      batches: [],
      command: { kind: "erasure", subject: erased, isAcknowledged: false },
    };
    const target = {
      url: service.url,
      secretKey: project.secret.key,
      publishableKey: project.publishable.key,
    };
    const stop = new AbortController();
    const sending = sendUntil(target, ledger, random, stop.signal);
    await waitUntil("bookings", () => ledger.bookings.length >= bookingsBefore);
    stop.abort();
    await sending;
  });
  afterAll(async () => {
    await client.end();
    await databases.remove();
  });

  /** Books at an even pace until told to stop. @returns how many were answered. */
  function load() {
    const next = bookingBodies();
    let stopped = false;
    const answers: Promise<string>[] = [];
    const running = (async () => {
      const started = performance.now();
      while (!stopped) {
        const due = ((performance.now() - started) * perSecond) / 1000;
        while (answers.length < due) answers.push(book(next()));
        await Bun.sleep(10);
      }
    })();
    return async () => {
      stopped = true;
      await running;
      return Promise.all(answers);
    };
  }

  async function book(body: string): Promise<string> {
    const response = await callRisk(service.url, project.secret.key, body);
    expect(response.status).toBe(200);
    return ((await response.json()) as { decisionId: string }).decisionId;
  }

  test("moves a folder, killed again and again, and moves it back", async () => {
    await moveWhileAnswering();
    await useTheFolderAgain();
    await moveBack();
  });

  /** Copies while the service answers, and finishes once it is stopped. */
  async function moveWhileAnswering(): Promise<void> {
    const body = bookingBodies()().replace(/"email":"[^"]*"/, `"email":"${erased}"`);
    const ofErased = await book(body);
    const stop = load();
    for (const part of [0, 0.3, 0.6]) {
      const some = 1 + Math.floor((part + 0.3 * random()) * bookingsBefore);
      await killed(async () => (await copied()) >= some, "--to");
      expect(await copied()).toBeGreaterThan(0);
    }
    environment.DATABASE_URL = url;
    const refused = await postgres.run("project", "list");
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.error).toContain("is not finished");
    expect(refused.error).toContain(`migrate --to --url-file FILE --data ${sqlite.data}`);
    const first = await migrate("--to");
    expect(first).toMatchObject({ status: 0 });
    const second = `booking-risk migrate --to --url-file ${urlFile} --finish --data ${sqlite.data}\n`;
    expect(first.out).toContain(second);
    const erase = ["guest", "erase", "--project", project.projectId, "--by", "email"];
    writeFileSync(join(sqlite.folder, "email"), erased);
    const child = Bun.spawn([sqlite.executable, ...erase, "--yes", "--json"], {
      cwd: sqlite.folder,
      env: {},
      stdio: [Bun.file(join(sqlite.folder, "email")), "ignore", "inherit"],
    });
    expect(await child.exited).toBe(0);
    const early = await migrate("--to", "--finish");
    expect(early).toMatchObject({ status: 1 });
    expect(early.error).toContain("stop it first");
    const decided = await stop();
    expect(new Set(decided).size).toBe(decided.length);
    await service.stop();
    fillEmptyTables(sqlite.data);
    blank(sqlite.data, decided[0]!);

    for (const waits of [false, true]) await killedWhileFinishing({ waits });
    // A row that does not become what it should be is named.
    await client.query(
      `CREATE FUNCTION alter_note() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN NEW.name = upper(NEW.name); RETURN NEW; END'`,
    );
    await client.query("UPDATE projects SET name = 'other'");
    await client.query(
      "CREATE TRIGGER altered BEFORE INSERT OR UPDATE ON projects FOR EACH ROW EXECUTE FUNCTION alter_note()",
    );
    const altered = await migrate("--to", "--finish");
    expect(altered).toMatchObject({ status: 1 });
    expect(altered.error).toContain(`projects ["${project.projectId}"]`);
    await client.query("DROP FUNCTION alter_note CASCADE");
    const finished = await migrate("--to", "--finish", "--json");
    expect(finished).toMatchObject({ status: 0 });

    const verified = await postgres.json<Verified>("decision", "verify", "--all");
    expect(verified.same).toBe(verified.decisions - 1);
    expect(verified.blanked).toBe(1);
    expect(verified.decisions).toBeGreaterThan(bookingsBefore);
    const gone = await postgres.run("decision", "show", ofErased);
    expect(gone.status).not.toBe(0);
    const last = await postgres.run("decision", "show", decided.at(-1)!);
    expect(last).toMatchObject({ status: 0 });
  }

  /** The folder is not used by accident, and can be used again. */
  async function useTheFolderAgain(): Promise<void> {
    const refused = await sqlite.run("project", "list");
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.error).toContain("was moved to the database");
    expect(refused.error).not.toContain("sockets");
    expect(await sqlite.run("migrate", "--undo")).toMatchObject({ status: 0 });
    expect(await sqlite.run("project", "list")).toMatchObject({ status: 0 });
  }

  /** Every row is as it was. */
  async function moveBack(): Promise<void> {
    const to = ["--from", "--data", again];
    await killed(() => isPartlyWritten(again), ...to);
    expect(await migrate(...to)).toMatchObject({ status: 0 });
    const half = await sqlite.run("project", "list", "--data", again);
    expect(half.error).toContain("is not finished");
    expect(half.error).toContain(`migrate --from --url-file FILE --data ${again}`);
    expect(await migrate(...to, "--finish")).toMatchObject({ status: 0 });
    expect(contentOf(again)).toEqual(contentOf(sqlite.data));
    const verified = await sqlite.json<Verified>("decision", "verify", "--all", "--data", again);
    expect(verified.same).toBe(verified.decisions - 1);
    const moved = await postgres.run("project", "list");
    expect(moved.error).toContain("was moved to");
    expect(moved.error).toContain("migrate --undo --url-file FILE");
  }
});

/** Whether a quarter of a MiB of decisions is in the folder: a part of all. */
function isPartlyWritten(folder: string): boolean {
  const sizeOf = (name: string) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf("events.db") + sizeOf("events.db-wal") > 2 ** 18;
}

/** A row in every table that has none, so that all of them are moved. */
function fillEmptyTables(folder: string): void {
  for (const name of ["control", "events"]) {
    const database = new Database(join(folder, `${name}.db`));
    for (const table of tablesOf(database)) {
      const { n } = database.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()!;
      if (n > 0) continue;
      const columns = database
        .query<{ name: string; type: string }, []>(`PRAGMA table_info(${table})`)
        .all();
      const references = database
        .query<{ from: string; table: string }, []>(`PRAGMA foreign_key_list(${table})`)
        .all();
      const isProject = (name: string) =>
        references.some((one) => one.from === name && one.table === "projects");
      const cellOf = ({ name, type }: { name: string; type: string }) =>
        isProject(name)
          ? database.query<{ id: string }, []>("SELECT id FROM projects").get()!.id
          : type === "TEXT"
            ? textOf(name)
            : 1;
      const values = columns.map(cellOf);
      database.run(`INSERT INTO ${table} VALUES (${values.map(() => "?")})`, values);
    }
    database.close();
  }
}

/** As the end of its retention leaves a decision. */
function blank(folder: string, decisionId: string): void {
  const database = new Database(join(folder, "events.db"));
  const { json } = database
    .query<{ json: string }, [string]>("SELECT identities AS json FROM decisions WHERE id = ?")
    .get(decisionId)!;
  const { tie, identities, searchedBy, phoneCountry } = JSON.parse(json) as StoredIdentities;
  const hotel = { name: "", country: searchedBy!.hotel.country, referenceId: "", giataId: "" };
  const left: StoredIdentities = {
    tie,
    identities: {},
    searchedBy: { ...searchedBy!, hotel },
    ...(phoneCountry && { phoneCountry }),
    countedHotel: identities.hotel!,
  };
  database.run(
    `UPDATE decisions SET request = ?, evidence = ?, identities = ?, request_id = '', collection_id = NULL
     WHERE id = ?`,
    [blankedRequest, blankedEvidence, JSON.stringify(left), decisionId],
  );
  database.close();
}

/** JSON, since some of these are. */
const textOf = (column: string) => `"${column === "user_id" ? "id" : column} ü\u{1F600}"`;

const tablesOf = (database: Database) =>
  database
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("sqlite_") && name !== "migrations");

/** Every row of the databases that are not derived, and the secrets. */
function contentOf(folder: string): Record<string, unknown[]> {
  const content: Record<string, unknown[]> = {};
  for (const name of ["control", "events"]) {
    const database = new Database(join(folder, `${name}.db`), { readonly: true });
    for (const table of tablesOf(database)) {
      const rows = database.query<Record<string, unknown>, []>(`SELECT * FROM ${table}`).all();
      content[table] = rows.map((row) => JSON.stringify(comparable(table, row))).sort();
    }
    database.close();
  }
  for (const name of ["sign-in.key", "known-devices.key"]) {
    const file = join(folder, name);
    content[name] = [existsSync(file) && readFileSync(file, "utf8")];
  }
  return content;
}

/** The order of decisions is that of their time, and JSON has its members in another order. */
function comparable(table: string, { seq, ...row }: Record<string, unknown>) {
  if (table !== "decisions") return { seq, ...row };
  return { ...row, identities: sorted(JSON.parse(row.identities as string)) };
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, one]) => [name, sorted(one)]));
}
