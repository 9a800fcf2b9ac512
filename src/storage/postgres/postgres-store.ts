/** The port on PostgreSQL, for any number of copies of the service. */
import { randomUUID } from "node:crypto";
import { log } from "../../base/log.ts";
import type { StoreLoad } from "../port/load.ts";
import { StorageUnavailable, type Store } from "../port/store.ts";
import { type Connection, connectTo } from "./connection.ts";
import { accountStore } from "./control/accounts.ts";
import { auditStore } from "./control/audit.ts";
import { bundleStore } from "./control/bundles.ts";
import { erasureStore } from "./control/erasures.ts";
import { keyStore } from "./control/keys.ts";
import { listStore } from "./control/lists.ts";
import { modelStore } from "./control/models.ts";
import { projectStore } from "./control/projects.ts";
import { replayStore } from "./control/replays.ts";
import { savedViewStore } from "./control/saved-views.ts";
import { signInStore } from "./control/sign-ins.ts";
import { webhookEndpointStore } from "./control/webhooks.ts";
import { collectionStore } from "./events/collections.ts";
import { decisionStore, decisionWriter } from "./events/decisions.ts";
import { outcomeStore } from "./events/outcomes.ts";
import { reasonsStore } from "./events/reasons.ts";
import { reviewStore } from "./events/reviews.ts";
import { shadowScoreStore } from "./events/shadow-scores.ts";
import { webhookDeliveryStore } from "./events/webhooks.ts";
import { guestStore } from "./guests.ts";
import { logFailures, startMaintenance } from "./maintenance.ts";
import { migrate, schemaRevision, schemaVersion } from "./migrations.ts";
import { refuseMoved } from "./move-marker.ts";
import { type OpenAttempts, openAttempts } from "./open-attempts.ts";
import { keepPartitions } from "./partitions.ts";
import { type PostgresLimits, postgresLimits } from "./pool.ts";
import { revisionWatch } from "./revision-watch.ts";
import { searchStore } from "./search.ts";
import { attemptCountStore } from "./shared/attempt-counts.ts";
import { joinCopies, type RunningCopies } from "./shared/copies.ts";
import { clockDifferenceLog, databaseTime, measureAheadMs } from "./shared/database-clock.ts";
import { quotaStore } from "./shared/quotas.ts";
import { velocityStore } from "./velocity.ts";

export interface PostgresOptions {
  /** Is one of the running copies, and keeps the tables in order meanwhile: for a service. */
  maintains?: boolean;
}

/** A command waits longer for a connection and for a statement: no guest waits for it at a checkout. */
const ofCommands: PostgresLimits = { ...postgresLimits, connectMs: 15_000, statementMs: 60_000 };

/**
 * Opens the store of a database, migrating it where needed.
 * @throws StorageUnavailable if the database cannot be reached.
 */
export async function openPostgresStore(
  url: string,
  { maintains = false }: PostgresOptions = {},
): Promise<Store> {
  const connection = connectTo(url, maintains ? postgresLimits : ofCommands);
  try {
    await refuseMoved(connection);
    await migrate(connection);
    if (maintains) await keepPartitions(connection, await databaseTime(connection));
  } catch (error) {
    await connection.close();
    throw openError(error);
  }
  const copy = maintains ? randomUUID() : null;
  const attempts = openAttempts(connection, copy);
  if (copy === null) return withPlainErrors(subjectsOn(connection, attempts, null));
  const perform = logFailures(log);
  const copies = await joinCopies(connection, copy, {
    abandoned: () => perform("attempts", attempts.closeAbandoned),
    perform: (beat) => perform("heartbeat", beat),
    clock: clockDifferenceLog(log),
  }).catch(async (error) => {
    await connection.close();
    throw error;
  });
  const store = withPlainErrors(subjectsOn(connection, attempts, copies));
  const maintenance = startMaintenance(connection, attempts, perform);
  return {
    ...store,
    async close() {
      await maintenance.stop();
      await store.close();
    },
  };
}

/** The code of a missing permission, in appendix A of PostgreSQL. */
const notPermitted = "42501";

/** Of the database while its tables are created or looked at. */
function openError(error: unknown): StorageUnavailable {
  const known = portError(error) ?? error;
  const message = known instanceof Error ? known.message : String(known);
  const remedy = message.includes(notPermitted)
    ? "; its user needs: GRANT USAGE, CREATE ON SCHEMA public"
    : "";
  return new StorageUnavailable(`${message}${remedy}`);
}

function portError(error: unknown): StorageUnavailable | null {
  const { cause } = Object(error) as { cause?: unknown };
  return [error, cause].find((one) => one instanceof StorageUnavailable) ?? null;
}

/**
 * Drizzle puts an error of the database into one of its own, whose message has the statement with all its
 * values: guests' data. The port's error is inside.
 */
function withPlainErrors(store: Store): Store {
  const plain = (error: unknown): never => {
    throw portError(error) ?? error;
  };
  const wrapped =
    (method: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      const result = method(...args);
      return result instanceof Promise ? result.catch(plain) : result;
    };
  const within = <Part>(part: Part): Part => {
    if (typeof part === "function") return wrapped(part as () => unknown) as Part;
    if (typeof part !== "object" || part === null) return part;
    const members = Object.entries(part).map(([name, member]) => [name, within(member)]);
    return Object.fromEntries(members) as Part;
  };
  return within(store);
}

function subjectsOn(
  connection: Connection,
  attempts: OpenAttempts,
  copies: RunningCopies | null,
): Store {
  const writer = decisionWriter(connection, attempts);
  const watch = revisionWatch(connection);
  return {
    projects: projectStore(connection),
    keys: keyStore(connection),
    lists: listStore(connection),
    collections: collectionStore(connection),
    velocity: velocityStore(connection),
    decisions: decisionStore(connection, writer),
    search: searchStore(connection),
    outcomes: outcomeStore(connection),
    reviews: reviewStore(connection),
    models: modelStore(connection, watch),
    audit: auditStore(connection),
    accounts: accountStore(connection),
    signIns: signInStore(connection),
    replays: replayStore(connection),
    shadowScores: shadowScoreStore(connection),
    reasons: reasonsStore(connection),
    erasures: erasureStore(connection),
    guests: guestStore(connection),
    webhooks: { ...webhookEndpointStore(connection), ...webhookDeliveryStore(connection) },
    savedViews: savedViewStore(connection),
    shared: {
      copies: copies?.count ?? (() => 1),
      now: () => databaseTime(connection),
      attempts: { open: attempts.open, close: attempts.close },
      bundles: bundleStore(connection),
      quotas: quotaStore(connection),
      attemptCounts: attemptCountStore(connection),
    },
    async check() {
      await connection.sql(
        "INSERT INTO revisions VALUES ('check', 1) ON CONFLICT (name) DO UPDATE SET value = revisions.value + 1",
      );
    },
    schema() {
      const { newest } = schemaVersion;
      if ((watch.value(schemaRevision.oldest) ?? 0) > newest) return "unusable";
      return (watch.value(schemaRevision.newest) ?? 0) > newest ? "newer" : "current";
    },
    clockAheadMs: async () => copies?.clockAheadMs() ?? measureAheadMs(connection),
    async endsAbandoned() {
      const [row] = await connection.sql<{ limited: boolean }>(
        `SELECT current_setting('statement_timeout') <> '0'
           AND current_setting('idle_in_transaction_session_timeout') <> '0' AS limited`,
      );
      return row!.limited;
    },
    lostRows: () => null,
    damagedDatabases: async () => new Map(),
    load: (): StoreLoad => ({
      waiting: { decisions: writer.waiting(), telemetry: 0, others: 0 },
      writing: writer.writing(),
      roundTrips: connection.roundTrips(),
      errors: connection.errors.byKind,
    }),
    async close() {
      watch.stop();
      await writer.idle();
      await copies?.stop();
      await connection.close();
    },
  };
}
