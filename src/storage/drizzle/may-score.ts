import { and, eq, isNull } from "drizzle-orm";
import { type Db, first, type Table, type Use } from "./uses.ts";

interface Scoring {
  name: string;
  version: string;
  /** Null: all projects. */
  projectId: string | null;
}

/**
 * Whether a model may score there; asked in the transaction of the change, since it may get an owner or be retired at
 * any time.
 */
export function* mayScore(
  models: Table<"name" | "version" | "ownerProjectId" | "retiredAt">,
  db: Db,
  { name, version, projectId }: Scoring,
): Use<boolean> {
  const found = yield* first<{ owner: string | null }>(
    db
      .select({ owner: models.ownerProjectId })
      .from(models)
      .where(and(eq(models.name, name), eq(models.version, version), isNull(models.retiredAt))),
  );
  return found !== null && (found.owner === null || found.owner === projectId);
}
