/** What is written to `control.db` of people. Each is one transaction, with its line of audit. */
import type { Database } from "bun:sqlite";
import { and, eq, isNull, ne } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { NewUser, OneTimeLinkRecord, Role } from "../../accounts.ts";
import type { AuditRecord } from "../../audit.ts";
import { audited } from "./audited.ts";
import { accounts, grants, links, secrets, sessions, twoFactors, users } from "./schema.ts";

/** In the tables a role in all projects is one in the project "". */
const all = "";

/** Undoes the transaction around it. */
class Undone extends Error {}

export function peopleWrites(database: Database) {
  const db = drizzle(database);

  /** @returns false, and nothing changed, where the change left nobody who owns all projects. */
  function keepingAnOwner(line: AuditRecord, change: () => void): boolean {
    try {
      return audited(database, line, () => {
        change();
        const owners = and(eq(grants.projectId, all), eq(grants.role, "owner"));
        if (!db.select().from(grants).where(owners).limit(1).get()) throw new Undone();
        return true;
      });
    } catch (error) {
      if (error instanceof Undone) return false;
      throw error;
    }
  }

  function takeLink(hash: string, at: number): OneTimeLinkRecord | undefined {
    const link = db.delete(links).where(eq(links.hash, hash)).returning().get();
    return link && link.expiresAt > at ? link : undefined;
  }

  function endSessions(userId: string): void {
    db.delete(sessions).where(eq(sessions.userId, userId)).run();
  }

  return {
    setRole: (userId: string, project: string | null, role: Role | null, line: AuditRecord) =>
      keepingAnOwner(line, () => {
        const projectId = project ?? all;
        const there = and(eq(grants.userId, userId), eq(grants.projectId, projectId));
        db.delete(grants).where(there).run();
        if (role === null) return;
        db.insert(grants).values({ userId, projectId, role, grantedAt: line.at }).run();
      }),

    renamePerson: (userId: string, name: string, line: AuditRecord): boolean =>
      audited(database, line, () => {
        const change = { name, updatedAt: line.at };
        return (
          db.update(users).set(change).where(eq(users.id, userId)).returning().all().length > 0
        );
      }),

    removePerson: (userId: string, line: AuditRecord): boolean =>
      keepingAnOwner(line, () => {
        for (const table of [sessions, accounts, twoFactors, grants]) {
          db.delete(table).where(eq(table.userId, userId)).run();
        }
        db.delete(users).where(eq(users.id, userId)).run();
      }),

    endSession: (userId: string, sessionId: string, line: AuditRecord): boolean =>
      audited(database, line, () => {
        const one = and(eq(sessions.id, sessionId), eq(sessions.userId, userId));
        return db.delete(sessions).where(one).returning().all().length > 0;
      }),

    endOtherSessions: (userId: string, sessionId: string, line: AuditRecord): number =>
      audited(
        database,
        line,
        () => {
          const others = and(eq(sessions.userId, userId), ne(sessions.id, sessionId));
          return db.delete(sessions).where(others).returning().all().length;
        },
        (ended) => ended > 0,
      ),

    addLink(link: OneTimeLinkRecord, line: AuditRecord): void {
      const sameEmail = link.email === null ? isNull(links.email) : eq(links.email, link.email);
      const sameProject =
        link.projectId === null ? isNull(links.projectId) : eq(links.projectId, link.projectId);
      audited(database, line, () => {
        db.delete(links)
          .where(and(eq(links.purpose, link.purpose), sameEmail, sameProject))
          .run();
        db.insert(links).values(link).run();
      });
    },

    withdrawLink: (id: string, line: AuditRecord): boolean =>
      audited(
        database,
        line,
        () => db.delete(links).where(eq(links.id, id)).returning().all().length > 0,
      ),

    join(
      hash: string,
      { user, passwordHash, grant }: NewUser,
      line: AuditRecord,
    ): "done" | "gone" | "taken" {
      const { createdAt, id } = user;
      const times = { createdAt, updatedAt: createdAt };
      try {
        return audited(
          database,
          line,
          () => {
            if (!takeLink(hash, line.at)) return "gone";
            if (db.select().from(users).where(eq(users.email, user.email)).get()) {
              throw new Undone(); // The link stays as it is.
            }
            db.insert(users)
              .values({ ...user, emailVerified: true, ...times })
              .run();
            db.insert(accounts)
              .values({
                ...{ id: `${id}_password`, userId: id, accountId: id, providerId: "credential" },
                ...{ password: passwordHash, ...times },
              })
              .run();
            db.insert(grants)
              .values({ userId: id, ...grant, projectId: grant.projectId ?? all })
              .run();
            return "done";
          },
          (result) => result === "done",
        );
      } catch (error) {
        if (error instanceof Undone) return "taken";
        throw error;
      }
    },

    setPassword: (hash: string, userId: string, password: string, line: AuditRecord): boolean =>
      audited(database, line, () => {
        if (!takeLink(hash, line.at)) return false;
        db.update(accounts)
          .set({ password, updatedAt: line.at })
          .where(and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")))
          .run();
        endSessions(userId);
        return true;
      }),

    dropTwoFactor(userId: string, line: AuditRecord): void {
      audited(database, line, () => {
        db.delete(twoFactors).where(eq(twoFactors.userId, userId)).run();
        const change = { twoFactorEnabled: false, updatedAt: line.at };
        db.update(users).set(change).where(eq(users.id, userId)).run();
        endSessions(userId);
      });
    },

    secret(name: string, ifNone: string): string {
      db.insert(secrets).values({ name, value: ifNone }).onConflictDoNothing().run();
      return db.select().from(secrets).where(eq(secrets.name, name)).get()!.value;
    },
  };
}
