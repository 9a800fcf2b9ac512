/** The audit log, and the events for webhooks that are recorded with its entries. */
import { and, desc, eq, getTableColumns, isNotNull, lt } from "drizzle-orm";
import type { AuditRecord, AuditStore } from "../port/audit.ts";
import { type Db, first, rows, run, type Table, type Use, type Uses } from "./uses.ts";

interface Tables {
  audit: Table<"seq" | "projectId" | "subject">;
  controlEvents: Table;
  projects: Table<"id" | "webhookEvents">;
}

export function auditUses({ audit, controlEvents, projects }: Tables) {
  const { seq: _, ...columns } = getTableColumns<Tables["audit"]>(audit);
  const uses = {
    page: (db, limit, projectId, before) =>
      rows<AuditRecord & { seq: number }>(
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
      ),

    list: (db, limit, projectId) =>
      rows<AuditRecord>(
        db
          .select(columns)
          .from(audit)
          .where(projectId === undefined ? undefined : eq(audit.projectId, projectId))
          .orderBy(desc(audit.seq))
          .limit(limit),
      ),

    about: (db, subject, limit) =>
      rows<AuditRecord>(
        db
          .select(columns)
          .from(audit)
          .where(eq(audit.subject, subject))
          .orderBy(desc(audit.seq))
          .limit(limit),
      ),
  } satisfies Uses<AuditStore>;

  return {
    uses,

    add: (db: Db, entry: AuditRecord) => run(db.insert(audit).values({ ...entry })),

    /** Inside the transaction of the change. Nothing is recorded for webhooks where none gets it. */
    *record(db: Db, { event, ...entry }: AuditRecord): Use<void> {
      yield* run(db.insert(audit).values(entry));
      if (!event) return;
      const { projectId } = event;
      const ofProject = projectId === null ? undefined : eq(projects.id, projectId);
      const wanting = yield* first(
        db
          .select({ id: projects.id })
          .from(projects)
          .where(and(isNotNull(projects.webhookEvents), ofProject))
          .limit(1),
      );
      if (wanting) yield* run(db.insert(controlEvents).values({ ...event }));
    },
  };
}
