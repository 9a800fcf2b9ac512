import { savedViewUses } from "../../drizzle/saved-views.ts";
import type { SavedViewStore } from "../../port/saved-views.ts";
import type { Connection } from "../connection.ts";
import { methodsOf } from "../perform.ts";
import { auditedMethodsOf } from "./audited.ts";
import { savedViews } from "./schema.ts";

const { reads, changes } = savedViewUses(savedViews);

export const savedViewStore = (connection: Connection): SavedViewStore => ({
  ...methodsOf(reads, connection),
  ...auditedMethodsOf(changes, connection),
});
