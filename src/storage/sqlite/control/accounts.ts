import { dirname } from "node:path";
import { and, asc, desc, eq, getTableColumns, gt, lt, ne, sql } from "drizzle-orm";
import type { AccountStore, OneTimeLinkRecord } from "../../accounts.ts";
import type { AuditRecord } from "../../audit.ts";
import { accountConditions } from "../../drizzle/account-conditions.ts";
import { allProjects } from "../../drizzle/all-projects.ts";
import type { Connection, Operations } from "../operations.ts";
import { audited } from "./audited.ts";
import { keptSecret } from "./kept-secret.ts";
import {
  accounts,
  grants,
  links,
  passkeys,
  secrets,
  sessions,
  twoFactors,
  usedCodes,
  users,
  verifications,
} from "./schema.ts";

const { emailVerified: _, updatedAt: __, ...ownColumns } = getTableColumns(users);
const userColumns = {
  ...ownColumns,
  hasPasskey: sql`EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)`.mapWith(
    Boolean,
  ),
};
const { token: ___, ...sessionColumns } = getTableColumns(sessions);

const { owners, grantOf, passwordOf, trusted, invitationsOf, replacedBy } = accountConditions({
  accounts,
  grants,
  links,
  verifications,
});

export const reads = {
  list:
    ({ db }) =>
    () =>
      db.select(userColumns).from(users).orderBy(asc(users.createdAt), asc(users.id)).all(),

  find:
    ({ db }) =>
    (id) =>
      db.select(userColumns).from(users).where(eq(users.id, id)).get() ?? null,

  findByEmail:
    ({ db }) =>
    (email) =>
      db.select(userColumns).from(users).where(eq(users.email, email)).get() ?? null,

  grants:
    ({ db }) =>
    (userId) =>
      db
        .select()
        .from(grants)
        .where(userId === undefined ? undefined : eq(grants.userId, userId))
        .orderBy(asc(grants.grantedAt))
        .all()
        .map((grant) => ({ ...grant, projectId: grant.projectId || null })),

  sessions:
    ({ db }) =>
    (userId, at) =>
      db
        .select(sessionColumns)
        .from(sessions)
        .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, at)))
        .orderBy(desc(sessions.createdAt))
        .all(),

  trustedDevices:
    ({ db }) =>
    (userId, at) => {
      const { id, ipAddress, userAgent, createdAt, expiresAt } = verifications;
      return db
        .select({ id, ipAddress, userAgent, createdAt, expiresAt })
        .from(verifications)
        .where(and(trusted(userId), gt(expiresAt, at)))
        .orderBy(desc(createdAt))
        .all();
    },

  passkeys:
    ({ db }) =>
    (userId) => {
      const { id, name, backedUp, createdAt } = passkeys;
      return db
        .select({ id, name, backedUp, createdAt })
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
        .orderBy(asc(createdAt), asc(id))
        .all()
        .map((one) => ({ ...one, name: one.name ?? "" }));
    },

  findLink:
    ({ db }) =>
    (hash) =>
      db.select().from(links).where(eq(links.hash, hash)).get() ?? null,

  links:
    ({ db }) =>
    (at) =>
      db.select().from(links).where(gt(links.expiresAt, at)).orderBy(asc(links.createdAt)).all(),
} satisfies Operations<AccountStore>;

/** Thrown to roll the surrounding transaction back. */
class RolledBack extends Error {}

/**
 * Uses up a link for a change, in one transaction.
 * @param change throws RolledBack where what it adds is there already: the link can still be used.
 */
function usingLink(
  connection: Connection,
  hash: string,
  entry: AuditRecord,
  change: () => void,
): "done" | "gone" | "taken" {
  try {
    return audited<"done" | "gone">(
      connection,
      entry,
      () => {
        if (!takeLink(connection, hash, entry.at)) return "gone";
        change();
        return "done";
      },
      (result) => result === "done",
    );
  } catch (error) {
    if (error instanceof RolledBack) return "taken";
    throw error;
  }
}

/** @returns false, and nothing was changed, if the change left no owner of all projects. */
function keepingAnOwner(connection: Connection, entry: AuditRecord, change: () => void): boolean {
  try {
    return audited(connection, entry, () => {
      change();
      if (!connection.db.select().from(grants).where(owners).limit(1).get()) throw new RolledBack();
      return true;
    });
  } catch (error) {
    if (error instanceof RolledBack) return false;
    throw error;
  }
}

/** Uses a link up. Undefined if it does not exist or has expired. */
function takeLink({ db }: Connection, hash: string, at: number): OneTimeLinkRecord | undefined {
  const link = db.delete(links).where(eq(links.hash, hash)).returning().get();
  return link && link.expiresAt > at ? link : undefined;
}

/** @param projectId null: in all of them, and in each. */
function withdrawInvitations({ db }: Connection, userId: string, projectId: string | null): void {
  db.delete(links).where(invitationsOf(userId, projectId)).run();
}

/** Also of sign-ins that await their second factor: their password may be an old one. */
function endTrust({ db }: Connection, userId: string): void {
  db.delete(verifications).where(eq(verifications.value, userId)).run();
}

function endSessions({ db }: Connection, userId: string): void {
  db.delete(sessions).where(eq(sessions.userId, userId)).run();
}

export const writes = {
  setRole: (connection) => (userId, project, role, entry) =>
    keepingAnOwner(connection, entry, () => {
      const projectId = project ?? allProjects;
      connection.db.delete(grants).where(grantOf(userId, project)).run();
      if (role !== "owner") withdrawInvitations(connection, userId, project);
      if (role === null) return;
      const grant = { userId, projectId, role, grantedAt: entry.at };
      connection.db.insert(grants).values(grant).run();
    }),

  rename: (connection) => (userId, name, entry) =>
    audited(connection, entry, () => {
      const rename = connection.db.update(users).set({ name, updatedAt: entry.at });
      return rename.where(eq(users.id, userId)).returning({ id: users.id }).all().length > 0;
    }),

  remove: (connection) => (userId, entry) =>
    keepingAnOwner(connection, entry, () => {
      for (const table of [sessions, accounts, twoFactors, passkeys, grants]) {
        connection.db.delete(table).where(eq(table.userId, userId)).run();
      }
      withdrawInvitations(connection, userId, null);
      endTrust(connection, userId);
      connection.db.delete(users).where(eq(users.id, userId)).run();
    }),

  endSession: (connection) => (userId, sessionId, entry) =>
    audited(connection, entry, () => {
      const one = and(eq(sessions.id, sessionId), eq(sessions.userId, userId));
      const ended = connection.db.delete(sessions).where(one).returning({ id: sessions.id }).all();
      return ended.length > 0;
    }),

  endOtherSessions: (connection) => (userId, sessionId, entry) =>
    audited(
      connection,
      entry,
      () => {
        const others = and(eq(sessions.userId, userId), ne(sessions.id, sessionId));
        return connection.db.delete(sessions).where(others).returning({ id: sessions.id }).all()
          .length;
      },
      (ended) => ended > 0,
    ),

  endTrustedDevice: (connection) => (userId, deviceId, entry) =>
    audited(connection, entry, () => {
      const one = and(eq(verifications.id, deviceId), trusted(userId));
      const ended = connection.db.delete(verifications).where(one).returning().all();
      return ended.length > 0;
    }),

  renamePasskey: (connection) => (userId, passkeyId, name, entry) =>
    audited(connection, entry, () => {
      const one = and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId));
      const rename = connection.db.update(passkeys).set({ name }).where(one);
      return rename.returning({ id: passkeys.id }).all().length > 0;
    }),

  removePasskey: (connection) => (userId, passkeyId, entry) =>
    audited(connection, entry, () => {
      const one = and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId));
      return connection.db.delete(passkeys).where(one).returning().all().length > 0;
    }),

  endTrust: (connection) => (userId) => endTrust(connection, userId),

  addLink: (connection) => (link, entry) => {
    const { db } = connection;
    audited(connection, entry, () => {
      db.delete(links).where(replacedBy(link)).run();
      db.insert(links).values(link).run();
    });
  },

  withdrawLink: (connection) => (id, entry) =>
    audited(connection, entry, () => {
      const withdrawn = connection.db.delete(links).where(eq(links.id, id)).returning().all();
      return withdrawn.length > 0;
    }),

  join:
    (connection) =>
    (hash, { user, passwordHash, grant }, entry) => {
      const { db } = connection;
      const { createdAt, id } = user;
      const times = { createdAt, updatedAt: createdAt };
      const password = { id: `${id}_password`, userId: id, accountId: id, password: passwordHash };
      const projectId = grant.projectId ?? allProjects;
      return usingLink(connection, hash, entry, () => {
        if (db.select().from(users).where(eq(users.email, user.email)).get())
          throw new RolledBack();
        db.insert(users)
          .values({ ...user, emailVerified: false, ...times }) // Nobody proves that it is theirs.
          .run();
        db.insert(accounts)
          .values({ ...password, providerId: "credential", ...times })
          .run();
        db.insert(grants)
          .values({ userId: id, ...grant, projectId })
          .run();
      });
    },

  accept: (connection) => (hash, grant, entry) => {
    const { db } = connection;
    const projectId = grant.projectId ?? allProjects;
    return usingLink(connection, hash, entry, () => {
      const here = grantOf(grant.userId, grant.projectId);
      if (db.select().from(grants).where(here).get()) throw new RolledBack();
      db.insert(grants)
        .values({ ...grant, projectId })
        .run();
    });
  },

  setPassword: (connection) => (hash, userId, password, entry) =>
    audited(connection, entry, () => {
      if (!takeLink(connection, hash, entry.at)) return false;
      connection.db
        .update(accounts)
        .set({ password, updatedAt: entry.at })
        .where(passwordOf(userId))
        .run();
      endSessions(connection, userId);
      endTrust(connection, userId);
      return true;
    }),

  dropTwoFactor: (connection) => (userId, kinds, entry) => {
    const { db } = connection;
    audited(connection, entry, () => {
      if (kinds.passkeys) db.delete(passkeys).where(eq(passkeys.userId, userId)).run();
      if (kinds.app) {
        db.delete(twoFactors).where(eq(twoFactors.userId, userId)).run();
        const change = { twoFactorEnabled: false, updatedAt: entry.at };
        db.update(users).set(change).where(eq(users.id, userId)).run();
      }
      const none = { password: null, updatedAt: entry.at };
      db.update(accounts).set(none).where(passwordOf(userId)).run();
      endSessions(connection, userId);
      endTrust(connection, userId);
    });
  },

  useCode:
    ({ db }) =>
    (hash, at, since) => {
      db.delete(usedCodes).where(lt(usedCodes.at, since)).run();
      const row = db.insert(usedCodes).values({ hash, at }).onConflictDoNothing().returning().get();
      return row !== undefined;
    },

  secret: (connection) => (name, ifNone) => {
    const { database, db } = connection;
    const former = db.select().from(secrets).where(eq(secrets.name, name)).get()?.value;
    const secret = keptSecret(dirname(database.filename), name, former ?? ifNone);
    // The file is on disk. `secure_delete` overwrites the row's bytes.
    db.delete(secrets).where(eq(secrets.name, name)).run();
    return secret;
  },
} satisfies Operations<AccountStore>;
