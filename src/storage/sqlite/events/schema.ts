/**
 * `events.db`: what grows with every booking. Every key begins with the project, which separates
 * the projects' data. After changing this file: `npm run migrations`.
 */
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
import { ofSqlite, sqlite } from "../../drizzle/tables/dialect.ts";
import { eventTables } from "../../drizzle/tables/events.ts";
import type { DecisionSource } from "../../port/decisions.ts";

export const batches = sqliteTable(
  "batches",
  {
    projectId: text("project_id").notNull(),
    collectionId: text("collection_id").notNull(),
    sequence: integer().notNull(),
    receivedAt: integer("received_at").notNull(),
    ip: text().notNull(),
    userAgent: text("user_agent").notNull(),
    body: text().notNull(),
    /** The other headers that the summary uses, JSON; null if received by an older version. */
    headers: text(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.collectionId, table.sequence] }),
    index("batches_by_project_age").on(table.projectId, table.receivedAt),
  ],
);

export const decisions = sqliteTable(
  "decisions",
  {
    /** The order in which decisions were committed, in which `history.db` indexes them. */
    seq: integer().primaryKey({ autoIncrement: true }),
    projectId: text("project_id").notNull(),
    id: text().notNull(),
    decidedAt: integer("decided_at").notNull(),
    /** "api": requested at checkout; "import": a past attempt. */
    source: text().$type<DecisionSource>().notNull().default("api"),
    requestId: text("request_id").notNull(),
    collectionId: text("collection_id"),
    riskScore: integer("risk_score").notNull(),
    riskLevel: text("risk_level").notNull(),
    suggestedAction: text("suggested_action").notNull(),
    riskSetting: text("risk_setting").notNull(),
    probability: real().notNull(),
    modelName: text("model_name").notNull(),
    modelVersion: text("model_version").notNull(),
    modelSha256: text("model_sha256").notNull(),
    request: text().notNull(),
    evidence: text().notNull(),
    featureSet: text("feature_set").notNull(),
    features: text().notNull(),
    /** What links later attempts to this one; JSON, see `StoredIdentities`. */
    identities: text().notNull(),
    /** The model's own probability, and the rates by which it was shifted; null where it was not. */
    modelProbability: real("model_probability"),
    projectBaseRate: real("project_base_rate"),
    modelBaseRate: real("model_base_rate"),
    /** The key that it was requested with; null where there was none or it was not stored. */
    keyId: text("key_id"),
    /** The entries of the project's lists that applied, JSON; null: none. */
    listMatches: text("list_matches"),
    /** The draw of the control group, JSON; null: there was none. */
    controlGroup: text("control_group"),
    /** Which side of a challenge decided, JSON; null: there was none. */
    challenge: text(),
  },
  (table) => [
    uniqueIndex("decisions_by_id").on(table.projectId, table.id),
    index("decisions_drawn").on(table.projectId, table.id).where(sql`control_group IS NOT NULL`),
    index("decisions_challenged").on(table.projectId, table.id).where(sql`challenge IS NOT NULL`),
  ],
);

/** No report is ever replaced; the last one of a decision counts. */
export const outcomes = sqliteTable(
  "outcomes",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    projectId: text("project_id").notNull(),
    decisionId: text("decision_id").notNull(),
    outcome: text().notNull(),
    occurredAt: integer("occurred_at"),
    note: text(),
    requestId: text("request_id").notNull(),
    reportedAt: integer("reported_at").notNull(),
    /** The key that it was reported with; null where there was none or it was not stored. */
    keyId: text("key_id"),
  },
  (table) => [index("outcomes_by_decision").on(table.projectId, table.decisionId, table.seq)],
);

export const {
  collections,
  featureSets,
  idempotency,
  passUses,
  shadowScores,
  reasons,
  webhookEvents,
  webhookSequences,
  webhookDeliveries,
  reviews,
} = ofSqlite(eventTables(sqlite));
