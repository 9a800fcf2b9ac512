/**
 * The connections to the database, and how its failures are reported.
 *
 * Nothing here lasts longer than a transaction: no named statements, no settings of a session, no
 * LISTEN and no session locks. So a PgBouncer in transaction mode may be in between.
 */
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { type ClientConfig, type PoolClient, type QueryResult, types } from "pg";
import { StorageErrors } from "../port/load.ts";
import { StorageUnavailable } from "../port/store.ts";
import { openPool, type PostgresLimits, postgresLimits } from "./pool.ts";

/** `bigint` as a number: all of ours are below 2^53. `pg` would return texts. */
const bigintType = 20;
const parsers: ClientConfig["types"] = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === bigintType && format !== "binary"
      ? Number
      : types.getTypeParser(oid, format as "text")) as typeof types.getTypeParser,
};

export type Db = NodePgDatabase;
type Value = string | number | boolean | Buffer | null | readonly (string | number)[];

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
  const pool = openPool(url, limits, parsers);

  async function answering<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (closed) throw new StorageUnavailable("the store was closed");
    try {
      return await ask();
    } catch (error) {
      throw unavailable(error, errors);
    }
  }
  /** One round trip on a connection. All statements pass here, Drizzle's too: it reports and counts. */
  const asking =
    (client: PoolClient): Ask =>
    (query, values) =>
      answering(async () => {
        roundTrips += 1;
        const result = await client.query(query, values?.map(storable));
        if (pool.isUnreplicated(client)) throw new Error("the standby did not confirm the commit");
        return result;
      });
  const ask: Ask = async (query, values) => {
    const client = await answering(pool.acquire);
    try {
      const result = await asking(client)(query, values);
      client.release();
      return result;
    } catch (error) {
      client.release(true); // It may be broken, wait for an answer, or lead to a standby.
      throw error;
    }
  };

  async function transaction<Result>(work: (transaction: Transaction) => Promise<Result>) {
    const client = await answering(pool.acquire);
    return inTransaction(client, asking(client), work);
  }

  return {
    ...speaking(ask),
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

type Ask = (query: string, values?: readonly Value[]) => Promise<QueryResult>;

/** Works in a transaction on a connection, and gives the connection back. */
async function inTransaction<Result>(
  client: PoolClient,
  asking: Ask,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  let failure: unknown;
  const ask: Ask = (query, values) =>
    asking(query, values).catch((error) => {
      failure = error;
      throw error;
    });
  try {
    await ask("BEGIN");
    const result = await work(speaking(ask));
    // Even if the work went on after it: PostgreSQL would answer COMMIT by rolling back, without an error.
    if (failure) throw failure;
    await ask("COMMIT");
    return result;
  } catch (error) {
    // Closing the connection rolls back, too, and need not wait for an answer.
    if (!failure) await ask("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    client.release(failure !== undefined);
  }
}

const speaking = (query: Ask): Transaction => ({
  db: drizzle({ query } as unknown as PoolClient),
  sql: async <Row>(text: string, values: readonly Value[] = []) =>
    (await query(text, values)).rows as Row[],
});

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
  if (code === "3D000") return "there is no such database";
  if (code.startsWith("58")) return "the database reports an I/O error";
  if (code === "25006") return "the database is read-only";
  return "the database refused or could not be reached";
}
