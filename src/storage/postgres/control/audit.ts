import { auditUses } from "../../drizzle/audit.ts";
import type { AuditStore } from "../../port/audit.ts";
import type { Connection } from "../connection.ts";
import { methodsOf } from "../perform.ts";
import * as schema from "./schema.ts";

const { uses, add, record } = auditUses(schema);

/** Inside the transaction of the change. */
export { record };

export const auditStore = (connection: Connection): AuditStore =>
  methodsOf({ ...uses, add }, connection);
