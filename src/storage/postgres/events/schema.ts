/**
 * What grows with every booking. Every key begins with the project. `attempts` and `sightings` are
 * partitioned by the attempt's time, `decisions`, `reasons` and `shadow_scores` by the decision's ID,
 * which begins with its time, and `batches` by when they were received: partitions.ts.
 *
 * After changing this file: `npm run migrations`. Drizzle's schema cannot express partitions: they are
 * added to the SQL by hand.
 */
import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { postgres } from "../../drizzle/tables/dialect.ts";
import { eventTables } from "../../drizzle/tables/events.ts";
import type { DecisionSource } from "../../port/decisions.ts";

const { bytewise, whole } = postgres;

export const batches = pgTable(
  "batches",
  {
    projectId: bytewise("project_id").notNull(),
    collectionId: bytewise("collection_id").notNull(),
    sequence: integer().notNull(),
    receivedAt: whole("received_at").notNull(),
    ip: text().notNull(),
    userAgent: text("user_agent").notNull(),
    body: text().notNull(),
    headers: text(),
  },
  (table) => [
    primaryKey({
      columns: [table.projectId, table.collectionId, table.sequence, table.receivedAt],
    }),
    index("batches_by_age").on(table.projectId, table.receivedAt),
  ],
);

/** A decision in full: read by its ID, one at a time or a page. */
export const decisions = pgTable(
  "decisions",
  {
    projectId: bytewise("project_id").notNull(),
    id: bytewise("id").notNull(),
    decidedAt: whole("decided_at").notNull(),
    /** With `decidedAt`, its place in the order of attempts: it saw exactly those before it. */
    tie: whole("tie").notNull(),
    source: text().$type<DecisionSource>().notNull(),
    requestId: text("request_id").notNull(),
    keyId: text("key_id"),
    collectionId: text("collection_id"),
    riskScore: integer("risk_score").notNull(),
    riskLevel: text("risk_level").notNull(),
    suggestedAction: text("suggested_action").notNull(),
    riskSetting: text("risk_setting").notNull(),
    probability: doublePrecision().notNull(),
    /** The model's own probability, and the rates by which it was shifted; null where it was not. */
    modelProbability: doublePrecision("model_probability"),
    projectBaseRate: doublePrecision("project_base_rate"),
    modelBaseRate: doublePrecision("model_base_rate"),
    modelName: text("model_name").notNull(),
    modelVersion: text("model_version").notNull(),
    modelSha256: text("model_sha256").notNull(),
    request: text().notNull(),
    evidence: text().notNull(),
    featureSet: text("feature_set").notNull(),
    features: text().notNull(),
    /** The entries of the project's lists that applied, JSON; null: none. */
    listMatches: text("list_matches"),
    /** The draw of the control group, JSON; null: there was none. */
    controlGroup: text("control_group"),
    /** Which side of a challenge decided, JSON; null: there was none. */
    challenge: text(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("decisions_drawn").on(table.projectId, table.id).where(sql`control_group IS NOT NULL`),
    index("decisions_challenged").on(table.projectId, table.id).where(sql`challenge IS NOT NULL`),
  ],
);

/**
 * A short row for each attempt, from when it is opened: what later attempts compare with it, and what
 * decisions are listed and counted by.
 */
export const attempts = pgTable(
  "attempts",
  {
    projectId: bytewise("project_id").notNull(),
    at: whole("at").notNull(),
    tie: whole("tie").notNull(),
    id: bytewise("id").notNull(),
    /** When it was opened by the database's clock, while it is being decided; null: decided. */
    openedAt: whole("opened_at"),
    /** The copy that is deciding it, see shared/copies.ts; null where it has none. */
    copy: text(),
    /** While it is being decided, of its idempotency key. */
    keyHash: text("key_hash"),
    /** Its sighting: a JSON array without the brackets, see sighting-text.ts. "" where blanked. */
    sighting: text().notNull(),
    /** By kind, in the order of `indexedKinds`; null where it has none, or is blanked. */
    identities: whole("identities").array(),
    riskScore: integer("risk_score"),
    riskLevel: text("risk_level"),
    suggestedAction: text("suggested_action"),
    riskSetting: text("risk_setting"),
    source: text().$type<DecisionSource>(),
    modelName: text("model_name"),
    modelVersion: text("model_version"),
    /** The model's own probability. */
    modelProbability: doublePrecision("model_probability"),
    seen: boolean(),
    /** The newest report; null where there is none. */
    outcome: text(),
    /** The caller's request ID as a number; null where blanked. */
    request: whole("request"),
    hotel: whole("hotel"),
    hotelCountry: text("hotel_country"),
    billingCountry: text("billing_country"),
    phoneCountry: text("phone_country"),
    networkCountry: text("network_country"),
    blanked: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.at, table.tie] }),
    index("attempts_by_request")
      .on(table.projectId, table.request, table.at)
      .where(sql`${table.request} IS NOT NULL`),
    index("attempts_open").on(table.openedAt).where(sql`${table.openedAt} IS NOT NULL`),
    index("attempts_by_key")
      .on(table.projectId, table.keyHash)
      .where(sql`${table.keyHash} IS NOT NULL`),
  ],
);

/** One row for each identity of an attempt. */
export const sightings = pgTable(
  "sightings",
  {
    projectId: bytewise("project_id").notNull(),
    identity: whole("identity").notNull(),
    at: whole("at").notNull(),
    tie: whole("tie").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.identity, table.at, table.tie] })],
);

/** No report is ever replaced; the last one of a decision counts. */
export const outcomes = pgTable(
  "outcomes",
  {
    /** Ascending within a decision: reports of one wait for each other. */
    seq: whole("seq").generatedAlwaysAsIdentity(),
    projectId: bytewise("project_id").notNull(),
    decisionId: bytewise("decision_id").notNull(),
    outcome: text().notNull(),
    occurredAt: whole("occurred_at"),
    note: text(),
    requestId: text("request_id").notNull(),
    reportedAt: whole("reported_at").notNull(),
    keyId: text("key_id"),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.decisionId, table.seq] })],
);

/** One row for each identity of a reported outcome: read by identity and time of the report. */
export const reports = pgTable(
  "reports",
  {
    projectId: bytewise("project_id").notNull(),
    identity: whole("identity").notNull(),
    reportedAt: whole("reported_at").notNull(),
    /** The attempt. */
    at: whole("at").notNull(),
    tie: whole("tie").notNull(),
    fraud: boolean().notNull(),
    /** When a newer report of the same attempt replaced this one; null: it still counts. */
    until: whole("until"),
  },
  (table) => [
    primaryKey({
      columns: [table.projectId, table.identity, table.reportedAt, table.at, table.tie],
    }),
  ],
);

/**
 * Attempts and reported frauds of each hotel by day, as those of SQLite. Each connection has rows of its own, so
 * that no two wait for each other; those of days that are over are merged (`merge_hotel_days_1`).
 */
export const hotelDays = pgTable(
  "hotel_days",
  {
    projectId: bytewise("project_id").notNull(),
    /**
     * 0: all hotels together. On day 0, -1: how often a day changed that was over, and -2: how often attempts
     * that copies may have read were deleted, hidden or imported.
     */
    hotel: whole("hotel").notNull(),
    day: integer().notNull(),
    /** The process of the database that wrote it; 0: merged. */
    writer: integer().notNull(),
    attempts: integer().notNull(),
    frauds: integer().notNull(),
    /** Of these frauds, the days between attempt and report. */
    delayDays: integer("delay_days").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.hotel, table.day, table.writer] }),
    index("hotel_days_to_merge").on(table.day).where(sql`${table.writer} <> 0`),
  ],
);

/** When a project's first outcome was reported. */
export const firstReports = pgTable("first_reports", {
  projectId: bytewise("project_id").primaryKey(),
  reportedAt: whole("reported_at").notNull(),
});

/** The names and references under which hotels were sent, each combination once; "" is absent. */
export const hotels = pgTable(
  "hotels",
  {
    projectId: bytewise("project_id").notNull(),
    hotel: whole("hotel").notNull(),
    /** SHA-256 of the rest: an index entry has 2,704 bytes at most, which names of hotels may exceed. */
    hash: text().notNull(),
    name: text().notNull(),
    country: text().notNull(),
    referenceId: text("reference_id").notNull(),
    giataId: text("giata_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.hotel, table.hash] })],
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
} = eventTables(postgres);
