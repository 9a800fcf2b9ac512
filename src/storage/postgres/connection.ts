/**
 * The connections to the database, and how its failures are reported.
 *
 * Nothing here lasts longer than a transaction: no named statements, no settings of a session, no
 * LISTEN and no session locks. So a PgBouncer in transaction mode may be in between.
 */
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool, type PoolClient, type PoolConfig, types } from "pg";
import { StorageErrors } from "../load.ts";
import { StorageUnavailable } from "../store.ts";

/** `bigint` as a number: all of ours are below 2^53. `pg` would return texts. */
const bigintType = 20;
const parsers: PoolConfig["types"] = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === bigintType && format !== "binary"
      ? Number
      : types.getTypeParser(oid, format as "text")) as typeof types.getTypeParser,
};

export interface PostgresLimits {
  /** Connections of this process at most. */
  connections: number;
  /** How long a caller waits for a free or a new connection, ms. */
  connectMs: number;
  /** How long a statement may take, ms; then its connection is closed, which ends it. */
  statementMs: number;
}

export const postgresLimits: PostgresLimits = {
  connections: 10,
  connectMs: 2000,
  statementMs: 5000,
};

export type Db = NodePgDatabase;
type Value = string | number | boolean | null | readonly (string | number)[];

/** Performs one statement: one round trip. */
export type Sql = <Row = Record<string, unknown>>(
  text: string,
  values?: readonly Value[],
) => Promise<Row[]>;

/** One transaction. */
export interface Transaction {
  db: Db;
  sql: Sql;
}

export interface Connection {
  /** Each statement is a transaction of its own. */
  db: Db;
  sql: Sql;
  /** Waits for the locks of others no longer than a statement may take. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  errors: StorageErrors;
  /** Statements sent to the database since the connection was opened. */
  roundTrips(): number;
  close(): Promise<void>;
}

/** @param url as in `postgres://user:password@host:5432/database`. */
export function connectTo(url: string, limits: PostgresLimits = postgresLimits): Connection {
  const errors = new StorageErrors();
  let closed = false;
  let roundTrips = 0;
  const pool = new Pool({
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.statementMs,
    application_name: "booking-risk",
    keepAlive: true,
    types: parsers,
  });
  pool.on("error", () => {}); // An idle connection was lost; the next caller gets a new one.

  async function answering<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (closed) throw new StorageUnavailable("the store was closed");
    try {
      return await ask();
    } catch (error) {
      throw unavailable(error, errors);
    }
  }
  const sqlOn =
    (on: Pool | PoolClient): Sql =>
    <Row>(text: string, values: readonly Value[] = []) =>
      answering(async () => {
        roundTrips += 1;
        const { rows } = await on.query(text, values.map(storable));
        return rows as Row[];
      });
  // Drizzle's statements pass here too: one place reports failures and counts.
  const counted = (on: Pool | PoolClient) =>
    new Proxy(on, {
      get(target, name) {
        if (name !== "query") return Reflect.get(target, name, target);
        return (query: never, values?: readonly Value[]) =>
          answering(() => {
            roundTrips += 1;
            return target.query(query, values?.map(storable) as never) as unknown as Promise<never>;
          });
      },
    });

  async function transaction<Result>(work: (transaction: Transaction) => Promise<Result>) {
    const client = await answering(() => pool.connect());
    const sql = sqlOn(client);
    try {
      await sql("BEGIN");
      const result = await work({ sql, db: drizzle(counted(client) as PoolClient) });
      await sql("COMMIT");
      client.release();
      return result;
    } catch (error) {
      // Where it cannot even be rolled back, closing the connection does so.
      await client.query("ROLLBACK").then(
        () => client.release(),
        () => client.release(true),
      );
      throw error;
    }
  }

  return {
    db: drizzle(counted(pool) as Pool),
    sql: sqlOn(pool),
    transaction,
    errors,
    roundTrips: () => roundTrips,
    async close() {
      if (closed) return;
      closed = true;
      await pool.end();
    },
  };
}

/** PostgreSQL has no text with U+0000. None of what is stored needs one; what is searched by may have. */
function storable(value: Value): Value {
  if (typeof value === "string") return withoutNul(value);
  if (!Array.isArray(value)) return value;
  return value.map((one) => (typeof one === "string" ? withoutNul(one) : one));
}

const withoutNul = (text: string) => (text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text);

/**
 * For the caller, without what the database says of values: only its code, as PostgreSQL's appendix A
 * lists them, or that of the operating system.
 */
function unavailable(error: unknown, errors: StorageErrors): StorageUnavailable {
  if (error instanceof StorageUnavailable) return error;
  const {
    code,
    constraint,
    message = String(error),
  } = error as {
    code?: string;
    constraint?: string;
    message?: string;
  };
  const reason = code
    ? `${plainReason(code)} (${[code, constraint].filter(Boolean).join(" ")})`
    : message;
  errors.add(reason);
  return new StorageUnavailable(reason);
}

/** In words that `storageErrorKind` knows, where it has a kind for it. */
function plainReason(code: string): string {
  if (code === "53100") return "the database's disk is full";
  if (code === "55P03" || code === "40P01") return "the database is locked";
  if (code.startsWith("XX")) return "the database is corrupt";
  if (code.startsWith("28") || code === "42501") return "no permission for the database";
  if (code.startsWith("58")) return "the database reports an I/O error";
  if (code === "25006") return "the database is read-only";
  return "the database refused or could not be reached";
}
