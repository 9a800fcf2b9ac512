/** The pool of connections: to which host they are made, and when one may not be used. */
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient } from "pg";
import { needsPrimary, urlsOf } from "./hosts.ts";

export interface PostgresLimits {
  /** Connections of this process at most. */
  connections: number;
  /** How long a caller waits for a free or a new connection, ms. */
  connectMs: number;
  /** How long a statement may take, ms; then its connection is closed, which ends it. */
  statementMs: number;
  /** How long a statement waits for a lock, ms; absent: as long as it may take. */
  lockMs?: number;
}

export const postgresLimits: PostgresLimits = {
  connections: 10,
  connectMs: 2000,
  statementMs: 5000,
};

/** One connection: while it works, nobody else's is there. Statements over all rows take minutes. */
export const commandLimits: PostgresLimits = {
  connections: 1,
  connectMs: 10_000,
  statementMs: 12 * 60 * 60 * 1000,
};

export interface ConnectionPool {
  /** @throws what the driver says, if no host that takes writes could be reached in time. */
  acquire(): Promise<PoolClient>;
  /**
   * Whether the database confirmed a commit on this connection that only the primary has: somebody ended
   * its wait for the standby (`pg_cancel_backend`). A failover would lose it.
   */
  isUnreplicated(client: PoolClient): boolean;
  end(): Promise<void>;
}

const none: ClientConfig = {};
/** Of the server, which otherwise does not notice that a caller has given up, or has gone. */
const serverSettings = ({ statementMs, lockMs }: PostgresLimits): ClientConfig => ({
  // Later than the client's own, so that a commit in time is not taken for one that failed.
  statement_timeout: statementMs + 1000,
  idle_in_transaction_session_timeout: 2 * statementMs,
  ...(lockMs !== undefined && { lock_timeout: lockMs }),
});

export function openPool(
  url: string,
  limits: PostgresLimits,
  types: ClientConfig["types"],
): ConnectionPool {
  const urls = urlsOf(url);
  let current = 0;
  /** PgBouncer may refuse settings. Then they are left to those of the role. */
  let settings = serverSettings(limits);

  class HostClient extends Client {
    constructor(config: ClientConfig) {
      super({
        ...config,
        ...settings,
        connectionString: urls[current]!,
        connectionTimeoutMillis: limits.connectMs / urls.length,
      });
    }
  }
  const pool = new Pool({
    Client: HostClient as never,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.statementMs,
    application_name: "booking-risk",
    keepAlive: true,
    types,
    ...(needsPrimary(url) && { onConnect: requireWrites }),
  });
  const unreplicated = new WeakSet<ClientBase>();
  pool.on("error", () => {}); // An idle connection was lost; the next caller gets a new one.
  pool.on("connect", (client) => {
    client.on("error", () => {}); // One in use was lost; its statement fails.
    client.on("notice", ({ routine }) => {
      if (routine === "SyncRepWaitForLSN") unreplicated.add(client);
    });
  });

  async function acquire(): Promise<PoolClient> {
    const deadline = performance.now() + limits.connectMs;
    let hostsLeft = urls.length;
    for (;;) {
      const [host, given] = [current, settings];
      try {
        return await pool.connect();
      } catch (error) {
        if (given !== none && refusesSettings(error)) {
          settings = none;
          continue;
        }
        if (isExhausted(error)) throw error;
        if (current === host) current = (host + 1) % urls.length;
        hostsLeft -= 1;
        if (hostsLeft === 0 || performance.now() > deadline) throw error;
      }
    }
  }
  return { acquire, isUnreplicated: (client) => unreplicated.has(client), end: () => pool.end() };
}

/** As PgBouncer says it. */
const refusesSettings = (error: unknown) => /unsupported startup parameter/.test(String(error));

/** All connections are in use: no fault of the host. */
const isExhausted = (error: unknown) =>
  /timeout exceeded when trying to connect/.test(String(error));

/** @throws Error with the code of a refused write, if the server is a standby or is about to be one. */
async function requireWrites(client: ClientBase): Promise<void> {
  const { rows } = await client.query("SHOW transaction_read_only");
  if (rows[0].transaction_read_only === "on") {
    throw Object.assign(new Error("the server takes no writes"), { code: "25006" });
  }
}
