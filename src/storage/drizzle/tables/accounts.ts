/**
 * Accounts. The first six belong to the sign-in library, which
 * expects these column names; its columns for other ways of signing in are left out.
 */
import type { Dialect, Reference } from "./dialect.ts";

export function accountTables(dialect: Dialect) {
  const { table, bytewise, text, whole, boolean } = dialect;
  const users = table("users", {
    id: bytewise("id").primaryKey(),
    name: text().notNull(),
    /** In lower case: one address is one account. */
    email: text().notNull().unique(),
    emailVerified: boolean("email_verified").notNull(),
    twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
    createdAt: whole("created_at").notNull(),
    updatedAt: whole("updated_at").notNull(),
    /** Who made the invitation that it was created with. */
    vouchedBy: text("vouched_by"),
  });
  const ofUser = () =>
    bytewise("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" });
  return {
    users,
    ...signInTables(dialect, ofUser),
    ...factorTables(dialect, ofUser),
    ...accessTables(dialect, ofUser),
  };
}

const signInTables = ({ table, index, bytewise, text, whole }: Dialect, ofUser: Reference) => ({
  sessions: table(
    "sessions",
    {
      id: bytewise("id").primaryKey(),
      userId: ofUser(),
      /** SHA-256 of the token in the cookie: with a copy of this table nobody can sign in. */
      token: text().notNull().unique(),
      ipAddress: text("ip_address"),
      userAgent: text("user_agent"),
      expiresAt: whole("expires_at").notNull(),
      createdAt: whole("created_at").notNull(),
      updatedAt: whole("updated_at").notNull(),
    },
    (table) => [index("sessions_by_user").on(table.userId)],
  ),

  /**
   * How a user signs in: always with a password, stored as its Argon2id hash. It is null from a reset
   * that removed second factors until a new one is set.
   */
  accounts: table(
    "accounts",
    {
      id: bytewise("id").primaryKey(),
      userId: ofUser(),
      accountId: text("account_id").notNull(),
      providerId: text("provider_id").notNull(),
      password: text(),
      createdAt: whole("created_at").notNull(),
      updatedAt: whole("updated_at").notNull(),
    },
    (table) => [index("accounts_by_user").on(table.userId)],
  ),

  /** Sign-ins that await their second factor, how often it was wrong, and trusted devices. */
  verifications: table(
    "verifications",
    {
      id: bytewise("id").primaryKey(),
      identifier: text().notNull(),
      value: text().notNull(),
      /** Where the browser was and what it called itself. */
      ipAddress: text("ip_address"),
      userAgent: text("user_agent"),
      expiresAt: whole("expires_at").notNull(),
      createdAt: whole("created_at").notNull(),
      updatedAt: whole("updated_at").notNull(),
    },
    (table) => [index("verifications_by_identifier").on(table.identifier)],
  ),
});

const factorTables = (
  { table, index, bytewise, text, whole, boolean }: Dialect,
  ofUser: Reference,
) => ({
  twoFactors: table(
    "two_factors",
    {
      id: bytewise("id").primaryKey(),
      userId: ofUser(),
      /** Both are encrypted with the service's secret. */
      secret: text().notNull(),
      backupCodes: text("backup_codes").notNull(),
      verified: boolean("verified").notNull(),
      failedVerificationCount: whole("failed_verification_count").notNull().default(0),
      lockedUntil: whole("locked_until"),
    },
    (table) => [index("two_factors_by_user").on(table.userId)],
  ),

  /** Public keys with which a user signs in without a password (WebAuthn). */
  passkeys: table(
    "passkeys",
    {
      id: bytewise("id").primaryKey(),
      userId: ofUser(),
      name: text(),
      publicKey: text("public_key").notNull(),
      credentialID: text("credential_id").notNull().unique(),
      counter: whole("counter").notNull(),
      deviceType: text("device_type").notNull(),
      backedUp: boolean("backed_up").notNull(),
      transports: text(),
      createdAt: whole("created_at").notNull(),
      aaguid: text(),
    },
    (table) => [index("passkeys_by_user").on(table.userId)],
  ),

  /** The apps' codes of the last minutes that were used. */
  usedCodes: table("used_codes", {
    /** SHA-256 of the user and the code. */
    hash: text().primaryKey(),
    at: whole("at").notNull(),
  }),
});

const accessTables = (
  { table, primaryKey, bytewise, text, whole }: Dialect,
  ofUser: Reference,
) => ({
  /** A user's role in one project, or in all projects (""). */
  grants: table(
    "grants",
    {
      userId: ofUser(),
      projectId: bytewise("project_id").notNull(),
      role: text({ enum: ["owner", "analyst", "viewer"] }).notNull(),
      grantedAt: whole("granted_at").notNull(),
    },
    (table) => [primaryKey({ columns: [table.userId, table.projectId] })],
  ),

  /** One-time links: for the first owner, invitations, new passwords. */
  links: table("links", {
    id: bytewise("id").primaryKey(),
    /** SHA-256 of the token in the link. */
    hash: text().notNull().unique(),
    purpose: text({ enum: ["first-owner", "invitation", "password"] }).notNull(),
    email: text(),
    role: text({ enum: ["owner", "analyst", "viewer"] }),
    projectId: bytewise("project_id"),
    createdBy: text("created_by").notNull(),
    creatorId: text("creator_id"),
    createdAt: whole("created_at").notNull(),
    expiresAt: whole("expires_at").notNull(),
  }),

  /** The service's own random secrets: every copy needs the same ones. */
  secrets: table("secrets", {
    name: text().primaryKey(),
    value: text().notNull(),
  }),
});
