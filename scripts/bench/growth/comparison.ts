/**
 * Compares the decisions of two stores, and those that were answered, by statements of its own: the move's own
 * comparison is not asked.
 */
import type { Database } from "bun:sqlite";
import type { Client } from "pg";
import type { Scored } from "./paced-bookings.ts";

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;

/** Reads one of the stores. The statement's values are `?`. */
export type Read = (statement: string, values: readonly Value[]) => Promise<readonly Row[]>;

export const readerOfFolder =
  (events: Database): Read =>
  async (statement, values) =>
    events.query<Row, Value[]>(statement).all(...values);

export const readerOfDatabase =
  (client: Client): Read =>
  async (statement, values) => {
    let n = 0;
    return (
      await client.query(
        statement.replaceAll("?", () => `$${++n}`),
        [...values],
      )
    ).rows;
  };

export interface Comparison {
  compared: number;
  /** Not in the other store. */
  lost: number;
  different: number;
}

/** What both stores have of a decision. The rest, by which it is searched and counted, has another form in each. */
// biome-ignore format: a list
const columns = [
  "project_id", "id", "decided_at", "source", "request_id", "key_id", "collection_id", "risk_score",
  "risk_level", "suggested_action", "risk_setting", "probability", "model_probability",
  "project_base_rate", "model_base_rate", "model_name", "model_version", "model_sha256", "request",
  "evidence", "feature_set", "features",
];
const select = `SELECT ${columns} FROM decisions WHERE (project_id, id) > (?, ?)`;
const order = "ORDER BY project_id, id";
const pageRows = 5000;

/** Every decision of the one store, compared with that of the other, which may have more. */
export async function compareDecisions(from: Read, to: Read): Promise<Comparison> {
  const comparison: Comparison = { compared: 0, lost: 0, different: 0 };
  let after: readonly Value[] = ["", ""];
  for (;;) {
    const page = await from(`${select} ${order} LIMIT ${pageRows}`, after);
    const last = page.at(-1);
    if (last === undefined) return comparison;
    const upTo = keyOf(last);
    const found = await to(`${select} AND (project_id, id) <= (?, ?)`, [...after, ...upTo]);
    const others = new Map(found.map((row) => [keyOf(row).join(" "), row]));
    for (const row of page) count(comparison, row, others.get(keyOf(row).join(" ")), columns);
    after = upTo;
  }
}

/** Every response, compared with the decision that the store has of it. */
export async function compareAnswers(scored: readonly Scored[], to: Read): Promise<Comparison> {
  const comparison: Comparison = { compared: 0, lost: 0, different: 0 };
  const answered = scored.map((one) => ({
    id: one.decisionId,
    risk_score: one.riskScore,
    risk_level: one.riskLevel,
    suggested_action: one.suggestedAction,
  }));
  const [oldest = "~"] = answered.map(({ id }) => id).sort(); // An ID begins with its time.
  const stored = await to(
    "SELECT id, risk_score, risk_level, suggested_action FROM decisions WHERE id >= ?",
    [oldest],
  );
  const byId = new Map(stored.map((row) => [row.id, row]));
  for (const row of answered) count(comparison, row, byId.get(row.id), Object.keys(row));
  return comparison;
}

const keyOf = (row: Row): readonly Value[] => [row.project_id!, row.id!];

function count(comparison: Comparison, row: Row, other: Row | undefined, names: readonly string[]) {
  comparison.compared += 1;
  if (other === undefined) comparison.lost += 1;
  else if (names.some((name) => !isEqual(row[name]!, other[name]!))) comparison.different += 1;
}

/** PostgreSQL's client returns its large integers as text. */
const isEqual = (a: Value, b: Value) =>
  a === null || b === null ? a === b : String(a) === String(b);
