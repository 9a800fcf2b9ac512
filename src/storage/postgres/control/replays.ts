import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { ReplayStore } from "../../replays.ts";
import type { Connection } from "../connection.ts";
import { replays } from "./schema.ts";

const ofModel = (name: string, version: string) =>
  and(eq(replays.name, name), eq(replays.version, version));
const newestFirst = [desc(replays.startedAt), desc(replays.id)];

export function replayStore({ db }: Connection): ReplayStore {
  return {
    find: async (id) => (await db.select().from(replays).where(eq(replays.id, id)))[0] ?? null,

    async newest(name, version) {
      const rows = await db
        .select()
        .from(replays)
        .where(ofModel(name, version))
        .orderBy(...newestFirst)
        .limit(1);
      return rows[0] ?? null;
    },

    list: async (name, version) =>
      db
        .select({ ...getTableColumns(replays), report: sql<null>`NULL` })
        .from(replays)
        .where(ofModel(name, version))
        .orderBy(...newestFirst),

    async put(replay) {
      await db
        .insert(replays)
        .values(replay)
        .onConflictDoUpdate({ target: replays.id, set: replay });
    },
  };
}
