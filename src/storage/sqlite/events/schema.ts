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
import type { DecisionSource } from "../../port/decisions.ts";
import type { FinalVerdict, ReviewState } from "../../port/reviews.ts";
import type { DeliveryState } from "../../port/webhooks.ts";

export const collections = sqliteTable(
  "collections",
  {
    projectId: text("project_id").notNull(),
    id: text().notNull(),
    version: integer().notNull(),
    summary: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.id] })],
);

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

export const featureSets = sqliteTable("feature_sets", {
  id: text().primaryKey(),
  names: text().notNull(),
});

export const idempotency = sqliteTable(
  "idempotency",
  {
    projectId: text("project_id").notNull(),
    keyHash: text("key_hash").notNull(),
    bodyHash: text("body_hash").notNull(),
    decisionId: text("decision_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.keyHash] }),
    index("idempotency_by_age").on(table.projectId, table.createdAt),
  ],
);

/** Which decision used a one-time pass: the first to be stored with it. */
export const passUses = sqliteTable(
  "pass_uses",
  {
    projectId: text("project_id").notNull(),
    passId: text("pass_id").notNull(),
    decisionId: text("decision_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.passId] })],
);

/** Scores of a shadow model for attempts that the active model decided. */
export const shadowScores = sqliteTable(
  "shadow_scores",
  {
    projectId: text("project_id").notNull(),
    decisionId: text("decision_id").notNull(),
    modelName: text("model_name").notNull(),
    modelVersion: text("model_version").notNull(),
    modelSha256: text("model_sha256").notNull(),
    probability: real().notNull(),
    riskScore: integer("risk_score").notNull(),
    /** The score that the merchant was answered with, so that comparing reads one short row. */
    servedRiskScore: integer("served_risk_score").notNull(),
    at: integer().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.projectId, table.decisionId, table.modelName, table.modelVersion],
    }),
  ],
);

/** Why a decision has its score: computed when first requested. */
export const reasons = sqliteTable(
  "reasons",
  {
    projectId: text("project_id").notNull(),
    decisionId: text("decision_id").notNull(),
    json: text().notNull(),
    computedAt: integer("computed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.decisionId] })],
);

/** Events for webhooks: see `NewWebhookEvent`. Without a number they are not distributed yet. */
export const webhookEvents = sqliteTable(
  "webhook_events",
  {
    projectId: text("project_id").notNull(),
    id: text().notNull(),
    type: text().notNull(),
    at: integer().notNull(),
    data: text().notNull(),
    sequence: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("webhook_events_fresh").on(table.id).where(sql`sequence IS NULL`),
  ],
);

/** The last number that an event of the project got. */
export const webhookSequences = sqliteTable("webhook_sequences", {
  projectId: text("project_id").primaryKey(),
  last: integer().notNull(),
});

export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    projectId: text("project_id").notNull(),
    eventId: text("event_id").notNull(),
    endpointId: text("endpoint_id").notNull(),
    state: text().$type<DeliveryState>().notNull(),
    attempt: integer().notNull(),
    dueAt: integer("due_at").notNull(),
    lastAt: integer("last_at"),
    status: integer(),
    error: text(),
    tookMs: integer("took_ms"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.eventId, table.endpointId] }),
    index("webhook_deliveries_waiting")
      .on(table.endpointId, table.dueAt)
      .where(sql`state = 'waiting'`),
    index("webhook_deliveries_by_endpoint").on(table.endpointId, table.eventId),
    index("webhook_deliveries_undelivered")
      .on(table.endpointId, table.eventId)
      .where(sql`state IN ('failed', 'dropped')`),
  ],
);

/** Decisions that people look into: see `ReviewRecord`. */
export const reviews = sqliteTable(
  "reviews",
  {
    projectId: text("project_id").notNull(),
    decisionId: text("decision_id").notNull(),
    sources: text().notNull(),
    openedAt: integer("opened_at").notNull(),
    deadline: integer().notNull(),
    expectedLoss: real("expected_loss").notNull(),
    currency: text(),
    place: real().notNull(),
    state: text().$type<ReviewState>().notNull(),
    dueAt: integer("due_at"),
    claim: integer().notNull(),
    claimedBy: text("claimed_by"),
    claimedAt: integer("claimed_at"),
    verdict: text().$type<FinalVerdict>(),
    decidedBy: text("decided_by"),
    decidedAt: integer("decided_at"),
    /** Of the second review: when it was drawn; null: it is not wanted. */
    secondAt: integer("second_at"),
    secondClaim: integer("second_claim"),
    secondBy: text("second_by"),
    secondClaimedAt: integer("second_claimed_at"),
    secondDueAt: integer("second_due_at"),
    secondVerdict: text("second_verdict").$type<FinalVerdict>(),
    secondDecidedAt: integer("second_decided_at"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.decisionId] }),
    index("reviews_by_place").on(
      table.projectId,
      table.state,
      table.place,
      table.decisionId,
      table.dueAt, // So that the index alone tells those that are over.
    ),
    index("reviews_by_due").on(table.projectId, table.state, table.dueAt, table.decisionId),
    index("reviews_decided")
      .on(table.projectId, table.decidedAt)
      .where(sql`decided_at IS NOT NULL`),
    index("reviews_second")
      .on(table.projectId, table.secondAt, table.decisionId)
      .where(sql`second_at IS NOT NULL AND second_verdict IS NULL`),
    index("reviews_second_decided")
      .on(table.projectId, table.secondDecidedAt)
      .where(sql`second_decided_at IS NOT NULL`),
  ],
);
