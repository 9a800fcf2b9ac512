/** Changes of API keys. */
import { and, eq } from "drizzle-orm";
import type { KeyLimits, KeyRestrictions, KeyStore } from "../port/keys.ts";
import { type Changes, equal, isAny, run, type Table } from "./uses.ts";

export function keyChanges(keys: Table<"id" | keyof KeyLimits>) {
  return {
    create: (db, key) => run(db.insert(keys).values({ ...key })),
    replaceLimits(db, id, { limits, before }) {
      const isReplaced = and(eq(keys.id, id), ...equal(keys, before));
      return isAny(db.update(keys).set(limits).where(isReplaced).returning({ id: keys.id }));
    },
    rename: (db, id, name) =>
      isAny(db.update(keys).set({ name }).where(eq(keys.id, id)).returning({ id: keys.id })),
  } satisfies Changes<KeyStore>;
}

export function anyOf(restrictions: KeyRestrictions): KeyRestrictions | null {
  const isNone = Object.values(restrictions).every((one) => one === null);
  return isNone ? null : restrictions;
}
