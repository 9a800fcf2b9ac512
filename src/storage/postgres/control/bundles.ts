import { eq, sql } from "drizzle-orm";
import type { BundleStore } from "../../port/bundles.ts";
import type { Connection } from "../connection.ts";
import { bundles } from "./schema.ts";

export function bundleStore({ db }: Connection): BundleStore {
  return {
    async put(bundleSha256, bundle) {
      const card = sql`coalesce(excluded.card, ${bundles.card})`;
      await db
        .insert(bundles)
        .values({ bundleSha256, ...bundle })
        .onConflictDoUpdate({ target: bundles.bundleSha256, set: { card } });
    },

    async find(hash) {
      const rows = await db.select().from(bundles).where(eq(bundles.bundleSha256, hash));
      if (!rows[0]) return null;
      const { bundleSha256: _, ...bundle } = rows[0];
      return bundle;
    },
  };
}
