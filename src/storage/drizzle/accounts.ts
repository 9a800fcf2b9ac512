/** Accounts: who can sign in to the dashboard, with what, and with which role. */
import { and, asc, type Column, desc, eq, gt, like, lt, ne, sql } from "drizzle-orm";
import type {
  AccountStore,
  GrantRecord,
  OneTimeLinkRecord,
  PasskeyRecord,
  SessionRecord,
  TrustedDeviceRecord,
  UserRecord,
} from "../port/accounts.ts";
import { trustedDevicePrefix } from "../port/sign-ins.ts";
import { allProjects } from "./all-projects.ts";
import { hasValue } from "./has-value.ts";
import {
  type DatedChanges,
  type Db,
  first,
  isAny,
  rows,
  run,
  type Table,
  type Use,
  type Uses,
} from "./uses.ts";

interface Tables {
  users: Table<Exclude<keyof UserRecord, "hasPasskey">>;
  sessions: Table<keyof SessionRecord>;
  accounts: Table<"userId" | "providerId">;
  verifications: Table<keyof TrustedDeviceRecord | "value" | "identifier">;
  twoFactors: Table<"userId">;
  passkeys: Table<keyof PasskeyRecord | "userId">;
  grants: Table<keyof GrantRecord>;
  links: Table<keyof OneTimeLinkRecord>;
  usedCodes: Table<"hash" | "at">;
}

export function accountUses(tables: Tables) {
  const ends = endingUses(tables);
  return {
    reads: { ...userReads(tables), ...signInReads(tables), ...linkReads(tables) },
    writes: { endTrust: ends.trust, useCode: usingCode(tables) } satisfies Uses<AccountStore>,
    changes: {
      ...userChanges(tables, ends),
      ...signInChanges(tables, ends),
      ...linkChanges(tables, ends),
    },
  };
}

function userReads(tables: Tables) {
  const { users, grants } = tables;
  const { of } = conditions(tables);

  const userColumns = {
    id: users.id,
    name: users.name,
    email: users.email,
    twoFactorEnabled: users.twoFactorEnabled,
    createdAt: users.createdAt,
    vouchedBy: users.vouchedBy,
    hasPasskey: sql`EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)`.mapWith(
      Boolean,
    ),
  };

  return {
    list: (db) =>
      rows<UserRecord>(
        db.select(userColumns).from(users).orderBy(asc(users.createdAt), asc(users.id)),
      ),

    find: (db, id) => first<UserRecord>(db.select(userColumns).from(users).where(eq(users.id, id))),

    findByEmail: (db, email) =>
      first<UserRecord>(db.select(userColumns).from(users).where(eq(users.email, email))),

    *grants(db, userId) {
      const all = db.select().from(grants);
      const some = userId === undefined ? all : all.where(of(grants, userId));
      const found = yield* rows<GrantRecord>(some.orderBy(asc(grants.grantedAt)));
      return found.map((grant) => ({ ...grant, projectId: grant.projectId || null }));
    },
  } satisfies Uses<AccountStore>;
}

function signInReads(tables: Tables) {
  const { sessions, verifications, passkeys } = tables;
  const { of, trusted } = conditions(tables);
  return {
    sessions(db, user, at) {
      const { id, userId, ipAddress, userAgent, createdAt, updatedAt, expiresAt } = sessions;
      return rows<SessionRecord>(
        db
          .select({ id, userId, ipAddress, userAgent, createdAt, updatedAt, expiresAt })
          .from(sessions)
          .where(and(of(sessions, user), gt(expiresAt, at)))
          .orderBy(desc(createdAt)),
      );
    },

    trustedDevices(db, userId, at) {
      const { id, ipAddress, userAgent, createdAt, expiresAt } = verifications;
      return rows<TrustedDeviceRecord>(
        db
          .select({ id, ipAddress, userAgent, createdAt, expiresAt })
          .from(verifications)
          .where(and(trusted(userId), gt(expiresAt, at)))
          .orderBy(desc(createdAt)),
      );
    },

    *passkeys(db, userId) {
      const { id, name, backedUp, createdAt } = passkeys;
      const found = yield* rows<PasskeyRecord & { name: string | null }>(
        db
          .select({ id, name, backedUp, createdAt })
          .from(passkeys)
          .where(of(passkeys, userId))
          .orderBy(asc(createdAt), asc(id)),
      );
      return found.map((one) => ({ ...one, name: one.name ?? "" }));
    },
  } satisfies Uses<AccountStore>;
}

const linkReads = ({ links }: Pick<Tables, "links">) =>
  ({
    findLink: (db, hash) =>
      first<OneTimeLinkRecord>(db.select().from(links).where(eq(links.hash, hash))),

    links: (db, at) =>
      rows<OneTimeLinkRecord>(
        db.select().from(links).where(gt(links.expiresAt, at)).orderBy(asc(links.createdAt)),
      ),
  }) satisfies Uses<AccountStore>;

/** What ends with a password, a role or an account. */
type Ends = ReturnType<typeof endingUses>;

function endingUses(tables: Tables) {
  const { accounts, sessions, verifications } = tables;
  const { of, passwordOf } = conditions(tables);

  /** Also of sign-ins that await their second factor: their password may be an old one. */
  const trust = (db: Db, userId: string) =>
    run(db.delete(verifications).where(eq(verifications.value, userId)));

  function* signIns(db: Db, userId: string): Use<void> {
    yield* run(db.delete(sessions).where(of(sessions, userId)));
    yield* trust(db, userId);
  }

  /** Replaces a user's password, and ends their sign-ins. */
  function* password(db: Db, userId: string, to: string | null, at: number): Use<void> {
    yield* run(db.update(accounts).set({ password: to, updatedAt: at }).where(passwordOf(userId)));
    yield* signIns(db, userId);
  }

  return { trust, signIns, password };
}

const usingCode = ({ usedCodes }: Tables) =>
  function* useCode(db: Db, hash: string, at: number, since: number): Use<boolean> {
    yield* run(db.delete(usedCodes).where(lt(usedCodes.at, since)));
    const adding = db.insert(usedCodes).values({ hash, at }).onConflictDoNothing();
    return yield* isAny(adding.returning());
  };

function userChanges(tables: Tables, ends: Ends) {
  const { users, accounts, twoFactors, passkeys, grants, links } = tables;
  const { of, owners, grantOf, invitationsOf } = conditions(tables);

  /** Whether there is an owner of all projects, apart from that user if one is given. */
  function* hasOwner(db: Db, except: string | null): Use<boolean> {
    const others = except === null ? undefined : ne(grants.userId, except);
    return yield* isAny(db.select().from(grants).where(and(owners, others)).limit(1));
  }

  return {
    *setRole(db, userId, project, role, { at }) {
      const projectId = project ?? allProjects;
      const leavesOwner = project === null && role === "owner";
      const without = project === null ? userId : null;
      if (!leavesOwner && !(yield* hasOwner(db, without))) return "last";
      const former = db.delete(grants).where(grantOf(userId, project));
      // Whoever lost the role, or the account, meanwhile must not get it back.
      if (!(yield* isAny(former.returning({ role: grants.role })))) return "gone";
      if (role !== "owner") yield* run(db.delete(links).where(invitationsOf(userId, project)));
      if (role !== null) {
        yield* run(db.insert(grants).values({ userId, projectId, role, grantedAt: at }));
      }
      return "set";
    },

    rename: (db, userId, name, { at }) =>
      isAny(
        db
          .update(users)
          .set({ name, updatedAt: at })
          .where(eq(users.id, userId))
          .returning({ id: users.id }),
      ),

    *remove(db, userId) {
      if (!(yield* hasOwner(db, userId))) return false;
      yield* ends.signIns(db, userId);
      for (const table of [accounts, twoFactors, passkeys, grants]) {
        yield* run(db.delete(table).where(of(table, userId)));
      }
      yield* run(db.delete(links).where(invitationsOf(userId, null)));
      yield* run(db.delete(users).where(eq(users.id, userId)));
      return true;
    },
  } satisfies DatedChanges<AccountStore>;
}

/** What a user signs in with. */
function signInChanges(tables: Tables, ends: Ends) {
  const { users, sessions, verifications, twoFactors, passkeys } = tables;
  const { of, trusted } = conditions(tables);

  return {
    endSession: (db, userId, sessionId) =>
      isAny(
        db
          .delete(sessions)
          .where(and(eq(sessions.id, sessionId), of(sessions, userId)))
          .returning({ id: sessions.id }),
      ),

    *endOtherSessions(db, userId, sessionId) {
      const others = and(of(sessions, userId), ne(sessions.id, sessionId));
      const ended = db.delete(sessions).where(others).returning({ id: sessions.id });
      return (yield* rows(ended)).length;
    },

    endTrustedDevice: (db, userId, deviceId) =>
      isAny(
        db
          .delete(verifications)
          .where(and(eq(verifications.id, deviceId), trusted(userId)))
          .returning({ id: verifications.id }),
      ),

    renamePasskey: (db, userId, passkeyId, name) =>
      isAny(
        db
          .update(passkeys)
          .set({ name })
          .where(and(eq(passkeys.id, passkeyId), of(passkeys, userId)))
          .returning({ id: passkeys.id }),
      ),

    removePasskey: (db, userId, passkeyId) =>
      isAny(
        db
          .delete(passkeys)
          .where(and(eq(passkeys.id, passkeyId), of(passkeys, userId)))
          .returning({ id: passkeys.id }),
      ),

    *dropTwoFactor(db, userId, kinds, { at }) {
      if (kinds.passkeys) yield* run(db.delete(passkeys).where(of(passkeys, userId)));
      if (kinds.app) {
        yield* run(db.delete(twoFactors).where(of(twoFactors, userId)));
        const change = { twoFactorEnabled: false, updatedAt: at };
        yield* run(db.update(users).set(change).where(eq(users.id, userId)));
      }
      yield* ends.password(db, userId, null, at);
    },
  } satisfies DatedChanges<AccountStore>;
}

function linkChanges(tables: Tables, ends: Ends) {
  const { users, accounts, grants, links } = tables;
  const { grantOf, replacedBy } = conditions(tables);

  /** Whether a link can still be used. */
  const isUsable = (db: Db, hash: string, at: number) =>
    isAny(
      db
        .select({ id: links.id })
        .from(links)
        .where(and(eq(links.hash, hash), gt(links.expiresAt, at))),
    );
  const useUp = (db: Db, hash: string) => run(db.delete(links).where(eq(links.hash, hash)));

  return {
    *addLink(db, link) {
      yield* run(db.delete(links).where(replacedBy(link)));
      yield* run(db.insert(links).values({ ...link }));
    },

    withdrawLink: (db, id) =>
      isAny(db.delete(links).where(eq(links.id, id)).returning({ id: links.id })),

    *join(db, hash, { user, passwordHash, grant }, { at }) {
      if (!(yield* isUsable(db, hash, at))) return "gone";
      if (yield* isAny(db.select().from(users).where(eq(users.email, user.email)))) return "taken";
      yield* useUp(db, hash);
      const { id: userId, createdAt } = user;
      const times = { createdAt, updatedAt: createdAt };
      // Nobody proves that the address is theirs.
      yield* run(db.insert(users).values({ ...user, emailVerified: false, ...times }));
      const password = { id: `${userId}_password`, accountId: userId, password: passwordHash };
      const providerId = "credential";
      yield* run(db.insert(accounts).values({ ...password, userId, providerId, ...times }));
      const projectId = grant.projectId ?? allProjects;
      yield* run(db.insert(grants).values({ userId, ...grant, projectId }));
      return "done";
    },

    *accept(db, hash, grant, { at }) {
      if (!(yield* isUsable(db, hash, at))) return "gone";
      const here = grantOf(grant.userId, grant.projectId);
      if (yield* isAny(db.select().from(grants).where(here))) return "taken";
      yield* useUp(db, hash);
      const projectId = grant.projectId ?? allProjects;
      yield* run(db.insert(grants).values({ ...grant, projectId }));
      return "done";
    },

    *setPassword(db, hash, userId, passwordHash, { at }) {
      if (!(yield* isUsable(db, hash, at))) return false;
      yield* useUp(db, hash);
      yield* ends.password(db, userId, passwordHash, at);
      return true;
    },
  } satisfies DatedChanges<AccountStore>;
}

/** Which rows are meant. */
function conditions({ accounts, grants, links, verifications }: Tables) {
  return {
    of: ({ userId }: Record<"userId", Column>, id: string) => eq(userId, id),

    owners: and(eq(grants.projectId, allProjects), eq(grants.role, "owner")),

    grantOf: (userId: string, projectId: string | null) =>
      and(eq(grants.userId, userId), eq(grants.projectId, projectId ?? allProjects)),

    passwordOf: (userId: string) =>
      and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")),

    /** The sign-in library's rows for the trusted devices of a user. */
    trusted: (userId: string) =>
      and(
        eq(verifications.value, userId),
        like(verifications.identifier, `${trustedDevicePrefix}%`),
      ),

    /** @param projectId null: in all of them, and in each. */
    invitationsOf: (creatorId: string, projectId: string | null) =>
      and(
        eq(links.purpose, "invitation"),
        eq(links.creatorId, creatorId),
        projectId === null ? undefined : eq(links.projectId, projectId),
      ),

    /** The links that a new one replaces. */
    replacedBy: ({ purpose, email, projectId }: OneTimeLinkRecord) =>
      and(
        eq(links.purpose, purpose),
        hasValue(links.email, email),
        hasValue(links.projectId, projectId),
      ),
  };
}
