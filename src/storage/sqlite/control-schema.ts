/** `control.db`: what changes seldom. After a change here: `npm run migrations`. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const projects = sqliteTable("projects", {
  id: text().primaryKey(),
  name: text().notNull(),
  riskSetting: text("risk_setting").notNull(),
  createdAt: integer("created_at").notNull(),
});

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
  },
  (table) => [index("keys_by_project").on(table.projectId, table.createdAt)],
);
