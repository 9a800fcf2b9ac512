/** Trials of a model on stored decisions. */
import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { ReplayRecord, ReplayStore } from "../port/replays.ts";
import { first, rows, run, type Table, type Uses } from "./uses.ts";

export function replayUses(replays: Table<"id" | "name" | "version" | "startedAt">) {
  const ofModel = (name: string, version: string) =>
    and(eq(replays.name, name), eq(replays.version, version));
  const newestFirst = [desc(replays.startedAt), desc(replays.id)];

  const reads = {
    find: (db, id) => first<ReplayRecord>(db.select().from(replays).where(eq(replays.id, id))),

    newest: (db, name, version) =>
      first<ReplayRecord>(
        db
          .select()
          .from(replays)
          .where(ofModel(name, version))
          .orderBy(...newestFirst)
          .limit(1),
      ),

    list: (db, name, version) =>
      rows<ReplayRecord>(
        db
          .select({ ...getTableColumns<Table>(replays), report: sql<null>`NULL` })
          .from(replays)
          .where(ofModel(name, version))
          .orderBy(...newestFirst),
      ),
  } satisfies Uses<ReplayStore>;

  const writes = {
    put: (db, replay) =>
      run(
        db
          .insert(replays)
          .values({ ...replay })
          .onConflictDoUpdate({ target: replays.id, set: { ...replay } }),
      ),
  } satisfies Uses<ReplayStore>;

  return { reads, writes };
}
