import { auditUses } from "../../drizzle/audit.ts";
import type { AuditStore } from "../../port/audit.ts";
import type { Operations } from "../operations.ts";
import { operationsOf, shared } from "../perform.ts";
import * as schema from "./schema.ts";

const { uses, add, record } = auditUses({
  audit: shared(schema.audit),
  controlEvents: shared(schema.controlEvents),
  projects: shared(schema.projects),
});

/** Inside the transaction of the change. */
export { record };

export const reads = operationsOf(uses) satisfies Operations<AuditStore>;
export const writes = operationsOf({ add }) satisfies Operations<AuditStore>;
