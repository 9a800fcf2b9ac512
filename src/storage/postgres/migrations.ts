/** Applies the migrations, which are inside the executable, by Drizzle's migrator. */
import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import type { MigrationMeta } from "drizzle-orm/migrator";
import type { Connection, Db } from "./connection.ts";
import { lockForMigrations } from "./locks.ts";
import start from "./migrations/0000_start.sql" with { type: "text" };
import functions from "./migrations/0001_functions.sql" with { type: "text" };
import passkeysAndBundles from "./migrations/0002_passkeys-bundles.sql" with { type: "text" };
import copies from "./migrations/0003_copies.sql" with { type: "text" };
import scores from "./migrations/0004_scores.sql" with { type: "text" };
import recordings from "./migrations/0005_recordings.sql" with { type: "text" };
import kiosks from "./migrations/0006_kiosks.sql" with { type: "text" };
import payments from "./migrations/0007_payments.sql" with { type: "text" };
import lists from "./migrations/0008_lists.sql" with { type: "text" };
import passes from "./migrations/0009_passes.sql" with { type: "text" };
import hotelDays from "./migrations/0010_hotel-days.sql" with { type: "text" };
import webhooks from "./migrations/0011_webhooks.sql" with { type: "text" };
import reviews from "./migrations/0012_reviews.sql" with { type: "text" };
import savedViews from "./migrations/0013_saved-views.sql" with { type: "text" };
import controlGroup from "./migrations/0014_control-group.sql" with { type: "text" };
import attributes from "./migrations/0015_attributes.sql" with { type: "text" };
import alerts from "./migrations/0016_alerts.sql" with { type: "text" };
import challenges from "./migrations/0017_challenges.sql" with { type: "text" };
import secondReviews from "./migrations/0018_second-reviews.sql" with { type: "text" };
import knownPast from "./migrations/0019_known-past.sql" with { type: "text" };
import arrays from "./migrations/0020_arrays.sql" with { type: "text" };
import keptEntries from "./migrations/0021_kept_entries.sql" with { type: "text" };
import lossCurrency from "./migrations/0022_loss_currency.sql" with { type: "text" };
import repeatedReports from "./migrations/0023_repeated-reports.sql" with { type: "text" };
import reportLookups from "./migrations/0024_report-lookups.sql" with { type: "text" };
import storedVectors from "./migrations/0025_stored-vectors.sql" with { type: "text" };
import journal from "./migrations/meta/_journal.json";

const files: Record<string, string> = {
  "0000_start": start,
  "0001_functions": functions,
  "0002_passkeys-bundles": passkeysAndBundles,
  "0003_copies": copies,
  "0004_scores": scores,
  "0005_recordings": recordings,
  "0006_kiosks": kiosks,
  "0007_payments": payments,
  "0008_lists": lists,
  "0009_passes": passes,
  "0010_hotel-days": hotelDays,
  "0011_webhooks": webhooks,
  "0012_reviews": reviews,
  "0013_saved-views": savedViews,
  "0014_control-group": controlGroup,
  "0015_attributes": attributes,
  "0016_alerts": alerts,
  "0017_challenges": challenges,
  "0018_second-reviews": secondReviews,
  "0019_known-past": knownPast,
  "0020_arrays": arrays,
  "0021_kept_entries": keptEntries,
  "0022_loss_currency": lossCurrency,
  "0023_repeated-reports": repeatedReports,
  "0024_report-lookups": reportLookups,
  "0025_stored-vectors": storedVectors,
};

export const migrations: MigrationMeta[] = journal.entries.map(({ tag, when, breakpoints }) => {
  const text = files[tag];
  if (text === undefined) throw new Error(`migration ${tag} is not in migrations.ts`);
  return {
    sql: text.split("--> statement-breakpoint"),
    bps: breakpoints,
    folderMillis: when,
    hash: createHash("sha256").update(text).digest("hex"),
  };
});

/**
 * The version of the tables, and the oldest one whose copies still work with them. A migration that
 * they do not work with raises it, and those that are running stop taking part (`Store.schema`).
 */
export const schemaVersion = { newest: migrations.length, oldest: 26 } as const;

/** Where they are stored: `revision-watch.ts` reads them. */
export const schemaRevision = { newest: "schema", oldest: "schema-oldest" } as const;

/** In the schema of everything else, so that one schema is all that has to be granted and backed up. */
const table = { migrationsSchema: "public", migrationsTable: "migrations" };

/** What Drizzle's migrator for folders calls; its types leave it out. */
interface Migrating {
  dialect: {
    sqlToQuery(statement: SQL): { sql: string };
    migrate(migrations: MigrationMeta[], session: object, config: typeof table): Promise<void>;
  };
}

/**
 * Applies the migrations that the database does not have yet, all or nothing. Of several copies that
 * start at once, one does it, and the others wait.
 * @throws Error if the database was written by a newer version of the product.
 */
export async function migrate(connection: Connection): Promise<void> {
  const newest = migrations.at(-1)!.folderMillis;
  // Most copies find nothing to do, and need not wait for each other to see it.
  if ((await newestApplied(connection)) === newest) return;
  await connection.transaction(async (transaction) => {
    await lockForMigrations(transaction);
    const last = await newestApplied(transaction);
    if (last !== null && last > newest) {
      throw new Error("the database was written by a newer version of booking-risk; use that one");
    }
    const db = transaction.db as Db & Migrating;
    // The schema is there. To create it needs a right to the whole database, even if it exists.
    const createsSchema = (statement: SQL) =>
      db.dialect.sqlToQuery(statement).sql.startsWith("CREATE SCHEMA");
    const session = {
      execute: async (statement: SQL) => createsSchema(statement) || db.execute(statement),
      all: async (statement: SQL) => (await db.execute(statement)).rows,
      transaction: (work: (db: Db) => Promise<void>) => work(db), // It is in ours.
    };
    await db.dialect.migrate(migrations, session, table);
    for (const name of ["newest", "oldest"] as const) {
      await transaction.sql(
        `INSERT INTO revisions VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET value = greatest(revisions.value, excluded.value)`,
        [schemaRevision[name], schemaVersion[name]],
      );
    }
  });
}

/** Null where there is no table of them yet. */
async function newestApplied({ sql }: Pick<Connection, "sql">): Promise<number | null> {
  const [found] = await sql<{ found: boolean }>(
    "SELECT to_regclass('public.migrations') IS NOT NULL AS found",
  );
  if (!found!.found) return null;
  const [row] = await sql<{ last: number | null }>(
    "SELECT max(created_at) AS last FROM public.migrations",
  );
  return row!.last;
}
