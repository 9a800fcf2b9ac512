/**
 * The tables of `control.db` for accounts. The first six belong to the sign-in library, which
 * expects these column names; its columns for other ways of signing in are left out.
 */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const users = sqliteTable("users", {
  id: text().primaryKey(),
  name: text().notNull(),
  /** In lower case: one address is one account. */
  email: text().notNull().unique(),
  emailVerified: integer("email_verified", { mode: "boolean" }).notNull(),
  twoFactorEnabled: integer("two_factor_enabled", { mode: "boolean" }).notNull().default(false),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** Who made the invitation that it was created with. */
  vouchedBy: text("vouched_by"),
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
    /** SHA-256 of the token in the cookie: with a copy of this file nobody can sign in. */
    token: text().notNull().unique(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("sessions_by_user").on(table.userId)],
);

/**
 * How a user signs in: always with a password, stored as its Argon2id hash. It is null from a reset
 * that removed second factors until a new one is set.
 */
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

/** Sign-ins that await their second factor, how often it was wrong, and trusted devices. */
export const verifications = sqliteTable(
  "verifications",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    /** Where the browser was and what it called itself. */
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
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

/** Public keys with which a user signs in without a password (WebAuthn). */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: text().primaryKey(),
    userId: userId(),
    name: text(),
    publicKey: text("public_key").notNull(),
    credentialID: text("credential_id").notNull().unique(),
    counter: integer().notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: integer("backed_up", { mode: "boolean" }).notNull(),
    transports: text(),
    createdAt: integer("created_at").notNull(),
    aaguid: text(),
  },
  (table) => [index("passkeys_by_user").on(table.userId)],
);

/** A user's role in one project, or in all projects (""). */
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

/** One-time links: for the first owner, invitations, new passwords. */
export const links = sqliteTable("links", {
  id: text().primaryKey(),
  /** SHA-256 of the token in the link. */
  hash: text().notNull().unique(),
  purpose: text({ enum: ["first-owner", "invitation", "password"] }).notNull(),
  email: text(),
  role: text({ enum: ["owner", "analyst", "viewer"] }),
  projectId: text("project_id"),
  createdBy: text("created_by").notNull(),
  creatorId: text("creator_id"),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
});

/** The apps' codes of the last minutes that were used. */
export const usedCodes = sqliteTable("used_codes", {
  /** SHA-256 of the user and the code. */
  hash: text().primaryKey(),
  at: integer().notNull(),
});

/** Random secrets of versions that had no file for them. */
export const secrets = sqliteTable("secrets", {
  name: text().primaryKey(),
  value: text().notNull(),
});
