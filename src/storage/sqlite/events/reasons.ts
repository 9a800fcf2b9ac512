import { and, eq, inArray } from "drizzle-orm";
import type { ReasonsStore } from "../../port/reasons.ts";
import type { Operations } from "../operations.ts";
import { reasons } from "./schema.ts";

export const reads = {
  list:
    ({ db }) =>
    (projectId, decisionIds) =>
      db
        .select()
        .from(reasons)
        .where(and(eq(reasons.projectId, projectId), inArray(reasons.decisionId, [...decisionIds])))
        .all(),
} satisfies Operations<ReasonsStore>;

/** Inside the transaction of the writer's group. */
export const writes = {
  put:
    ({ db }) =>
    (record) => {
      db.insert(reasons)
        .values(record)
        .onConflictDoUpdate({ target: [reasons.projectId, reasons.decisionId], set: record })
        .run();
    },
} satisfies Operations<ReasonsStore>;
