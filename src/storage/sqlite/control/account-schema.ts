/**
 * The tables of `control.db` about people. The columns of the first five are those that the log-in
 * library knows by these names; what it keeps for other ways of signing in is left out.
 */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const users = sqliteTable("users", {
  id: text().primaryKey(),
  name: text().notNull(),
  /** In lower case: one address is one person. */
  email: text().notNull().unique(),
  emailVerified: integer("email_verified", { mode: "boolean" }).notNull(),
  twoFactorEnabled: integer("two_factor_enabled", { mode: "boolean" }).notNull().default(false),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    userId: userId(),
    /** SHA-256 of the token in the cookie: a copy of this file signs nobody in. */
    token: text().notNull().unique(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("sessions_by_user").on(table.userId)],
);

/** How a person signs in: here always with a password, of which the Argon2id hash is kept. */
export const accounts = sqliteTable(
  "accounts",
  {
    id: text().primaryKey(),
    userId: userId(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    password: text(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("accounts_by_user").on(table.userId)],
);

/** Sign-ins that wait for their second factor, and how often it was wrong. */
export const verifications = sqliteTable(
  "verifications",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("verifications_by_identifier").on(table.identifier)],
);

export const twoFactors = sqliteTable(
  "two_factors",
  {
    id: text().primaryKey(),
    userId: userId(),
    /** Both are encrypted with the service's secret. */
    secret: text().notNull(),
    backupCodes: text("backup_codes").notNull(),
    verified: integer({ mode: "boolean" }).notNull(),
    failedVerificationCount: integer("failed_verification_count").notNull().default(0),
    lockedUntil: integer("locked_until"),
  },
  (table) => [index("two_factors_by_user").on(table.userId)],
);

/** Who may do what: a role in one project, or in all of them (""). */
export const grants = sqliteTable(
  "grants",
  {
    userId: userId(),
    projectId: text("project_id").notNull(),
    role: text({ enum: ["owner", "analyst", "viewer"] }).notNull(),
    grantedAt: integer("granted_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.projectId] })],
);

/** One-time links: the first owner's, invitations, new passwords. */
export const links = sqliteTable("links", {
  id: text().primaryKey(),
  /** SHA-256 of the token in the link. */
  hash: text().notNull().unique(),
  purpose: text({ enum: ["first-owner", "invitation", "password"] }).notNull(),
  email: text(),
  role: text({ enum: ["owner", "analyst", "viewer"] }),
  projectId: text("project_id"),
  createdBy: text("created_by").notNull(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
});

/** What the service makes for itself at random, once. */
export const secrets = sqliteTable("secrets", {
  name: text().primaryKey(),
  value: text().notNull(),
});
