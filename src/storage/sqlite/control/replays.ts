import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { ReplayStore } from "../../replays.ts";
import type { Operations } from "../operations.ts";
import { replays } from "./schema.ts";

const ofModel = (name: string, version: string) =>
  and(eq(replays.name, name), eq(replays.version, version));
const newestFirst = [desc(replays.startedAt), desc(replays.id)];

export const reads = {
  find:
    ({ db }) =>
    (id) =>
      db.select().from(replays).where(eq(replays.id, id)).get() ?? null,

  newest:
    ({ db }) =>
    (name, version) =>
      db
        .select()
        .from(replays)
        .where(ofModel(name, version))
        .orderBy(...newestFirst)
        .limit(1)
        .get() ?? null,

  list:
    ({ db }) =>
    (name, version) =>
      db
        .select({ ...getTableColumns(replays), report: sql<null>`NULL` })
        .from(replays)
        .where(ofModel(name, version))
        .orderBy(...newestFirst)
        .all(),
} satisfies Operations<ReplayStore>;

export const writes = {
  put:
    ({ db }) =>
    (replay) => {
      db.insert(replays)
        .values(replay)
        .onConflictDoUpdate({ target: replays.id, set: replay })
        .run();
    },
} satisfies Operations<ReplayStore>;
