import { and, eq, inArray } from "drizzle-orm";
import type { ReasonsStore } from "../../port/reasons.ts";
import type { Connection } from "../connection.ts";
import { reasons } from "./schema.ts";

export function reasonsStore({ db }: Connection): ReasonsStore {
  return {
    async put(record) {
      await db
        .insert(reasons)
        .values(record)
        .onConflictDoUpdate({ target: [reasons.projectId, reasons.decisionId], set: record });
    },

    async list(projectId, decisionIds) {
      if (decisionIds.length === 0) return [];
      return db
        .select()
        .from(reasons)
        .where(
          and(eq(reasons.projectId, projectId), inArray(reasons.decisionId, [...decisionIds])),
        );
    },
  };
}
