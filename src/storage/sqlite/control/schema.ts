/** `control.db`: what rarely changes. After changing this file: `npm run migrations`. */
import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ProjectAttribute } from "../../port/attributes.ts";
import type { ChallengeEnd } from "../../port/challenges.ts";
import type { ControlGroup } from "../../port/control-group.ts";
import type { ErasedKind } from "../../port/erasures.ts";
import type { EntryKind, ListType } from "../../port/lists.ts";
import type { BaseRateBasis, KeptOfDecisions } from "../../port/projects.ts";
import type { ReviewRules } from "../../port/reviews.ts";

export * from "./account-schema.ts";

export const projects = sqliteTable("projects", {
  id: text().primaryKey(),
  name: text().notNull(),
  riskSetting: text("risk_setting").notNull(),
  createdAt: integer("created_at").notNull(),
  archivedAt: integer("archived_at"),
  /** What its bookings earn and what mistakes cost, JSON; null where not set. */
  moneyTerms: text("money_terms"),
  /** Days for which its telemetry is retained, 0 for ever; null: the service's default. */
  telemetryRetentionDays: integer("telemetry_retention_days"),
  /** Days for which its decisions are whole, 0 for ever; null: the service's default. */
  decisionRetentionDays: integer("decision_retention_days"),
  /** What is kept of decisions then, JSON; null: what training needs. */
  decisionRetentionKeeps: text("decision_retention_keeps").$type<KeptOfDecisions>(),
  /** Its share of fraud among attempts; null: scores are the model's. */
  baseRate: real("base_rate"),
  baseRateBasis: text("base_rate_basis", { mode: "json" }).$type<BaseRateBasis>(),
  /** Hosts of the agents whose signed visits it welcomes, JSON; null: none. */
  welcomeAgents: text("welcome_agents", { mode: "json" }).$type<string[]>(),
  /** IDs of the devices that are kiosks, JSON; null: none. */
  kiosks: text({ mode: "json" }).$type<string[]>(),
  /** Whether its members need a second factor. */
  requiresSecondFactor: integer("requires_second_factor", { mode: "boolean" })
    .notNull()
    .default(false),
  /** How often entries were added to its lists: `list_entries`. */
  listsVersion: integer("lists_version").notNull().default(0),
  /** The types of event that its webhooks get, JSON; null: none. What `webhook_endpoints` says. */
  webhookEvents: text("webhook_events", { mode: "json" }).$type<readonly string[]>(),
  /** Which of its decisions go to review by themselves, JSON; null: none. */
  reviewRules: text("review_rules", { mode: "json" }).$type<ReviewRules>(),
  /** Its control group, JSON; null: it never had one. */
  controlGroup: text("control_group", { mode: "json" }).$type<ControlGroup>(),
  /** Columns of its own that it declares, JSON; null: it never had one. */
  attributes: text("attributes", { mode: "json" }).$type<readonly ProjectAttribute[]>(),
});

/** How much of a month's control group is used. */
export const controlGroupMonths = sqliteTable(
  "control_group_months",
  {
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    /** `2026-11`, UTC. */
    month: text().notNull(),
    /** Of the amounts, ISO 4217; "": they are not limited. */
    currency: text().notNull(),
    bookings: integer().notNull(),
    amount: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.month, table.currency] })],
);

export const keys = sqliteTable(
  "keys",
  {
    id: text().primaryKey(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    kind: text({ enum: ["secret", "publishable"] }).notNull(),
    hash: text().notNull().unique(),
    start: text().notNull(),
    end: text().notNull(),
    name: text().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    revokedAt: integer("revoked_at"),
    /** JSON; null: pages of any origin may use the key. */
    allowedOrigins: text("allowed_origins", { mode: "json" }).$type<string[]>(),
    /** From then on the key is refused, Unix ms; null: never. */
    expiresAt: integer("expires_at"),
    /** JSON; null: servers of any address may use the key. */
    allowedAddresses: text("allowed_addresses", { mode: "json" }).$type<string[]>(),
    /** Requests a second; null: no limit of its own. */
    rateLimit: integer("rate_limit"),
  },
  (table) => [index("keys_by_project").on(table.projectId, table.createdAt)],
);

/** The bundles in the model registry. None is ever removed: decisions name them. */
export const models = sqliteTable(
  "models",
  {
    name: text().notNull(),
    version: text().notNull(),
    /** Of `model.onnx`, and of both files: the calibration is in the manifest. */
    sha256: text().notNull(),
    bundleSha256: text("bundle_sha256").notNull(),
    manifest: text().notNull(),
    installedAt: integer("installed_at").notNull(),
    retiredAt: integer("retired_at"),
    /** Null: shared by all projects. */
    ownerProjectId: text("owner_project_id").references(() => projects.id),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/** For a project, or for all (null), the last one that was not rolled back is active. */
export const promotions = sqliteTable(
  "promotions",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    projectId: text("project_id"),
    name: text().notNull(),
    version: text().notNull(),
    actor: text().notNull(),
    promotedAt: integer("promoted_at").notNull(),
    rolledBackAt: integer("rolled_back_at"),
  },
  (table) => [index("promotions_by_project").on(table.projectId, table.seq)],
);

/** The shadow model of a project, or of all projects (""): one each. */
export const shadows = sqliteTable("shadows", {
  projectId: text("project_id").primaryKey(),
  name: text().notNull(),
  version: text().notNull(),
  startedAt: integer("started_at").notNull(),
});

/** A share of a project's live attempts is decided by another model: one at a time. None is ever removed. */
export const challenges = sqliteTable(
  "challenges",
  {
    id: text().primaryKey(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    name: text().notNull(),
    version: text().notNull(),
    championName: text("champion_name").notNull(),
    championVersion: text("champion_version").notNull(),
    share: real().notNull(),
    /** The key of its draw, hex. */
    secret: text().notNull(),
    forced: integer({ mode: "boolean" }).notNull(),
    startedAt: integer("started_at").notNull(),
    until: integer().notNull(),
    endedAt: integer("ended_at"),
    endedBecause: text("ended_because").$type<ChallengeEnd>(),
  },
  (table) => [
    uniqueIndex("challenges_running").on(table.projectId).where(sql`ended_at IS NULL`),
    index("challenges_by_model").on(table.projectId, table.name, table.version),
  ],
);

/** Who did what, and when. Rows are only added. */
export const audit = sqliteTable("audit", {
  seq: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  actor: text().notNull(),
  action: text().notNull(),
  subject: text().notNull(),
  projectId: text("project_id"),
  detail: text().notNull(),
});

/** Trials of a model on stored decisions. */
export const replays = sqliteTable(
  "replays",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    version: text().notNull(),
    projectId: text("project_id"),
    startedAt: integer("started_at").notNull(),
    finishedAt: integer("finished_at"),
    passed: integer({ mode: "boolean" }),
    options: text().notNull(),
    report: text(),
  },
  (table) => [index("replays_by_model").on(table.name, table.version, table.startedAt)],
);

/** What a project's lists deny, allow and mark: see `ListEntryRecord`. Archived rows stay. */
export const listEntries = sqliteTable(
  "list_entries",
  {
    id: text().primaryKey(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    kind: text().$type<EntryKind>().notNull(),
    type: text().$type<ListType>().notNull(),
    value: text().notNull(),
    identity: integer().notNull(),
    network: text(),
    hashKey: text("hash_key"),
    reason: text().notNull(),
    decisionId: text("decision_id"),
    version: integer().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at"),
    archivedBy: text("archived_by"),
    archivedAt: integer("archived_at"),
    /** Of the watch list: whether attempts that it marks go to review. */
    review: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("list_entries_by_version").on(table.projectId, table.version, table.id),
    index("list_entries_by_kind")
      .on(table.projectId, table.kind, table.version, table.id)
      .where(sql`archived_at IS NULL`),
    index("list_entries_archived")
      .on(table.projectId, table.kind, table.version, table.id)
      .where(sql`archived_at IS NOT NULL`),
    index("list_entries_by_identity").on(table.projectId, table.identity),
  ],
);

/** Erasures of guests, done or not: see `ErasureRecord`. Rows are only added. */
export const erasures = sqliteTable("erasures", {
  id: text().primaryKey(),
  projectId: text("project_id").notNull(),
  kind: text().$type<ErasedKind>().notNull(),
  key: text().notNull(),
  digest: text().notNull(),
  identity: integer(),
  actor: text().notNull(),
  keptBecause: text("kept_because"),
  requestedAt: integer("requested_at").notNull(),
  finishedAt: integer("finished_at"),
  receipt: text(),
});

/** Where a project's events are sent: see `WebhookEndpointRecord`. */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: text().primaryKey(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    url: text().notNull(),
    events: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    description: text().notNull(),
    secret: text().notNull(),
    previousSecret: text("previous_secret"),
    previousUntil: integer("previous_until"),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    disabledAt: integer("disabled_at"),
    disabledBecause: text("disabled_because").$type<"gone" | "user">(),
    archivedAt: integer("archived_at"),
  },
  (table) => [index("webhook_endpoints_by_project").on(table.projectId, table.createdAt)],
);

/** Filters of the list of decisions, shared in a project: see `SavedViewRecord`. */
export const savedViews = sqliteTable(
  "saved_views",
  {
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    name: text().notNull(),
    filters: text({ mode: "json" }).$type<Readonly<Record<string, string>>>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.name] })],
);

/** Alerts that fired: see `FiringAlert`. */
export const alerts = sqliteTable(
  "alerts",
  {
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    kind: text().notNull(),
    /** What told it. */
    eventId: text("event_id").notNull(),
    /** When it was last found to fire. */
    seenAt: integer("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.kind] })],
);

/** Events of changes in this database, until they are among the others: `webhook_events` of `events.db`. */
export const controlEvents = sqliteTable("control_events", {
  id: text().primaryKey(),
  projectId: text("project_id"),
  type: text().notNull(),
  at: integer().notNull(),
  data: text().notNull(),
});
