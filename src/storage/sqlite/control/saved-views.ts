import { savedViewUses } from "../../drizzle/saved-views.ts";
import type { SavedViewStore } from "../../port/saved-views.ts";
import type { Operations } from "../operations.ts";
import { operationsOf, shared } from "../perform.ts";
import { auditedOperationsOf } from "./audited.ts";
import { savedViews } from "./schema.ts";

const uses = savedViewUses(shared(savedViews));

export const reads = operationsOf(uses.reads) satisfies Operations<SavedViewStore>;
export const writes = auditedOperationsOf(uses.changes) satisfies Operations<SavedViewStore>;
