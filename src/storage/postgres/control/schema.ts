/** What rarely changes. After changing this file: `npm run migrations`. */
import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { ProjectAttribute } from "../../port/attributes.ts";
import type { ChallengeEnd } from "../../port/challenges.ts";
import type { ControlGroup } from "../../port/control-group.ts";
import type { ErasedKind } from "../../port/erasures.ts";
import type { EntryKind, ListType } from "../../port/lists.ts";
import type { BaseRateBasis, KeptOfDecisions } from "../../port/projects.ts";
import type { ReviewRules } from "../../port/reviews.ts";
import { bytes, bytewise, jsonText, whole } from "../columns.ts";

export * from "./account-schema.ts";

export const projects = pgTable("projects", {
  id: bytewise("id").primaryKey(),
  name: text().notNull(),
  riskSetting: text("risk_setting").notNull(),
  createdAt: whole("created_at").notNull(),
  archivedAt: whole("archived_at"),
  /** What its bookings earn and what mistakes cost, JSON; null where not set. */
  moneyTerms: text("money_terms"),
  /** Days for which its telemetry is retained, 0 for ever; null: the service's default. */
  telemetryRetentionDays: whole("telemetry_retention_days"),
  /** Days for which its decisions are whole, 0 for ever; null: the service's default. */
  decisionRetentionDays: whole("decision_retention_days"),
  /** What is kept of decisions then, JSON; null: what training needs. */
  decisionRetentionKeeps: text("decision_retention_keeps").$type<KeptOfDecisions>(),
  /** Its share of fraud among attempts; null: scores are the model's. */
  baseRate: doublePrecision("base_rate"),
  baseRateBasis: jsonText<BaseRateBasis>("base_rate_basis"),
  /** Hosts of the agents whose signed visits it welcomes, JSON; null: none. */
  welcomeAgents: jsonText<string[]>("welcome_agents"),
  /** IDs of the devices that are kiosks, JSON; null: none. */
  kiosks: jsonText<string[]>("kiosks"),
  /** Whether its members need a second factor. */
  requiresSecondFactor: boolean("requires_second_factor").notNull().default(false),
  /** How often entries were added to its lists: `list_entries`. */
  listsVersion: whole("lists_version").notNull().default(0),
  /** The types of event that its webhooks get, JSON; null: none. What `webhook_endpoints` says. */
  webhookEvents: jsonText<readonly string[]>("webhook_events"),
  /** Which of its decisions go to review by themselves, JSON; null: none. */
  reviewRules: jsonText<ReviewRules>("review_rules"),
  /** Its control group, JSON; null: it never had one. */
  controlGroup: jsonText<ControlGroup>("control_group"),
  /** Columns of its own that it declares, JSON; null: it never had one. */
  attributes: jsonText<readonly ProjectAttribute[]>("attributes"),
});

/** How much of a month's control group is used. */
export const controlGroupMonths = pgTable(
  "control_group_months",
  {
    projectId: bytewise("project_id")
      .notNull()
      .references(() => projects.id),
    /** `2026-11`, UTC. */
    month: bytewise("month").notNull(),
    /** Of the amounts, ISO 4217; "": they are not limited. */
    currency: bytewise("currency").notNull(),
    bookings: integer().notNull(),
    amount: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.month, table.currency] })],
);

export const keys = pgTable(
  "keys",
  {
    id: bytewise("id").primaryKey(),
    projectId: bytewise("project_id")
      .notNull()
      .references(() => projects.id),
    kind: text({ enum: ["secret", "publishable"] }).notNull(),
    hash: text().notNull().unique(),
    start: text().notNull(),
    end: text().notNull(),
    name: text().notNull(),
    createdAt: whole("created_at").notNull(),
    lastUsedAt: whole("last_used_at"),
    revokedAt: whole("revoked_at"),
    /** JSON; null: pages of any origin may use the key. */
    allowedOrigins: jsonText<string[]>("allowed_origins"),
    /** From then on the key is refused, Unix ms; null: never. */
    expiresAt: whole("expires_at"),
    /** JSON; null: servers of any address may use the key. */
    allowedAddresses: jsonText<string[]>("allowed_addresses"),
    /** Requests a second; null: no limit of its own. */
    rateLimit: whole("rate_limit"),
  },
  (table) => [index("keys_by_project").on(table.projectId, table.createdAt)],
);

/** The bundles in the model registry. None is ever removed: decisions name them. */
export const models = pgTable(
  "models",
  {
    name: text().notNull(),
    version: text().notNull(),
    /** Of `model.onnx`, and of both files: the calibration is in the manifest. */
    sha256: text().notNull(),
    bundleSha256: text("bundle_sha256").notNull(),
    manifest: text().notNull(),
    installedAt: whole("installed_at").notNull(),
    retiredAt: whole("retired_at"),
    /** Null: shared by all projects. */
    ownerProjectId: bytewise("owner_project_id"),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/** The files of models, which every copy needs. */
export const bundles = pgTable("bundles", {
  bundleSha256: text("bundle_sha256").primaryKey(),
  model: bytes("model").notNull(),
  manifest: bytes("manifest").notNull(),
  card: bytes("card"),
});

/** For a project, or for all (null), the last one that was not rolled back is active. */
export const promotions = pgTable(
  "promotions",
  {
    seq: whole("seq").primaryKey().generatedAlwaysAsIdentity(),
    projectId: bytewise("project_id"),
    name: text().notNull(),
    version: text().notNull(),
    actor: text().notNull(),
    promotedAt: whole("promoted_at").notNull(),
    rolledBackAt: whole("rolled_back_at"),
  },
  (table) => [index("promotions_by_project").on(table.projectId, table.seq)],
);

/** The shadow model of a project, or of all projects (""): one each. */
export const shadows = pgTable("shadows", {
  projectId: bytewise("project_id").primaryKey(),
  name: text().notNull(),
  version: text().notNull(),
  startedAt: whole("started_at").notNull(),
});

/** A share of a project's live attempts is decided by another model: one at a time. None is ever removed. */
export const challenges = pgTable(
  "challenges",
  {
    id: bytewise("id").primaryKey(),
    projectId: bytewise("project_id")
      .notNull()
      .references(() => projects.id),
    name: text().notNull(),
    version: text().notNull(),
    championName: text("champion_name").notNull(),
    championVersion: text("champion_version").notNull(),
    share: doublePrecision().notNull(),
    /** The key of its draw, hex. */
    secret: text().notNull(),
    forced: boolean().notNull(),
    startedAt: whole("started_at").notNull(),
    until: whole("until").notNull(),
    endedAt: whole("ended_at"),
    endedBecause: text("ended_because").$type<ChallengeEnd>(),
  },
  (table) => [
    uniqueIndex("challenges_running").on(table.projectId).where(sql`ended_at IS NULL`),
    index("challenges_by_model").on(table.projectId, table.name, table.version),
  ],
);

/** Who did what, and when. Rows are only added. */
export const audit = pgTable(
  "audit",
  {
    seq: whole("seq").primaryKey().generatedAlwaysAsIdentity(),
    at: whole("at").notNull(),
    actor: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    projectId: bytewise("project_id"),
    detail: text().notNull(),
  },
  (table) => [
    index("audit_by_project").on(table.projectId, table.seq),
    index("audit_by_subject").on(table.subject, table.seq),
  ],
);

/** Trials of a model on stored decisions. */
export const replays = pgTable(
  "replays",
  {
    id: bytewise("id").primaryKey(),
    name: text().notNull(),
    version: text().notNull(),
    projectId: bytewise("project_id"),
    startedAt: whole("started_at").notNull(),
    finishedAt: whole("finished_at"),
    passed: boolean(),
    options: text().notNull(),
    report: text(),
  },
  (table) => [index("replays_by_model").on(table.name, table.version, table.startedAt)],
);

/** What a project's lists deny, allow and mark: see `ListEntryRecord`. Archived rows stay. */
export const listEntries = pgTable(
  "list_entries",
  {
    id: bytewise("id").primaryKey(),
    projectId: bytewise("project_id")
      .notNull()
      .references(() => projects.id),
    kind: text().$type<EntryKind>().notNull(),
    type: text().$type<ListType>().notNull(),
    value: text().notNull(),
    identity: whole("identity").notNull(),
    network: text(),
    hashKey: text("hash_key"),
    reason: text().notNull(),
    decisionId: bytewise("decision_id"),
    version: whole("version").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: whole("created_at").notNull(),
    expiresAt: whole("expires_at"),
    archivedBy: text("archived_by"),
    archivedAt: whole("archived_at"),
    /** Of the watch list: whether attempts that it marks go to review. */
    review: boolean().notNull().default(false),
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
export const erasures = pgTable("erasures", {
  id: bytewise("id").primaryKey(),
  projectId: bytewise("project_id").notNull(),
  kind: text().$type<ErasedKind>().notNull(),
  key: text().notNull(),
  digest: text().notNull(),
  identity: whole("identity"),
  actor: text().notNull(),
  keptBecause: text("kept_because"),
  requestedAt: whole("requested_at").notNull(),
  finishedAt: whole("finished_at"),
  receipt: text(),
});

/** Where a project's events are sent: see `WebhookEndpointRecord`. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: bytewise("id").primaryKey(),
    projectId: bytewise("project_id")
      .notNull()
      .references(() => projects.id),
    url: text().notNull(),
    events: jsonText<readonly string[]>("events").notNull(),
    description: text().notNull(),
    secret: text().notNull(),
    previousSecret: text("previous_secret"),
    previousUntil: whole("previous_until"),
    createdBy: text("created_by").notNull(),
    createdAt: whole("created_at").notNull(),
    disabledAt: whole("disabled_at"),
    disabledBecause: text("disabled_because").$type<"gone" | "user">(),
    archivedAt: whole("archived_at"),
  },
  (table) => [index("webhook_endpoints_by_project").on(table.projectId, table.createdAt)],
);

/** Filters of the list of decisions, shared in a project: see `SavedViewRecord`. */
export const savedViews = pgTable(
  "saved_views",
  {
    projectId: bytewise("project_id")
      .notNull()
      .references(() => projects.id),
    name: bytewise("name").notNull(),
    filters: jsonText<Readonly<Record<string, string>>>("filters").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: whole("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.name] })],
);

/** Alerts that fired: see `FiringAlert`. */
export const alerts = pgTable(
  "alerts",
  {
    projectId: bytewise("project_id")
      .notNull()
      .references(() => projects.id),
    kind: bytewise("kind").notNull(),
    /** What told it. */
    eventId: bytewise("event_id").notNull(),
    /** When it was last found to fire. */
    seenAt: whole("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.kind] })],
);

/** Events of changes in these tables, until they are among the others: `webhook_events`. */
export const controlEvents = pgTable("control_events", {
  id: bytewise("id").primaryKey(),
  projectId: bytewise("project_id"),
  type: text().notNull(),
  at: whole("at").notNull(),
  data: text().notNull(),
});

/** Counts the changes of the model registry: what every copy asks for to notice one. */
export const revisions = pgTable("revisions", {
  name: text().primaryKey(),
  value: whole("value").notNull(),
});
