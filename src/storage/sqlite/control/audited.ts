import type { Database } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { AuditRecord } from "../../audit.ts";
import { audit } from "./schema.ts";

/**
 * Does a change and, where there was one, writes its line of audit: both or neither.
 * @param isChange tells from what the change gave whether there was one; that it is not false.
 */
export function audited<Result>(
  database: Database,
  line: AuditRecord | undefined,
  change: () => Result,
  isChange: (result: Result) => boolean = (result) => result !== false,
): Result {
  return database
    .transaction(() => {
      const result = change();
      if (line && isChange(result)) drizzle(database).insert(audit).values(line).run();
      return result;
    })
    .immediate();
}
