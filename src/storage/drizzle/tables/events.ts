/** What grows with every booking, as far as both databases have it alike. Every key begins with the project. */
import { sql } from "drizzle-orm";
import type { FinalVerdict, ReviewState } from "../../port/reviews.ts";
import type { Dialect } from "./dialect.ts";
import { deliveryTables } from "./webhooks.ts";

export const eventTables = (dialect: Dialect) => ({
  ...decisionTables(dialect),
  ...deliveryTables(dialect),
  ...reviewTables(dialect),
});

const decisionTables = ({
  table,
  primaryKey,
  index,
  bytewise,
  text,
  integer,
  whole,
  real,
}: Dialect) => ({
  collections: table(
    "collections",
    {
      projectId: bytewise("project_id").notNull(),
      id: bytewise("id").notNull(),
      version: integer().notNull(),
      summary: text().notNull(),
    },
    (table) => [primaryKey({ columns: [table.projectId, table.id] })],
  ),

  featureSets: table("feature_sets", {
    id: text().primaryKey(),
    names: text().notNull(),
  }),

  idempotency: table(
    "idempotency",
    {
      projectId: bytewise("project_id").notNull(),
      keyHash: text("key_hash").notNull(),
      bodyHash: text("body_hash").notNull(),
      decisionId: text("decision_id").notNull(),
      createdAt: whole("created_at").notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.projectId, table.keyHash] }),
      index("idempotency_by_age").on(table.projectId, table.createdAt),
    ],
  ),

  /** Which decision used a one-time pass: the first to be stored with it. */
  passUses: table(
    "pass_uses",
    {
      projectId: bytewise("project_id").notNull(),
      passId: bytewise("pass_id").notNull(),
      decisionId: bytewise("decision_id").notNull(),
    },
    (table) => [primaryKey({ columns: [table.projectId, table.passId] })],
  ),

  shadowScores: table(
    "shadow_scores",
    {
      projectId: bytewise("project_id").notNull(),
      decisionId: bytewise("decision_id").notNull(),
      modelName: text("model_name").notNull(),
      modelVersion: text("model_version").notNull(),
      modelSha256: text("model_sha256").notNull(),
      probability: real().notNull(),
      riskScore: integer("risk_score").notNull(),
      servedRiskScore: integer("served_risk_score").notNull(),
      at: whole("at").notNull(),
    },
    (table) => [
      primaryKey({
        columns: [table.projectId, table.decisionId, table.modelName, table.modelVersion],
      }),
    ],
  ),

  /** Why a decision has its score: computed when first requested. */
  reasons: table(
    "reasons",
    {
      projectId: bytewise("project_id").notNull(),
      decisionId: bytewise("decision_id").notNull(),
      json: text().notNull(),
      computedAt: whole("computed_at").notNull(),
    },
    (table) => [primaryKey({ columns: [table.projectId, table.decisionId] })],
  ),
});

const reviewTables = ({
  table,
  primaryKey,
  index,
  bytewise,
  text,
  integer,
  whole,
  real,
}: Dialect) => ({
  /** Decisions that people look into: see `ReviewRecord`. */
  reviews: table(
    "reviews",
    {
      projectId: bytewise("project_id").notNull(),
      decisionId: bytewise("decision_id").notNull(),
      sources: text().notNull(),
      openedAt: whole("opened_at").notNull(),
      deadline: whole("deadline").notNull(),
      expectedLoss: real("expected_loss").notNull(),
      currency: text(),
      place: real().notNull(),
      state: text().$type<ReviewState>().notNull(),
      dueAt: whole("due_at"),
      claim: integer().notNull(),
      claimedBy: text("claimed_by"),
      claimedAt: whole("claimed_at"),
      verdict: text().$type<FinalVerdict>(),
      decidedBy: text("decided_by"),
      decidedAt: whole("decided_at"),
      /** Of the second review: when it was drawn; null: it is not wanted. */
      secondAt: whole("second_at"),
      secondClaim: integer("second_claim"),
      secondBy: text("second_by"),
      secondClaimedAt: whole("second_claimed_at"),
      secondDueAt: whole("second_due_at"),
      secondVerdict: text("second_verdict").$type<FinalVerdict>(),
      secondDecidedAt: whole("second_decided_at"),
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
  ),
});
