import { and, asc, desc, eq, getTableColumns, gt, lt, ne, sql } from "drizzle-orm";
import type { AccountStore } from "../../accounts.ts";
import type { AuditRecord } from "../../audit.ts";
import { accountConditions } from "../../drizzle/account-conditions.ts";
import { allProjects } from "../../drizzle/all-projects.ts";
import type { Connection, Db } from "../connection.ts";
import { audited } from "./audited.ts";
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
  hasPasskey: sql<boolean>`EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)`,
};
const { token: ___, ...sessionColumns } = getTableColumns(sessions);

const { owners, grantOf, passwordOf, trusted, invitationsOf, replacedBy } = accountConditions({
  accounts,
  grants,
  links,
  verifications,
});

/** Thrown to roll the surrounding transaction back. */
class RolledBack extends Error {}

/**
 * Uses up a link for a change, in one transaction.
 * @param change throws RolledBack where what it adds is there already: the link can still be used.
 */
async function usingLink(
  connection: Connection,
  hash: string,
  entry: AuditRecord,
  change: (db: Db) => Promise<void>,
): Promise<"done" | "gone" | "taken"> {
  try {
    return await audited<"done" | "gone">(
      connection,
      entry,
      async ({ db }) => {
        if (!(await takeLink(db, hash, entry.at))) return "gone";
        await change(db);
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
async function keepingAnOwner(
  connection: Connection,
  entry: AuditRecord,
  change: (db: Db) => Promise<void>,
): Promise<boolean> {
  try {
    return await audited(connection, entry, async ({ db }) => {
      await change(db);
      if ((await db.select().from(grants).where(owners).limit(1)).length === 0) {
        throw new RolledBack();
      }
      return true;
    });
  } catch (error) {
    if (error instanceof RolledBack) return false;
    throw error;
  }
}

/** Uses a link up. @returns false if it does not exist or has expired. */
async function takeLink(db: Db, hash: string, at: number): Promise<boolean> {
  const [link] = await db.delete(links).where(eq(links.hash, hash)).returning();
  return link !== undefined && link.expiresAt > at;
}

/** @param projectId null: in all of them, and in each. */
async function withdrawInvitations(db: Db, userId: string, projectId: string | null) {
  await db.delete(links).where(invitationsOf(userId, projectId));
}

/** Also of sign-ins that await their second factor: their password may be an old one. */
async function endTrust(db: Db, userId: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.value, userId));
}

async function endSessions(db: Db, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

export function accountStore(connection: Connection): AccountStore {
  return {
    ...reads(connection),
    ...userChanges(connection),
    ...signInChanges(connection),
    ...linkChanges(connection),
    ...codesAndSecrets(connection),
  };
}

function reads({ db }: Connection) {
  return {
    list: async () =>
      db.select(userColumns).from(users).orderBy(asc(users.createdAt), asc(users.id)),
    find: async (id) =>
      (await db.select(userColumns).from(users).where(eq(users.id, id)))[0] ?? null,
    findByEmail: async (email) =>
      (await db.select(userColumns).from(users).where(eq(users.email, email)))[0] ?? null,

    async grants(userId) {
      const rows = await db
        .select()
        .from(grants)
        .where(userId === undefined ? undefined : eq(grants.userId, userId))
        .orderBy(asc(grants.grantedAt));
      return rows.map((grant) => ({ ...grant, projectId: grant.projectId || null }));
    },

    sessions: async (userId, at) =>
      db
        .select(sessionColumns)
        .from(sessions)
        .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, at)))
        .orderBy(desc(sessions.createdAt)),

    async trustedDevices(userId, at) {
      const { id, ipAddress, userAgent, createdAt, expiresAt } = verifications;
      return db
        .select({ id, ipAddress, userAgent, createdAt, expiresAt })
        .from(verifications)
        .where(and(trusted(userId), gt(expiresAt, at)))
        .orderBy(desc(createdAt));
    },

    async passkeys(userId) {
      const { id, name, backedUp, createdAt } = passkeys;
      const rows = await db
        .select({ id, name, backedUp, createdAt })
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
        .orderBy(asc(createdAt), asc(id));
      return rows.map((one) => ({ ...one, name: one.name ?? "" }));
    },

    findLink: async (hash) =>
      (await db.select().from(links).where(eq(links.hash, hash)))[0] ?? null,
    links: async (at) =>
      db.select().from(links).where(gt(links.expiresAt, at)).orderBy(asc(links.createdAt)),
  } satisfies Partial<AccountStore>;
}

function userChanges(connection: Connection) {
  return {
    setRole: (userId, project, role, entry) =>
      keepingAnOwner(connection, entry, async (db) => {
        const projectId = project ?? allProjects;
        await db.delete(grants).where(grantOf(userId, project));
        if (role !== "owner") await withdrawInvitations(db, userId, project);
        if (role === null) return;
        await db.insert(grants).values({ userId, projectId, role, grantedAt: entry.at });
      }),

    rename: (userId, name, entry) =>
      audited(connection, entry, async ({ db }) => {
        const rename = db.update(users).set({ name, updatedAt: entry.at });
        return (await rename.where(eq(users.id, userId)).returning({ id: users.id })).length > 0;
      }),

    remove: (userId, entry) =>
      keepingAnOwner(connection, entry, async (db) => {
        for (const table of [sessions, accounts, twoFactors, passkeys, grants]) {
          await db.delete(table).where(eq(table.userId, userId));
        }
        await withdrawInvitations(db, userId, null);
        await endTrust(db, userId);
        await db.delete(users).where(eq(users.id, userId));
      }),
  } satisfies Partial<AccountStore>;
}

/** What a user signs in with. */
function signInChanges(connection: Connection) {
  return {
    endSession: (userId, sessionId, entry) =>
      audited(connection, entry, async ({ db }) => {
        const one = and(eq(sessions.id, sessionId), eq(sessions.userId, userId));
        return (await db.delete(sessions).where(one).returning({ id: sessions.id })).length > 0;
      }),

    endOtherSessions: (userId, sessionId, entry) =>
      audited(
        connection,
        entry,
        async ({ db }) => {
          const others = and(eq(sessions.userId, userId), ne(sessions.id, sessionId));
          return (await db.delete(sessions).where(others).returning({ id: sessions.id })).length;
        },
        (ended) => ended > 0,
      ),

    endTrustedDevice: (userId, deviceId, entry) =>
      audited(connection, entry, async ({ db }) => {
        const one = and(eq(verifications.id, deviceId), trusted(userId));
        return (await db.delete(verifications).where(one).returning()).length > 0;
      }),

    renamePasskey: (userId, passkeyId, name, entry) =>
      audited(connection, entry, async ({ db }) => {
        const one = and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId));
        const rename = db.update(passkeys).set({ name }).where(one);
        return (await rename.returning({ id: passkeys.id })).length > 0;
      }),

    removePasskey: (userId, passkeyId, entry) =>
      audited(connection, entry, async ({ db }) => {
        const one = and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId));
        return (await db.delete(passkeys).where(one).returning({ id: passkeys.id })).length > 0;
      }),

    endTrust: (userId) => endTrust(connection.db, userId),

    async dropTwoFactor(userId, kinds, entry) {
      await audited(connection, entry, async ({ db }) => {
        if (kinds.passkeys) await db.delete(passkeys).where(eq(passkeys.userId, userId));
        if (kinds.app) {
          await db.delete(twoFactors).where(eq(twoFactors.userId, userId));
          const change = { twoFactorEnabled: false, updatedAt: entry.at };
          await db.update(users).set(change).where(eq(users.id, userId));
        }
        const none = { password: null, updatedAt: entry.at };
        await db.update(accounts).set(none).where(passwordOf(userId));
        await endSessions(db, userId);
        await endTrust(db, userId);
      });
    },
  } satisfies Partial<AccountStore>;
}

function codesAndSecrets({ db }: Connection) {
  return {
    async useCode(hash, at, since) {
      await db.delete(usedCodes).where(lt(usedCodes.at, since));
      const added = await db
        .insert(usedCodes)
        .values({ hash, at })
        .onConflictDoNothing()
        .returning();
      return added.length > 0;
    },

    async secret(name, ifNone) {
      await db.insert(secrets).values({ name, value: ifNone }).onConflictDoNothing();
      return (await db.select().from(secrets).where(eq(secrets.name, name)))[0]!.value;
    },
  } satisfies Partial<AccountStore>;
}

function linkChanges(connection: Connection) {
  return {
    async addLink(link, entry) {
      await audited(connection, entry, async ({ db }) => {
        await db.delete(links).where(replacedBy(link));
        await db.insert(links).values(link);
      });
    },

    withdrawLink: (id, entry) =>
      audited(connection, entry, async ({ db }) => {
        return (await db.delete(links).where(eq(links.id, id)).returning()).length > 0;
      }),

    join(hash, { user, passwordHash, grant }, entry) {
      const { createdAt, id } = user;
      const times = { createdAt, updatedAt: createdAt };
      const password = { id: `${id}_password`, userId: id, accountId: id, password: passwordHash };
      const projectId = grant.projectId ?? allProjects;
      return usingLink(connection, hash, entry, async (db) => {
        const taken = await db.select().from(users).where(eq(users.email, user.email));
        if (taken.length > 0) throw new RolledBack();
        // Nobody proves that the address is theirs.
        await db.insert(users).values({ ...user, emailVerified: false, ...times });
        await db.insert(accounts).values({ ...password, providerId: "credential", ...times });
        await db.insert(grants).values({ userId: id, ...grant, projectId });
      });
    },

    accept(hash, grant, entry) {
      const projectId = grant.projectId ?? allProjects;
      return usingLink(connection, hash, entry, async (db) => {
        const here = grantOf(grant.userId, grant.projectId);
        if ((await db.select().from(grants).where(here)).length > 0) throw new RolledBack();
        await db.insert(grants).values({ ...grant, projectId });
      });
    },

    setPassword: (hash, userId, password, entry) =>
      audited(connection, entry, async ({ db }) => {
        if (!(await takeLink(db, hash, entry.at))) return false;
        await db.update(accounts).set({ password, updatedAt: entry.at }).where(passwordOf(userId));
        await endSessions(db, userId);
        await endTrust(db, userId);
        return true;
      }),
  } satisfies Partial<AccountStore>;
}
