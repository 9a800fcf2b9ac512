/** Changes of API keys. */
import { eq } from "drizzle-orm";
import type { KeyRecord, KeyRestrictions, KeyStore } from "../port/keys.ts";
import { type Changes, type Db, isAny, run, type Table, type Use } from "./uses.ts";

export function keyChanges(keys: Table<"id">) {
  /** @returns whether there is such a key. */
  function* changed(db: Db, id: string, change: Partial<KeyRecord>): Use<boolean> {
    const changing = db.update(keys).set(change).where(eq(keys.id, id));
    return yield* isAny(changing.returning({ id: keys.id }));
  }

  return {
    create: (db, key) => run(db.insert(keys).values({ ...key })),
    setAllowedOrigins: (db, id, allowedOrigins) => changed(db, id, { allowedOrigins }),
    restrict: (db, id, restrictions) => changed(db, id, restrictions),
    rename: (db, id, name) => changed(db, id, { name }),
  } satisfies Changes<KeyStore>;
}

export function anyOf(restrictions: KeyRestrictions): KeyRestrictions | null {
  const isNone = Object.values(restrictions).every((one) => one === null);
  return isNone ? null : restrictions;
}
