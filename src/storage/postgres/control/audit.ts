import { and, desc, eq, getTableColumns, lt } from "drizzle-orm";
import type { AuditStore } from "../../audit.ts";
import type { Connection } from "../connection.ts";
import { audit } from "./schema.ts";

const { seq: _, ...columns } = getTableColumns(audit);

export function auditStore({ db }: Connection): AuditStore {
  return {
    page: async (limit, projectId, before) =>
      db
        .select()
        .from(audit)
        .where(
          and(
            projectId === null ? undefined : eq(audit.projectId, projectId),
            before === null ? undefined : lt(audit.seq, before),
          ),
        )
        .orderBy(desc(audit.seq))
        .limit(limit),

    list: async (limit, projectId) =>
      db
        .select(columns)
        .from(audit)
        .where(projectId === undefined ? undefined : eq(audit.projectId, projectId))
        .orderBy(desc(audit.seq))
        .limit(limit),

    about: async (subject, limit) =>
      db
        .select(columns)
        .from(audit)
        .where(eq(audit.subject, subject))
        .orderBy(desc(audit.seq))
        .limit(limit),

    async add(entry) {
      await db.insert(audit).values(entry);
    },
  };
}
