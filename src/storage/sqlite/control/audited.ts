import type { AuditRecord } from "../../audit.ts";
import type { Connection } from "../operations.ts";
import { recordControlEvent } from "./control-events.ts";
import { audit } from "./schema.ts";

/**
 * Makes a change and, if it changed anything, writes its audit entry and its event: all or nothing.
 * @param isChange whether the change's result means that something was changed; by default,
 *   anything but false.
 */
export function audited<Result>(
  { database, db }: Connection,
  entry: AuditRecord | undefined,
  change: () => Result,
  isChange: (result: Result) => boolean = (result) => result !== false,
): Result {
  return database
    .transaction(() => {
      const result = change();
      if (entry && isChange(result)) {
        const { event, ...row } = entry;
        db.insert(audit).values(row).run();
        if (event) recordControlEvent(db, event);
      }
      return result;
    })
    .immediate();
}
