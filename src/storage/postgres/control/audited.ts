import type { AuditRecord } from "../../audit.ts";
import type { Connection, Transaction } from "../connection.ts";
import { lockForControl } from "../locks.ts";
import { recordControlEvent } from "./control-events.ts";
import { audit } from "./schema.ts";

/**
 * Makes a change and, if it changed anything, writes its audit entry and its event: all or nothing. Changes are
 * made one after the other, whichever copy makes them, as what they check must still hold when they
 * are committed: that an owner is left, or that a model is not in use.
 *
 * @param isChange whether the change's result means that something was changed; by default,
 *   anything but false.
 */
export function audited<Result>(
  connection: Connection,
  entry: AuditRecord | undefined,
  change: (transaction: Transaction) => Promise<Result>,
  isChange: (result: Result) => boolean = (result) => result !== false,
): Promise<Result> {
  return connection.transaction(async (transaction) => {
    await lockForControl(transaction);
    const result = await change(transaction);
    if (entry && isChange(result)) {
      const { event, ...row } = entry;
      await transaction.db.insert(audit).values(row);
      if (event) await recordControlEvent(transaction.db, event);
    }
    return result;
  });
}
