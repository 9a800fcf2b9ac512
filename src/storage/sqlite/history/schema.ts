/**
 * `history.db`: an index of the decisions and outcomes in `events.db`, for velocity and search. It
 * is derived, so it is written later, in large sorted groups: each row by identity lands on a
 * page of its own, and writing them one by one would be the largest cost of a decision. Those rows
 * are short for the same reason, and point to the attempt's single row. After changing this file:
 * `npm run migrations`.
 */
import { blob, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** One row for each attempt, in the order of time: what later attempts are compared with. */
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
    browserProfile: integer("look"),
    surname: integer(),
    /** The risk score; null in rows of versions that did not record it. */
    score: integer(),
    /** 32 bits of the card, and the amount as a sighting has it. */
    card: integer(),
    amount: integer(),
  },
  (table) => [primaryKey({ columns: [table.project, table.at, table.tie] })],
);

/** One row for each identity of an attempt: read by identity and time, newest first. */
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

/** The words of an `IdentityFilter` with the identities of `sightings`, in order: see kept-filter.ts. */
export const identityFilter = sqliteTable("identity_filter", {
  /** -1: not a part, but the mark of one that is being read. */
  part: integer().primaryKey(),
  /** The last decision, by `seq`, whose identities it has. */
  decisionsTo: integer("decisions_to").notNull(),
  words: blob().notNull(),
});

/** One row for each identity of a reported outcome: read by identity and time of the report. */
export const reports = sqliteTable(
  "reports",
  {
    project: integer().notNull(),
    identity: integer().notNull(),
    reportedAt: integer("reported_at").notNull(),
    /** The attempt. */
    at: integer().notNull(),
    tie: integer().notNull(),
    fraud: integer().notNull(),
    /** When a newer report of the same attempt replaced this one; null: it still counts. */
    until: integer(),
  },
  (table) => [
    primaryKey({
      columns: [table.project, table.identity, table.reportedAt, table.at, table.tie],
    }),
  ],
);

/**
 * Attempts and reported frauds of each hotel by day, so that a window of many days is a few short rows however
 * busy the hotel is. A fraud counts on the day of its report, and is taken away on the day on which it is
 * withdrawn or found to be genuine: no row of a past day changes then. Erasing a guest leaves the counts.
 */
export const hotelDays = sqliteTable(
  "hotel_days",
  {
    project: integer().notNull(),
    /** 0: all hotels together. */
    hotel: integer().notNull(),
    day: integer().notNull(),
    attempts: integer().notNull(),
    frauds: integer().notNull(),
    /** Of these frauds, the days between attempt and report. */
    delayDays: integer("delay_days").notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.hotel, table.day] })],
);

/** One row for each project that has reported an outcome: the time of its first report. */
export const firstReports = sqliteTable("first_reports", {
  project: integer().primaryKey(),
  reportedAt: integer("reported_at").notNull(),
});

/** One row: the last decision and the last outcome, by `seq`, that velocity has indexed. */
export const progress = sqliteTable("progress", {
  id: integer().primaryKey(),
  decisionsTo: integer("decisions_to").notNull(),
  outcomesTo: integer("outcomes_to").notNull(),
});

/** The projects' numbers in all of these tables: a byte or two in each row, and never shared. */
export const numberedProjects = sqliteTable("filed_projects", {
  number: integer().primaryKey(),
  projectId: text("project_id").notNull().unique(),
});

/*
 * The tables of the search index. It follows the same logs as velocity, with a progress of its own,
 * so that scoring never waits for it.
 */

/**
 * What decisions have in common, each combination once: a few dozen for a project. Reporting an
 * outcome moves a decision to another kind. An outcome of "" stands for none.
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
    /** 1 if the decision had telemetry. */
    seen: integer().notNull(),
    outcome: text().notNull(),
    /** No decision of the kind has ever had a score outside this range. */
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

/** One short row for each decision, in the order of time: what lists are filtered by. */
export const indexedDecisions = sqliteTable(
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
 * Callers' request IDs, by day, so that rows written together share a few pages; ordered by ID
 * alone, each would be written to a page of its own. A search reads each day.
 */
export const requests = sqliteTable(
  "requests",
  {
    project: integer().notNull(),
    /** Days since 1970, UTC. */
    day: integer().notNull(),
    /** 52 bits of the request ID's hash. */
    request: integer().notNull(),
    at: integer().notNull(),
    tie: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.day, table.request, table.at, table.tie] }),
  ],
);

/**
 * Decisions by kind, hour and score: the figures of the overview, and the hours that a search with
 * few matches has to read.
 */
export const hourTallies = sqliteTable(
  "hour_tallies",
  {
    kind: integer().notNull(),
    /** Hours since 1970, UTC. */
    hour: integer().notNull(),
    score: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.hour, table.score] })],
);

/** The same by day, for long ranges: a tenth of the rows in a busy project. */
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
    /** The index of its kind in `placeKinds`. */
    place: integer().notNull(),
    day: integer().notNull(),
    /** The hotel's identity, or the country's two letters as a number of base 36. */
    value: integer().notNull(),
    decisions: integer().notNull(),
    denied: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.place, table.day, table.value] })],
);

/** The names and references under which hotels were sent, each combination once; "" is absent. */
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

/** One row: the last decision and the last outcome, by `seq`, that search has indexed. */
export const searchProgress = sqliteTable("filing", {
  id: integer().primaryKey(),
  decisionsTo: integer("decisions_to").notNull(),
  outcomesTo: integer("outcomes_to").notNull(),
});
