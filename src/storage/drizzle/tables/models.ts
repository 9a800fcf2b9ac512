/** Which models decide, and their trials. */
import { sql } from "drizzle-orm";
import type { ChallengeEnd } from "../../port/challenges.ts";
import type { Dialect, Reference } from "./dialect.ts";

export const modelTables = (
  { table, index, uniqueIndex, bytewise, text, whole, real, boolean, sequence }: Dialect,
  ofProject: Reference,
) => ({
  /** For a project, or for all (null), the last one that was not rolled back is active. */
  promotions: table(
    "promotions",
    {
      seq: sequence("seq"),
      projectId: bytewise("project_id"),
      name: text().notNull(),
      version: text().notNull(),
      actor: text().notNull(),
      promotedAt: whole("promoted_at").notNull(),
      rolledBackAt: whole("rolled_back_at"),
    },
    (table) => [index("promotions_by_project").on(table.projectId, table.seq)],
  ),

  /** The shadow model of a project, or of all projects (""): one each. */
  shadows: table("shadows", {
    projectId: bytewise("project_id").primaryKey(),
    name: text().notNull(),
    version: text().notNull(),
    startedAt: whole("started_at").notNull(),
  }),

  /** A share of a project's live attempts is decided by another model: one at a time. None is ever removed. */
  challenges: table(
    "challenges",
    {
      id: bytewise("id").primaryKey(),
      projectId: ofProject(),
      name: text().notNull(),
      version: text().notNull(),
      championName: text("champion_name").notNull(),
      championVersion: text("champion_version").notNull(),
      share: real().notNull(),
      /** The key of its draw, hex. */
      secret: text().notNull(),
      forced: boolean("forced").notNull(),
      startedAt: whole("started_at").notNull(),
      until: whole("until").notNull(),
      endedAt: whole("ended_at"),
      endedBecause: text("ended_because").$type<ChallengeEnd>(),
    },
    (table) => [
      uniqueIndex("challenges_running").on(table.projectId).where(sql`ended_at IS NULL`),
      index("challenges_by_model").on(table.projectId, table.name, table.version),
    ],
  ),

  /** Trials of a model on stored decisions. */
  replays: table(
    "replays",
    {
      id: bytewise("id").primaryKey(),
      name: text().notNull(),
      version: text().notNull(),
      projectId: bytewise("project_id"),
      startedAt: whole("started_at").notNull(),
      finishedAt: whole("finished_at"),
      passed: boolean("passed"),
      options: text().notNull(),
      report: text(),
    },
    (table) => [index("replays_by_model").on(table.name, table.version, table.startedAt)],
  ),
});
