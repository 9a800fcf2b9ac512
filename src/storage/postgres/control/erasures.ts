import { erasureUses } from "../../drizzle/erasures.ts";
import type { ErasureStore } from "../../port/erasures.ts";
import type { Connection } from "../connection.ts";
import { methodsOf, performed } from "../perform.ts";
import { audited, auditedMethodsOf } from "./audited.ts";
import { erasures } from "./schema.ts";

const uses = erasureUses(erasures);

export const erasureStore = (connection: Connection): ErasureStore => ({
  ...methodsOf({ ...uses.reads, ...uses.writes }, connection),
  ...auditedMethodsOf(uses.changes, connection),

  async add(erasure, entry) {
    await audited(connection, entry, ({ db }) => performed(uses.add(db, erasure)));
  },
});
