import { modelUses } from "../../drizzle/models.ts";
import type { ModelStore } from "../../port/models.ts";
import type { Operations } from "../operations.ts";
import { operationsOf, performed, shared, sharedDb } from "../perform.ts";
import { auditedOperationsOf, datedOperationsOf } from "./audited.ts";
import { challenges, models, promotions, shadows } from "./schema.ts";

const uses = modelUses({
  challenges: shared(challenges),
  models: shared(models),
  promotions: shared(promotions),
  shadows: shared(shadows),
});

export const reads = {
  ...operationsOf(uses.reads),
  roles: (connection) =>
    connection.database.transaction(() => performed(uses.roles(sharedDb(connection)))),
} satisfies Operations<ModelStore>;

export const writes = {
  ...datedOperationsOf(uses.changes),
  ...auditedOperationsOf(uses.challengeChanges),
} satisfies Operations<ModelStore>;
