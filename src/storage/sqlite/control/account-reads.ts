/** What is read from `control.db` of people. Nothing here is cached: a role taken away is gone. */
import type { Database } from "bun:sqlite";
import { and, asc, desc, eq, getTableColumns, gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { GrantRecord, OneTimeLinkRecord, SessionRecord, UserRecord } from "../../accounts.ts";
import { grants, links, sessions, users } from "./schema.ts";

export function peopleReads(database: Database) {
  const db = drizzle(database);
  const { emailVerified: _, updatedAt: __, ...person } = getTableColumns(users);
  const { token: ___, ...session } = getTableColumns(sessions);
  return {
    listPeople: (): UserRecord[] =>
      db.select(person).from(users).orderBy(asc(users.createdAt), asc(users.id)).all(),

    findPerson: (id: string): UserRecord | null =>
      db.select(person).from(users).where(eq(users.id, id)).get() ?? null,

    findPersonByEmail: (email: string): UserRecord | null =>
      db.select(person).from(users).where(eq(users.email, email)).get() ?? null,

    listGrants: (userId?: string): GrantRecord[] =>
      db
        .select()
        .from(grants)
        .where(userId === undefined ? undefined : eq(grants.userId, userId))
        .orderBy(asc(grants.grantedAt))
        .all()
        .map((grant) => ({ ...grant, projectId: grant.projectId || null })),

    listSessions: (userId: string, at: number): SessionRecord[] =>
      db
        .select(session)
        .from(sessions)
        .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, at)))
        .orderBy(desc(sessions.createdAt))
        .all(),

    findLink: (hash: string): OneTimeLinkRecord | null =>
      db.select().from(links).where(eq(links.hash, hash)).get() ?? null,

    listLinks: (at: number): OneTimeLinkRecord[] =>
      db.select().from(links).where(gt(links.expiresAt, at)).orderBy(asc(links.createdAt)).all(),
  };
}
