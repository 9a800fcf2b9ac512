import { erasureUses } from "../../drizzle/erasures.ts";
import type { ErasureStore } from "../../port/erasures.ts";
import type { Operations } from "../operations.ts";
import { operationsOf, performed, shared, sharedDb } from "../perform.ts";
import { audited, auditedOperationsOf } from "./audited.ts";
import { erasures } from "./schema.ts";

const uses = erasureUses(shared(erasures));

export const reads = operationsOf(uses.reads) satisfies Operations<ErasureStore>;

export const writes = {
  ...operationsOf(uses.writes),
  ...auditedOperationsOf(uses.changes),

  add: (connection) => (erasure, entry) => {
    audited(connection, entry, () => performed(uses.add(sharedDb(connection), erasure)));
  },
} satisfies Operations<ErasureStore>;
