/**
 * `history.db`: the decisions and outcomes of `events.db` again, by identity. Derived, and so
 * written behind, in large sorted groups: a row for each identity lands on a page of its own, and
 * one by one they would cost the most of a decision. Rows by identity are short for the same
 * reason, and point to the attempt's one row. After a change here: `npm run migrations`.
 */
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** One row an attempt, in the order of time: what later attempts are compared with. */
export const attempts = sqliteTable(
  "attempts",
  {
    /** Its number in `filed_projects`, as in every table below. */
    project: integer().notNull(),
    at: integer().notNull(),
    tie: integer().notNull(),
    checkIn: integer("check_in"),
    checkOut: integer("check_out"),
    email: integer(),
    phone: integer(),
    booker: integer(),
    name: integer(),
    device: integer(),
    ip: integer(),
    network: integer(),
    domain: integer(),
    hotel: integer(),
    collection: integer(),
    city: integer(),
    look: integer(),
  },
  (table) => [primaryKey({ columns: [table.project, table.at, table.tie] })],
);

/** One row an identity of an attempt: read by identity and time, newest first. */
export const sightings = sqliteTable(
  "sightings",
  {
    project: integer().notNull(),
    identity: integer().notNull(),
    at: integer().notNull(),
    tie: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.identity, table.at, table.tie] })],
);

/** One row an identity of a reported outcome: read by identity and the time of the report. */
export const reports = sqliteTable(
  "reports",
  {
    project: integer().notNull(),
    identity: integer().notNull(),
    reportedAt: integer("reported_at").notNull(),
    /** The attempt's own place. */
    at: integer().notNull(),
    tie: integer().notNull(),
    fraud: integer().notNull(),
    /** When a newer report of the same attempt took this one's place; null: it still counts. */
    until: integer(),
  },
  (table) => [
    primaryKey({
      columns: [table.project, table.identity, table.reportedAt, table.at, table.tie],
    }),
  ],
);

/** One row a project that ever reported an outcome: when the first was. */
export const firstReports = sqliteTable("first_reports", {
  project: integer().primaryKey(),
  reportedAt: integer("reported_at").notNull(),
});

/** One row: the last decision and the last outcome, by their `seq`, that are in here. */
export const progress = sqliteTable("progress", {
  id: integer().primaryKey(),
  decisionsTo: integer("decisions_to").notNull(),
  outcomesTo: integer("outcomes_to").notNull(),
});

/*
 * What people look decisions up by, and what they are counted by. It follows the same logs as the
 * above with a progress of its own: scoring never waits for it.
 */

/** Projects in the tables below: exact, and a byte or two a row. */
export const filedProjects = sqliteTable("filed_projects", {
  number: integer().primaryKey(),
  projectId: text("project_id").notNull().unique(),
});

/**
 * What decisions have in common, each combination once: a few dozen a project. An outcome that is
 * reported moves its decision to another kind. Texts are the decision's own; "" is no outcome.
 */
export const kinds = sqliteTable(
  "kinds",
  {
    id: integer().primaryKey(),
    project: integer().notNull(),
    riskLevel: text("risk_level").notNull(),
    suggestedAction: text("suggested_action").notNull(),
    riskSetting: text("risk_setting").notNull(),
    source: text().notNull(),
    modelName: text("model_name").notNull(),
    modelVersion: text("model_version").notNull(),
    /** 1 where something was seen of the browser. */
    seen: integer().notNull(),
    outcome: text().notNull(),
    /** No decision of the kind ever had a score outside these. */
    scoreFrom: integer("score_from").notNull(),
    scoreTo: integer("score_to").notNull(),
  },
  (table) => [
    uniqueIndex("kinds_once").on(
      table.project,
      table.riskLevel,
      table.suggestedAction,
      table.riskSetting,
      table.source,
      table.modelName,
      table.modelVersion,
      table.seen,
      table.outcome,
    ),
  ],
);

/** One short row a decision, in the order of time: what lists are filtered by. */
export const filed = sqliteTable(
  "filed",
  {
    project: integer().notNull(),
    at: integer().notNull(),
    tie: integer().notNull(),
    /** The decision's row in `events.db`. */
    seq: integer().notNull(),
    kind: integer().notNull(),
    score: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.at, table.tie] })],
);

/**
 * Callers' own identifiers of a call, by day: rows of one time are then on a few pages, where in
 * one order of all they would each be written to a page of their own. A look-up asks each day.
 */
export const requests = sqliteTable(
  "requests",
  {
    project: integer().notNull(),
    /** Days since 1970, UTC. */
    day: integer().notNull(),
    /** 52 bits of the identifier's hash. */
    request: integer().notNull(),
    at: integer().notNull(),
    tie: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.day, table.request, table.at, table.tie] }),
  ],
);

/**
 * Decisions by kind, hour and score: the figures of an overview, and, of a filter that few
 * decisions fit, the hours that are worth a look.
 */
export const hourTallies = sqliteTable(
  "hour_tallies",
  {
    kind: integer().notNull(),
    /** Hours since 1970, UTC; as days below. */
    hour: integer().notNull(),
    score: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.hour, table.score] })],
);

/** The same by day, for long ranges: a tenth of the rows of a busy project. */
export const dayTallies = sqliteTable(
  "day_tallies",
  {
    kind: integer().notNull(),
    day: integer().notNull(),
    score: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.day, table.score] })],
);

/** Decisions by hotel and by country. */
export const placeTallies = sqliteTable(
  "place_tallies",
  {
    project: integer().notNull(),
    /** Its index in `placeKinds`. */
    place: integer().notNull(),
    day: integer().notNull(),
    /** The hotel's identity, or the country's two letters as a number of base 36. */
    value: integer().notNull(),
    decisions: integer().notNull(),
    denied: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.place, table.day, table.value] })],
);

/** How hotels are called, each way once; "" is absent. */
export const hotels = sqliteTable(
  "hotels",
  {
    project: integer().notNull(),
    hotel: integer().notNull(),
    name: text().notNull(),
    country: text().notNull(),
    referenceId: text("reference_id").notNull(),
    giataId: text("giata_id").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.project,
        table.hotel,
        table.name,
        table.country,
        table.referenceId,
        table.giataId,
      ],
    }),
  ],
);

/** One row: the last decision and the last outcome, by their `seq`, that are filed. */
export const filing = sqliteTable("filing", {
  id: integer().primaryKey(),
  decisionsTo: integer("decisions_to").notNull(),
  outcomesTo: integer("outcomes_to").notNull(),
});
