import { and, desc, eq, getTableColumns, lt } from "drizzle-orm";
import type { AuditStore } from "../../audit.ts";
import type { Operations } from "../operations.ts";
import { audit } from "./schema.ts";

const { seq: _, ...columns } = getTableColumns(audit);

export const reads = {
  page:
    ({ db }) =>
    (limit, projectId, before) =>
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
        .limit(limit)
        .all(),

  list:
    ({ db }) =>
    (limit, projectId) =>
      db
        .select(columns)
        .from(audit)
        .where(projectId === undefined ? undefined : eq(audit.projectId, projectId))
        .orderBy(desc(audit.seq))
        .limit(limit)
        .all(),

  about:
    ({ db }) =>
    (subject, limit) =>
      db
        .select(columns)
        .from(audit)
        .where(eq(audit.subject, subject))
        .orderBy(desc(audit.seq))
        .limit(limit)
        .all(),
} satisfies Operations<AuditStore>;

export const writes = {
  add:
    ({ db }) =>
    (entry) => {
      db.insert(audit).values(entry).run();
    },
} satisfies Operations<AuditStore>;
