/** PostgreSQL as one side of a move. */
import type { Connection, Sql } from "../postgres/connection.ts";
import { jsonParameter } from "../postgres/json-parameter.ts";
import { moveTable } from "../postgres/move-marker.ts";
import { deriveReports, removeReports } from "./derived.ts";
import { digestOfAll, digestOfAllSql, digestSql, digestsOf } from "./digest.ts";
import { Differs } from "./pass.ts";
import type { Notes, Portion, Side } from "./side.ts";
import {
  attemptColumns,
  keyOfRow,
  type MovedTable,
  portionRows,
  type Row,
  type Value,
} from "./tables.ts";

export function postgresSide(connection: Connection, name: string): Side {
  const { sql } = connection;
  return {
    name,
    async count({ name }) {
      const [row] = await sql<{ n: number }>(`SELECT count(*) AS n FROM ${name}`);
      return row!.n;
    },

    async bound(table, within) {
      const { where, values } = rangeOf(table, within);
      const order = orderOf(table);
      const [row] = await sql<Record<string, Value>>(
        `SELECT ${order} FROM ${table.name} AS t ${where} ORDER BY ${order}
         OFFSET ${portionRows - 1} LIMIT 1`,
        values,
      );
      return row ? table.order.map((column) => row[column]!) : null;
    },

    async digests(table, portion) {
      const { where, values } = rangeOf(table, portion);
      const of = expressionOf(table);
      const key = table.key.map((column) => `${of(column)} AS "${column}"`).join(", ");
      const rows = await sql<Row>(
        `SELECT ${key}, ${digestSql(table.columns, of)} AS digest FROM ${fromOf(table)} ${where}`,
        values,
      );
      return new Map(rows.map((row) => [keyOfRow(table, row), row.digest as string]));
    },

    async rows(table, portion) {
      const { where, values } = rangeOf(table, portion);
      const of = expressionOf(table);
      const columns = table.columns.map(({ name }) => `${of(name)} AS "${name}"`).join(", ");
      const rows = await sql<Row>(`SELECT ${columns} FROM ${fromOf(table)} ${where}`, values);
      return { rows, digests: digestsOf(table, rows) };
    },

    async fingerprint(table, portion) {
      const { where, values } = rangeOf(table, portion);
      const digests = `SELECT ${digestSql(table.columns, expressionOf(table))} AS digest
        FROM ${fromOf(table)} ${where}`;
      const [all] = await sql<{ digest: string }>(digestOfAllSql(digests), values);
      return all!.digest;
    },
    fingerprintOfRead: (_table, _portion, digests) => digestOfAll(digests),

    async change(table, { put, remove }) {
      if (put.length === 0 && remove.length === 0) return;
      await connection.transaction(async ({ sql }) => {
        if (table.name === "decisions") return changeDecisions(sql, table, put, remove, name);
        if (remove.length > 0) await removeRows(sql, table, remove);
        if (put.length > 0) await putRows(sql, table, put);
        if (table.name !== "outcomes") return;
        const decisions = keysText([...remove, ...put.map((row) => keyOfRow(table, row))]);
        await removeReports(sql, decisions);
        await deriveReports(sql, decisions);
      });
    },

    notes: notesOf(sql),
    close: () => connection.close(),
  };
}

const notesOf = (sql: Sql): Notes => ({
  async all() {
    const rows = await sql<{ name: string; value: string }>(
      `SELECT name, value FROM ${moveTable} WHERE name <> 'state'`,
    );
    return new Map(rows.map(({ name, value }) => [name, value]));
  },
  async put(notes) {
    await sql(
      `INSERT INTO ${moveTable} SELECT note ->> 0, note ->> 1 FROM json_array_elements($1::json) AS note
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [jsonParameter([...notes])],
    );
  },
  async clear() {
    await sql(`DELETE FROM ${moveTable} WHERE name <> 'state'`);
  },
});

const orderOf = ({ order }: MovedTable) => order.map((column) => `t.${column}`).join(", ");

function rangeOf(table: MovedTable, { after, upTo }: Portion) {
  const values: (string | number)[] = [];
  const bound = (sign: string, to: readonly Value[] | null) => {
    if (to === null) return [];
    const places = to.map((value) => `$${values.push(value as string | number)}`);
    return [`(${orderOf(table)}) ${sign} (${places.join(", ")})`];
  };
  const conditions = [...bound(">", after), ...bound("<=", upTo)];
  return { where: conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "", values };
}

/** Both rows of a decision. */
const withAttempt =
  "LEFT JOIN attempts AS a ON a.project_id = t.project_id AND a.at = t.decided_at AND a.tie = t.tie";

const fromOf = ({ name }: MovedTable) =>
  name === "decisions" ? `decisions AS t ${withAttempt}` : `${name} AS t`;

/** What the attempt's row repeats of the decision's. */
const repeated = [
  "id",
  "risk_score",
  "risk_level",
  "suggested_action",
  "risk_setting",
  "source",
  "model_name",
  "model_version",
];
const ofAttempt: Readonly<Record<string, string>> = {
  ...Object.fromEntries(attemptColumns.map(({ name }) => [name, `a.${name}`])),
  identities: "a.identities::text",
  request_number: "a.request",
  repeats: `(a.opened_at IS NULL AND a.key_hash IS NULL
    AND a.model_probability = coalesce(t.model_probability, t.probability)
    AND (${repeated.map((one) => `a.${one}`)}) = (${repeated.map((one) => `t.${one}`)}))`,
};

function expressionOf(table: MovedTable): (column: string) => string {
  const bytes = new Set(
    table.columns.filter(({ kind }) => kind === "bytes").map((one) => one.name),
  );
  const own = table.name === "decisions" ? ofAttempt : {};
  return (column) => {
    const named = `t."${column}"`;
    return own[column] ?? (bytes.has(column) ? `('\\x' || encode(${named}, 'hex'))` : named);
  };
}

/** The keys as rows of a statement, in the order of the table's key. */
const asked = "json_array_elements($1::json) AS asked (key)";

function isAsked(table: MovedTable, alias: string): string {
  const kinds = new Map(table.columns.map(({ name, kind }) => [name, kind]));
  const equal = (column: string, place: number) =>
    `${alias}.${column} = (asked.key ->> ${place})${kinds.get(column) === "whole" ? "::bigint" : ""}`;
  return table.key.map(equal).join(" AND ");
}

const keysText = (keys: readonly string[]) => `[${keys.join(",")}]`;

async function removeRows(sql: Sql, table: MovedTable, keys: readonly string[]): Promise<void> {
  await sql(`DELETE FROM ${table.name} AS t USING ${asked} WHERE ${isAsked(table, "t")}`, [
    keysText(keys),
  ]);
}

async function putRows(sql: Sql, table: MovedTable, rows: readonly Row[]): Promise<void> {
  if (rows.length > 1 && table.columns.some(({ kind }) => kind === "bytes")) {
    for (const row of rows) await putRows(sql, table, [row]); // Each may have 100 MB.
    return;
  }
  const names = table.columns.map(({ name }) => name);
  const listed = names.map((name) => `"${name}"`).join(", ");
  const rest = names.filter((name) => !table.key.includes(name));
  const change = rest.map((name) => `"${name}" = excluded."${name}"`).join(", ");
  await sql(
    `INSERT INTO ${table.name} (${listed}) OVERRIDING SYSTEM VALUE
     SELECT ${listed} FROM json_populate_recordset(NULL::${table.name}, $1)
     ON CONFLICT (${table.key}) DO ${change ? `UPDATE SET ${change}` : "NOTHING"}`,
    [jsonParameter(rows)],
  );
}

/**
 * Of a decision also its attempt, its sightings, and the reports of its outcomes.
 * @param place for messages.
 */
async function changeDecisions(
  sql: Sql,
  table: MovedTable,
  put: readonly Row[],
  remove: readonly string[],
  place: string,
): Promise<void> {
  const keys = [...remove, ...put.map((row) => keyOfRow(table, row))];
  await sql(
    `WITH gone AS (
       DELETE FROM decisions AS t USING ${asked} WHERE ${isAsked(table, "t")}
       RETURNING t.project_id, t.decided_at, t.tie
     ), attempts_gone AS (
       DELETE FROM attempts AS a USING gone
       WHERE a.project_id = gone.project_id AND a.at = gone.decided_at AND a.tie = gone.tie
       RETURNING a.project_id, a.at, a.tie, a.identities, a.hotel
     ), reports_gone AS (
       DELETE FROM reports AS r USING attempts_gone AS a
       WHERE r.project_id = a.project_id AND r.identity = ANY (a.identities) AND r.at = a.at
         AND r.tie = a.tie
     ), counted_no_more AS (
       -- Inserting them again counts them again.
       SELECT add_hotel_day_1(project_id, hotel, (at / 86400000)::int, -1, 0, 0)
       FROM attempts_gone WHERE hotel IS NOT NULL
     ), sightings_gone AS (
       DELETE FROM sightings AS s USING attempts_gone AS a
       WHERE s.project_id = a.project_id AND s.identity = ANY (a.identities) AND s.at = a.at
         AND s.tie = a.tie
     )
     SELECT count(*) FROM counted_no_more`,
    [keysText(keys)],
  );
  if (put.length === 0) return;
  const given = jsonParameter(put);
  await sql("INSERT INTO decisions SELECT * FROM json_populate_recordset(NULL::decisions, $1)", [
    given,
  ]);
  const attempts = jsonParameter(put.map(attemptOf));
  await sql(
    `INSERT INTO attempts (${attemptNames}) SELECT ${attemptNames}
     FROM json_populate_recordset(NULL::attempts, $1)`,
    [attempts],
  );
  const [sightings] = await sql<{ expected: number; added: number }>(
    `WITH expected AS (
       SELECT DISTINCT a.project_id, identity, a.at, a.tie
       FROM json_populate_recordset(NULL::attempts, $1) AS a, unnest(a.identities) AS identity
       WHERE identity IS NOT NULL
     ), added AS (
       INSERT INTO sightings (project_id, identity, at, tie) SELECT * FROM expected
       RETURNING project_id, identity, at, tie
     )
     SELECT (SELECT count(*) FROM expected) AS expected,
       (SELECT count(*) FROM added JOIN expected USING (project_id, identity, at, tie)) AS added`,
    [attempts],
  );
  const { expected, added } = sightings!;
  if (added !== expected) {
    throw new Differs("sightings", `(${added} instead of ${expected})`, place);
  }
  await deriveReports(sql, keysText(put.map((row) => keyOfRow(table, row))));
}

function attemptOf(row: Row): Row {
  return {
    ...Object.fromEntries(repeated.map((name) => [name, row[name]!])),
    ...Object.fromEntries(attemptColumns.map(({ name }) => [name, row[name] ?? null])),
    project_id: row.project_id!,
    at: row.decided_at!,
    tie: row.tie!,
    request: row.request_number!,
    model_probability: row.model_probability ?? row.probability!,
  };
}

const attemptNames = [
  "project_id",
  "at",
  "tie",
  "request",
  "model_probability",
  ...repeated,
  ...attemptColumns.map(({ name }) => name),
]
  .filter((name) => name !== "request_number" && name !== "repeats")
  .join(", ");
