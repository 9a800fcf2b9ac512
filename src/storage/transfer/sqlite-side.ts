/** A data folder with SQLite's databases as one side of a move. */
import type { Database } from "bun:sqlite";
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keptSecret } from "../sqlite/control/kept-secret.ts";
import { projectNumbering } from "../sqlite/history/project-numbers.ts";
import { type DatabaseName, openForReading, openForWriting } from "../sqlite/open.ts";
import { type SqliteDecision, storedIdentities, toPostgres } from "./decision-row.ts";
import { digestOfText, digestsOf } from "./digest.ts";
import { type IndexChanges, indexChanges } from "./history.ts";
import type { Change, Digests, Notes, Portion, Side } from "./side.ts";
import {
  isAlike,
  keyOfRow,
  type MovedTable,
  portionRows,
  type Row,
  sqliteColumns,
  type Value,
} from "./tables.ts";

type Files = Readonly<Record<DatabaseName, Database>>;

/** The service's own secrets, each in a file of that name. */
const secretNames = ["sign-in", "known-devices", "second-reviews"];

export interface SqliteSide extends Side {
  /** Changes when another connection wrote to the databases that are moved. */
  writes(): string;
}

/** @param writable creates the databases, where there are none. */
export function sqliteSide(folder: string, { writable = false } = {}): SqliteSide {
  const open = (name: DatabaseName) =>
    writable ? openForWriting(folder, name) : openForReading(folder, name);
  const files: Files = {
    control: open("control"),
    events: open("events"),
    history: open("history"),
  };
  // After a power failure history.db must not have what events.db has no more.
  if (writable) files.history.run("PRAGMA synchronous = FULL");
  const forms = formsOf(folder, files);
  /** What was read last: whoever compares it and finds a difference asks for the rows. */
  let last: {
    table: string;
    portion: Portion;
    stored: Row[];
    rows: Row[];
    digests: Digests;
  } | null = null;

  /** The tables of `control.db` are read as of one moment: keys refer to projects. */
  function beginIn(table: MovedTable): Form {
    const inOne = table.database === "control" && !writable;
    if (inOne !== files.control.inTransaction) files.control.run(inOne ? "BEGIN" : "COMMIT");
    return forms(table);
  }

  function read(table: MovedTable, portion: Portion) {
    if (last?.table === table.name && last.portion === portion) return last;
    const form = beginIn(table);
    const stored = form.read(portion);
    const rows = stored.map((row) => storable(form.moved(row)));
    last = { table: table.name, portion, stored, rows, digests: digestsOf(table, rows) };
    return last;
  }

  return {
    name: folder,
    count: async (table) => forms(table).count(),
    bound: async (table, within) => forms(table).bound(within),
    async digests(table, portion) {
      await nextTurn(); // What was asked of the other side is on its way before this side takes its time.
      return read(table, portion).digests;
    },
    rows: async (table, portion) => read(table, portion),
    fingerprint: async (table, portion) => beginIn(table).fingerprint(portion),
    fingerprintOfRead: (table, portion) =>
      fingerprintOf(read(table, portion).stored.map((row) => Object.values(row))),
    async change(table, change) {
      last = null;
      if (change.put.length > 0 || change.remove.length > 0) {
        files[table.database].transaction(() => forms(table).change(change)).immediate();
      }
    },
    notes: notesIn(files.events),
    writes: () =>
      [files.control, files.events]
        .map((file) => Object.values(file.query("PRAGMA data_version").get() as object)[0])
        .join(" "),
    async close() {
      for (const file of Object.values(files)) {
        if (file.inTransaction) file.run("COMMIT");
        file.close();
      }
    },
  };
}

/** In a table that is there only while data is moved into the folder. */
function notesIn(events: Database): Notes {
  const table = "unfinished_move";
  const create = () =>
    events.run(`CREATE TABLE IF NOT EXISTS ${table} (name TEXT PRIMARY KEY, value TEXT NOT NULL)`);
  return {
    async all() {
      create();
      const rows = events
        .query<{ name: string; value: string }, []>(`SELECT name, value FROM ${table}`)
        .all();
      return new Map(rows.map(({ name, value }) => [name, value]));
    },
    async put(notes) {
      const put = events.query<unknown, [string, string]>(
        `INSERT INTO ${table} VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
      );
      events
        .transaction(() => {
          for (const note of notes) put.run(...note);
        })
        .immediate();
    },
    async clear() {
      events.run(`DROP TABLE IF EXISTS ${table}`);
    },
  };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** PostgreSQL has no text with U+0000, and none with half of a surrogate pair. */
function storable(row: Row): Row {
  let changed: Record<string, Value> | null = null;
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== "string" || (!value.includes("\0") && value.isWellFormed())) continue;
    changed ??= { ...row };
    changed[name] = value.toWellFormed().replaceAll("\0", "\uFFFD");
  }
  return changed ?? row;
}

/** How a table is read and written. */
interface Form {
  count(): number;
  bound(within: Portion): readonly Value[] | null;
  /** As the database has them. */
  read(portion: Portion): Row[];
  /** Such a row in PostgreSQL's form. */
  moved(row: Row): Row;
  fingerprint(portion: Portion): string | null;
  change(change: Change): void;
}

function formsOf(folder: string, files: Files): (table: MovedTable) => Form {
  const known = new Map<string, Form>();
  const index = indexChanges(folder, files.events, files.history);
  const make = (table: MovedTable): Form => {
    if (table.name === "bundles") return bundleFiles(join(folder, "models"), files.control);
    if (table.name === "secrets") return secretFiles(folder, files.control);
    if (table.name === "decisions") return decisions(table, files.events, index);
    if (table.name === "outcomes") return outcomes(table, files.events, index);
    if (!isAlike(table)) return derived(table, files.history);
    return rowsAlike(table, files[table.database]);
  };
  return (table) => {
    const form = known.get(table.name) ?? make(table);
    known.set(table.name, form);
    return form;
  };
}

type Bound = string | number;

/** Reads along the table's order. @param of the expression of a column. */
function reader(
  { order }: MovedTable,
  database: Database,
  from: string,
  columns: string,
  of: (column: string) => string = (column) => `t."${column}"`,
) {
  const orderBy = order.map(of).join(", ");
  const range = ({ after, upTo }: Portion) => {
    const places = order.map(() => "?").join(", ");
    const conditions = [
      ...(after ? [`(${orderBy}) > (${places})`] : []),
      ...(upTo ? [`(${orderBy}) <= (${places})`] : []),
    ];
    const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
    return { where, values: [...(after ?? []), ...(upTo ?? [])] as Bound[] };
  };
  /** In one order always, of which fingerprints depend. */
  const select = ({ where }: { where: string }) =>
    `SELECT ${columns} FROM ${from} ${where} ${orderBy && `ORDER BY ${orderBy}`}`;
  return {
    count: () => database.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${from}`).get()!.n,
    bound(within: Portion) {
      const { where, values } = range(within);
      const query = database.query<unknown, Bound[]>(
        `SELECT ${orderBy} FROM ${from} ${where} ORDER BY ${orderBy} LIMIT 1 OFFSET ${portionRows - 1}`,
      );
      return (query.values(...values)[0] as Value[] | undefined) ?? null;
    },
    read(portion: Portion): Row[] {
      const found = range(portion);
      return database.query<Row, Bound[]>(select(found)).all(...found.values);
    },
    moved: (row: Row) => row,
    fingerprint(portion: Portion): string | null {
      const found = range(portion);
      const query = database.query<unknown, Bound[]>(
        `${select(found)} LIMIT ${fingerprintRows + 1}`,
      );
      return fingerprintOf(query.values(...found.values) as Value[][]);
    },
  };
}

/** A portion that has grown to more than these is compared in parts. */
const fingerprintRows = 4 * portionRows;

/** JSON has every text and number of a row exactly. */
const fingerprintOf = (rows: readonly (readonly Value[])[]) =>
  rows.length > fingerprintRows ? null : digestOfText(JSON.stringify(rows));

/** Adds rows, or replaces those of the same key. */
function putter(name: string, columns: readonly string[], database: Database) {
  const listed = columns.map((column) => `"${column}"`);
  const change = listed.map((column) => `${column} = excluded.${column}`);
  const statement = database.query<unknown, Value[]>(
    `INSERT INTO ${name} (${listed}) VALUES (${columns.map(() => "?")})
     ON CONFLICT DO UPDATE SET ${change}`,
  );
  return (row: Row) => {
    statement.run(
      ...columns.map((column) => {
        const value = row[column] ?? null;
        return typeof value === "boolean" ? Number(value) : value;
      }),
    );
  };
}

function remover({ name, key }: Pick<MovedTable, "name" | "key">, database: Database) {
  const statement = database.query<unknown, Bound[]>(
    `DELETE FROM ${name} WHERE ${key.map((column) => `"${column}" = ?`).join(" AND ")}`,
  );
  return (key: string) => void statement.run(...(JSON.parse(key) as Bound[]));
}

function rowsAlike(table: MovedTable, database: Database): Form {
  const names = table.columns.map(({ name }) => name);
  const flags = table.columns.filter(({ kind }) => kind === "flag").map(({ name }) => name);
  const put = putter(table.name, names, database);
  const remove = remover(table, database);
  return {
    ...reader(table, database, `${table.name} AS t`, names.map((name) => `t."${name}"`).join(", ")),
    moved: (row) => withFlags(row, flags),
    change({ put: rows, remove: keys }) {
      for (const key of keys) remove(key);
      for (const row of rows) put(row);
    },
  };
}

function withFlags(row: Row, flags: readonly string[]): Row {
  if (flags.length === 0) return row;
  const read = flags.map((name) => [name, row[name] === null ? null : row[name] === 1]);
  return { ...row, ...Object.fromEntries(read) };
}

function decisions(table: MovedTable, events: Database, index: IndexChanges): Form {
  const names = sqliteColumns("decisions");
  const put = putter(
    "decisions",
    names.filter((name) => name !== "seq"),
    events,
  );
  const remove = remover(table, events);
  const toRow = toPostgres(events);
  return {
    ...reader(table, events, "decisions AS t", names.map((name) => `t."${name}"`).join(", ")),
    moved: (row) => toRow(row as SqliteDecision),
    change({ put: rows, remove: keys }) {
      const added = rows.map((row) => keyOfRow(table, row));
      const replaced = [...keys, ...added];
      index.remove(replaced);
      // One that is replaced gets a new `seq`, so that it is indexed again.
      for (const key of replaced) remove(key);
      for (const row of rows) put({ ...row, identities: JSON.stringify(storedIdentities(row)) });
      index.outcomesAgain(added);
    },
  };
}

/** Their numbers ascend within a decision only: a later pass may add one below those that are indexed. */
function outcomes(table: MovedTable, events: Database, index: IndexChanges): Form {
  const alike = rowsAlike(table, events);
  return {
    ...alike,
    change(change) {
      alike.change(change);
      index.outcomesAgain(change.put.map((row) => keyOfRow(table, row)));
    },
  };
}

interface Bundled {
  name: string;
  version: string;
  hash: string;
}

/** What has PostgreSQL's form already, and is few. */
const readAsWhole = { bound: () => null, moved: (row: Row) => row, fingerprint: () => null };

/** Each in a folder of its own; one that was lost is missing. */
function bundleFiles(library: string, control: Database): Form {
  const models = control.query<Bundled, []>(
    "SELECT name, version, bundle_sha256 AS hash FROM models",
  );
  const folderOf = ({ name, version }: Bundled) => join(library, `${name}@${version}`);
  const bytes = (file: string) =>
    existsSync(file) ? `\\x${readFileSync(file).toString("hex")}` : null;
  const all = (): Row[] =>
    models.all().flatMap((one) => {
      const [model, manifest, card] = bundleNames.map((name) => bytes(join(folderOf(one), name)));
      return model && manifest
        ? [{ bundle_sha256: one.hash, model, manifest, card: card ?? null }]
        : [];
    });
  return {
    ...readAsWhole,
    count: () => models.all().length,
    read: all,
    change({ put }) {
      for (const { bundle_sha256, model, manifest, card } of put) {
        const known = models.all().find(({ hash }) => hash === bundle_sha256);
        if (known) writeBundle(folderOf(known), [model, manifest, card] as (string | null)[]);
      }
    },
  };
}

const bundleNames = ["model.onnx", "manifest.json", "CARD.md"];

function writeBundle(folder: string, contents: readonly (string | null)[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [i, content] of contents.entries()) {
    if (content === null) continue;
    writeFileSync(join(folder, bundleNames[i]!), Buffer.from(content.slice(2), "hex"), {
      mode: 0o400,
      flush: true,
    });
  }
}

/** In files beside the databases; of older versions, in the table. */
function secretFiles(folder: string, control: Database): Form {
  const all = (): Row[] => {
    const kept = control.query<Row, []>("SELECT name, value FROM secrets").all();
    const inFiles = secretNames.flatMap((name): Row[] => {
      const file = join(folder, `${name}.key`);
      return existsSync(file) ? [{ name, value: readFileSync(file, "utf8").trimEnd() }] : [];
    });
    return [...kept.filter((row) => !inFiles.some(({ name }) => name === row.name)), ...inFiles];
  };
  return {
    ...readAsWhole,
    count: () => all().length,
    read: all,
    change({ put, remove }) {
      for (const key of [...remove, ...put.map(({ name }) => JSON.stringify([name]))]) {
        const [name] = JSON.parse(key) as [string];
        control.query("DELETE FROM secrets WHERE name = ?").run(name);
        if (secretNames.includes(name)) rmSync(join(folder, `${name}.key`), { force: true });
      }
      for (const { name, value } of put as { name: string; value: string }[]) {
        if (secretNames.includes(name)) keptSecret(folder, name, value);
        else control.query("INSERT INTO secrets VALUES (?, ?)").run(name, value);
      }
    },
  };
}

/**
 * What `history.db` has of hotels' names and of the first reports cannot be derived from decisions any more
 * where those were blanked or deleted.
 */
function derived(table: MovedTable, history: Database): Form {
  const columns = table.columns.map(({ name }) => name).filter((name) => name !== "hash");
  const own = columns.filter((name) => name !== "project_id");
  const of = (column: string) => (column === "project_id" ? "p.project_id" : `t."${column}"`);
  const reading = reader(
    table,
    history,
    `${table.name} AS t JOIN filed_projects AS p ON p.number = t.project`,
    columns.map((column) => `${of(column)} AS "${column}"`).join(", "),
    of,
  );
  const put = putter(table.name, ["project", ...own], history);
  const remove = remover({ name: table.name, key: ["project", ...own] }, history);
  const numbering = projectNumbering(history);
  const complete = (row: Row): Row =>
    table.name === "hotels" ? { ...row, hash: hotelHash(row) } : row;
  return {
    ...reading,
    moved: complete,
    change({ put: rows, remove: keys }) {
      const numberOf = numbering();
      for (const row of reading.read({ after: null, upTo: null }).map(complete)) {
        if (!keys.includes(keyOfRow(table, row))) continue;
        const values = own.map((name) => row[name]!);
        remove(JSON.stringify([numberOf(row.project_id as string), ...values]));
      }
      for (const row of rows) put({ ...row, project: numberOf(row.project_id as string) });
    },
  };
}

function hotelHash({ name, country, reference_id: referenceId, giata_id: giataId }: Row): string {
  return hash("sha256", JSON.stringify({ name, country, referenceId, giataId }));
}
