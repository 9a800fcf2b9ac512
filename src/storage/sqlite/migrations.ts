/**
 * Applies the migrations, which are inside the executable. Their files and their table are those of
 * Drizzle's migrator, but that one reads before it locks: two processes that start on a new folder
 * at the same time would both create the tables. This one locks first.
 */
import type { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import controlStart from "./migrations/control/0000_start.sql" with { type: "text" };
import controlRegistry from "./migrations/control/0001_registry-and-reasons.sql" with {
  type: "text",
};
import controlOrigins from "./migrations/control/0002_allowed-origins.sql" with { type: "text" };
import controlAccounts from "./migrations/control/0003_people.sql" with { type: "text" };
import controlMoney from "./migrations/control/0004_money-and-retention.sql" with { type: "text" };
import controlBaseRate from "./migrations/control/0005_base-rate.sql" with { type: "text" };
import controlAgents from "./migrations/control/0006_welcome-agents.sql" with { type: "text" };
import controlInvitations from "./migrations/control/0007_invitations.sql" with { type: "text" };
import controlDevices from "./migrations/control/0008_trusted-devices.sql" with { type: "text" };
import controlRestrictions from "./migrations/control/0009_key-restrictions.sql" with {
  type: "text",
};
import controlPrivacy from "./migrations/control/0010_privacy.sql" with { type: "text" };
import controlUsedCodes from "./migrations/control/0011_used-codes.sql" with { type: "text" };
import controlSecondFactor from "./migrations/control/0012_second-factor-rule.sql" with {
  type: "text",
};
import controlModelOwner from "./migrations/control/0013_model-owner.sql" with { type: "text" };
import controlPasskeys from "./migrations/control/0014_passkeys.sql" with { type: "text" };
import controlKiosks from "./migrations/control/0015_kiosks.sql" with { type: "text" };
import controlLists from "./migrations/control/0016_lists.sql" with { type: "text" };
import controlWebhooks from "./migrations/control/0017_webhooks.sql" with { type: "text" };
import controlReviews from "./migrations/control/0018_reviews.sql" with { type: "text" };
import controlSavedViews from "./migrations/control/0019_saved-views.sql" with { type: "text" };
import controlControlGroup from "./migrations/control/0020_control-group.sql" with { type: "text" };
import controlAttributes from "./migrations/control/0021_attributes.sql" with { type: "text" };
import controlAlerts from "./migrations/control/0022_alerts.sql" with { type: "text" };
import controlChallenges from "./migrations/control/0023_challenges.sql" with { type: "text" };
import controlKeptEntries from "./migrations/control/0024_kept_entries.sql" with { type: "text" };
import controlJournal from "./migrations/control/meta/_journal.json";
import eventsStart from "./migrations/events/0000_start.sql" with { type: "text" };
import eventsOutcomes from "./migrations/events/0001_outcomes.sql" with { type: "text" };
import eventsSource from "./migrations/events/0002_decision-source.sql" with { type: "text" };
import eventsReasons from "./migrations/events/0003_registry-and-reasons.sql" with { type: "text" };
import eventsAge from "./migrations/events/0004_telemetry-age-and-headers.sql" with {
  type: "text",
};
import eventsRetention from "./migrations/events/0005_money-and-retention.sql" with {
  type: "text",
};
import eventsBaseRate from "./migrations/events/0006_base-rate.sql" with { type: "text" };
import eventsKeys from "./migrations/events/0007_key-id.sql" with { type: "text" };
import eventsLists from "./migrations/events/0008_lists.sql" with { type: "text" };
import eventsPasses from "./migrations/events/0009_passes.sql" with { type: "text" };
import eventsWebhooks from "./migrations/events/0010_webhooks.sql" with { type: "text" };
import eventsReviews from "./migrations/events/0011_reviews.sql" with { type: "text" };
import eventsControlGroup from "./migrations/events/0012_control-group.sql" with { type: "text" };
import eventsChallenges from "./migrations/events/0013_challenges.sql" with { type: "text" };
import eventsSecondReviews from "./migrations/events/0014_second-reviews.sql" with { type: "text" };
import eventsLossCurrency from "./migrations/events/0015_loss_currency.sql" with { type: "text" };
import eventsStoredVectors from "./migrations/events/0016_stored-vectors.sql" with { type: "text" };
import eventsJournal from "./migrations/events/meta/_journal.json";
import historyStart from "./migrations/history/0000_start.sql" with { type: "text" };
import historyAgain from "./migrations/history/0001_begin-again.sql" with { type: "text" };
import historyOutcomes from "./migrations/history/0002_outcomes-and-networks.sql" with {
  type: "text",
};
import historyBrowserProfiles from "./migrations/history/0003_looks.sql" with { type: "text" };
import historySearch from "./migrations/history/0004_look-up.sql" with { type: "text" };
import historyNumbers from "./migrations/history/0005_project-numbers.sql" with { type: "text" };
import historySurname from "./migrations/history/0006_surname.sql" with { type: "text" };
import historyIdentityFilter from "./migrations/history/0007_identity-filter.sql" with {
  type: "text",
};
import historyScore from "./migrations/history/0008_score.sql" with { type: "text" };
import historyPayments from "./migrations/history/0009_payments.sql" with { type: "text" };
import historyHotelDays from "./migrations/history/0010_hotel-days.sql" with { type: "text" };
import historyJournal from "./migrations/history/meta/_journal.json";

interface Migration {
  when: number;
  sql: string;
}

const files: Record<string, string> = {
  "control/0000_start": controlStart,
  "control/0001_registry-and-reasons": controlRegistry,
  "control/0002_allowed-origins": controlOrigins,
  "control/0003_people": controlAccounts,
  "control/0004_money-and-retention": controlMoney,
  "control/0005_base-rate": controlBaseRate,
  "control/0006_welcome-agents": controlAgents,
  "control/0007_invitations": controlInvitations,
  "control/0008_trusted-devices": controlDevices,
  "control/0009_key-restrictions": controlRestrictions,
  "control/0010_privacy": controlPrivacy,
  "control/0011_used-codes": controlUsedCodes,
  "control/0012_second-factor-rule": controlSecondFactor,
  "control/0013_model-owner": controlModelOwner,
  "control/0014_passkeys": controlPasskeys,
  "control/0015_kiosks": controlKiosks,
  "control/0016_lists": controlLists,
  "control/0017_webhooks": controlWebhooks,
  "control/0018_reviews": controlReviews,
  "control/0019_saved-views": controlSavedViews,
  "control/0020_control-group": controlControlGroup,
  "control/0021_attributes": controlAttributes,
  "control/0022_alerts": controlAlerts,
  "control/0023_challenges": controlChallenges,
  "control/0024_kept_entries": controlKeptEntries,
  "events/0000_start": eventsStart,
  "events/0001_outcomes": eventsOutcomes,
  "events/0002_decision-source": eventsSource,
  "events/0003_registry-and-reasons": eventsReasons,
  "events/0004_telemetry-age-and-headers": eventsAge,
  "events/0005_money-and-retention": eventsRetention,
  "events/0006_base-rate": eventsBaseRate,
  "events/0007_key-id": eventsKeys,
  "events/0008_lists": eventsLists,
  "events/0009_passes": eventsPasses,
  "events/0010_webhooks": eventsWebhooks,
  "events/0011_reviews": eventsReviews,
  "events/0012_control-group": eventsControlGroup,
  "events/0013_challenges": eventsChallenges,
  "events/0014_second-reviews": eventsSecondReviews,
  "events/0015_loss_currency": eventsLossCurrency,
  "events/0016_stored-vectors": eventsStoredVectors,
  "history/0000_start": historyStart,
  "history/0001_begin-again": historyAgain,
  "history/0002_outcomes-and-networks": historyOutcomes,
  "history/0003_looks": historyBrowserProfiles,
  "history/0004_look-up": historySearch,
  "history/0005_project-numbers": historyNumbers,
  "history/0006_surname": historySurname,
  "history/0007_identity-filter": historyIdentityFilter,
  "history/0008_score": historyScore,
  "history/0009_payments": historyPayments,
  "history/0010_hotel-days": historyHotelDays,
};

const migrationsOf = (name: string, journal: { entries: { tag: string; when: number }[] }) =>
  journal.entries.map(({ tag, when }): Migration => {
    const sql = files[`${name}/${tag}`];
    if (sql === undefined) throw new Error(`migration ${name}/${tag} is not in migrations.ts`);
    return { when, sql };
  });

export const migrations = {
  control: migrationsOf("control", controlJournal),
  events: migrationsOf("events", eventsJournal),
  history: migrationsOf("history", historyJournal),
};

/**
 * Applies the migrations that a database does not have yet, all or nothing.
 * @throws Error if the database was written by a newer version of the product.
 */
export function migrate(database: Database, pending: readonly Migration[]): void {
  // Most processes find nothing to do, and need not wait for each other's lock to see it.
  if (newestApplied(database) === pending.at(-1)!.when) return;
  database
    .transaction(() => {
      database.run(
        "CREATE TABLE IF NOT EXISTS __drizzle_migrations " +
          "(id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)",
      );
      const applied = database
        .query<{ last: number | null }, []>(
          "SELECT max(created_at) AS last FROM __drizzle_migrations",
        )
        .get();
      const last = applied?.last ?? 0;
      if (last > pending.at(-1)!.when) {
        throw new Error(
          "the data was written by a newer version of booking-risk; use that one, or the copy in the " +
            "folder before-upgrade-… that it made",
        );
      }
      for (const { when, sql } of pending) {
        if (when <= last) continue;
        database.run(sql.replaceAll("--> statement-breakpoint", ""));
        const hash = createHash("sha256").update(sql).digest("hex");
        database.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)", [
          hash,
          when,
        ]);
      }
    })
    .immediate();
}

/** Whether a database has data of an older version, which `migrate` will change. */
export function isOlder(database: Database, pending: readonly Migration[]): boolean {
  const newest = newestApplied(database);
  return newest !== null && newest < pending.at(-1)!.when;
}

/** The time of the newest migration; null where there is no table of them yet. */
function newestApplied(database: Database): number | null {
  const table = database
    .query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '__drizzle_migrations'")
    .get();
  if (!table) return null;
  return database
    .query<{ last: number | null }, []>("SELECT max(created_at) AS last FROM __drizzle_migrations")
    .get()!.last;
}
