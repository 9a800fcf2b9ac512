import { sql } from "drizzle-orm";
import { modelUses } from "../../drizzle/models.ts";
import { isChange } from "../../drizzle/uses.ts";
import type { ModelStore } from "../../port/models.ts";
import type { Connection, Db } from "../connection.ts";
import { methodsOf, performed } from "../perform.ts";
import type { RevisionWatch } from "../revision-watch.ts";
import { audited, auditedMethodsOf, datedMethodsOf } from "./audited.ts";
import { challenges, models, promotions, revisions, shadows } from "./schema.ts";

/** The name under which changes of the registry are counted. */
const modelsRevision = "models";

const uses = modelUses({ challenges, models, promotions, shadows });

/** As `audited`; every copy learns that something changed. */
const announced: typeof audited = (connection, entry, change) =>
  audited(connection, entry, async (transaction) => {
    const result = await change(transaction);
    if (isChange(result)) await countChange(transaction.db);
    return result;
  });

export function modelStore(connection: Connection, watch: RevisionWatch): ModelStore {
  return {
    ...methodsOf(uses.reads, connection),
    /** No change is committed while the lock is held. */
    roles: () => audited(connection, undefined, ({ db }) => performed(uses.roles(db))),
    ...datedMethodsOf(uses.changes, connection, announced),
    ...auditedMethodsOf(uses.challengeChanges, connection, announced),
    changes: () => watch.changes(modelsRevision),
  };
}

async function countChange(db: Db): Promise<void> {
  await db
    .insert(revisions)
    .values({ name: modelsRevision, value: 1 })
    .onConflictDoUpdate({ target: revisions.name, set: { value: sql`${revisions.value} + 1` } });
}
