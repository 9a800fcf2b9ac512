/** The port on PostgreSQL, for any number of copies of the service. */
import type { StoreLoad } from "../load.ts";
import { StorageUnavailable, type Store } from "../store.ts";
import { type Connection, connectTo } from "./connection.ts";
import { accountStore } from "./control/accounts.ts";
import { auditStore } from "./control/audit.ts";
import { erasureStore } from "./control/erasures.ts";
import { keyStore } from "./control/keys.ts";
import { modelStore } from "./control/models.ts";
import { projectStore } from "./control/projects.ts";
import { replayStore } from "./control/replays.ts";
import { signInStore } from "./control/sign-ins.ts";
import { collectionStore } from "./events/collections.ts";
import { decisionStore, decisionWriter } from "./events/decisions.ts";
import { outcomeStore } from "./events/outcomes.ts";
import { reasonsStore } from "./events/reasons.ts";
import { shadowScoreStore } from "./events/shadow-scores.ts";
import { guestStore } from "./guests.ts";
import { migrate } from "./migrations.ts";
import { revisionWatch } from "./revision-watch.ts";
import { searchStore } from "./search.ts";
import { velocityStore } from "./velocity.ts";

/**
 * Opens the store of a database, migrating it where needed.
 * @throws StorageUnavailable if the database cannot be reached.
 */
export async function openPostgresStore(url: string): Promise<Store> {
  const connection = connectTo(url);
  try {
    await migrate(connection);
  } catch (error) {
    await connection.close();
    throw error instanceof StorageUnavailable
      ? error
      : new StorageUnavailable(error instanceof Error ? error.message : String(error));
  }
  return storeOn(connection);
}

/** @param connection to a migrated database. */
export function storeOn(connection: Connection): Store {
  return withPlainErrors(subjectsOn(connection));
}

/**
 * Drizzle puts an error of the database into one of its own, whose message has the statement with all its
 * values: guests' data. The port's error is inside.
 */
function withPlainErrors(store: Store): Store {
  const plain = (error: unknown): never => {
    const { cause } = Object(error) as { cause?: unknown };
    throw cause instanceof StorageUnavailable ? cause : error;
  };
  const wrapped =
    (method: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      const result = method(...args);
      return result instanceof Promise ? result.catch(plain) : result;
    };
  const subjects = Object.entries(store).map(([subject, methods]) => {
    if (typeof methods === "function") return [subject, methods];
    const all = Object.entries(methods as Record<string, never>);
    return [subject, Object.fromEntries(all.map(([name, method]) => [name, wrapped(method)]))];
  });
  return Object.fromEntries(subjects) as unknown as Store;
}

function subjectsOn(connection: Connection): Store {
  const writer = decisionWriter(connection, () => false);
  const watch = revisionWatch(connection);
  return {
    projects: projectStore(connection),
    keys: keyStore(connection),
    collections: collectionStore(connection),
    velocity: velocityStore(connection),
    decisions: decisionStore(connection, writer),
    search: searchStore(connection),
    outcomes: outcomeStore(connection),
    models: modelStore(connection, watch),
    audit: auditStore(connection),
    accounts: accountStore(connection),
    signIns: signInStore(connection),
    replays: replayStore(connection),
    shadowScores: shadowScoreStore(connection),
    reasons: reasonsStore(connection),
    erasures: erasureStore(connection),
    guests: guestStore(connection),
    async check() {
      await connection.sql(
        "INSERT INTO revisions VALUES ('check', 1) ON CONFLICT (name) DO UPDATE SET value = revisions.value + 1",
      );
    },
    load: (): StoreLoad => ({
      waiting: { decisions: writer.waiting(), telemetry: 0, others: 0 },
      writing: writer.writing(),
      errors: connection.errors.byKind,
    }),
    async close() {
      watch.stop();
      await writer.idle();
      await connection.close();
    },
  };
}
