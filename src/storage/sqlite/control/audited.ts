import type { AuditRecord } from "../../audit.ts";
import type { AnyUse, ArgsOf, ResultOf } from "../../drizzle/uses.ts";
import type { Connection } from "../operations.ts";
import { record } from "./audit.ts";
import { performed, sharedDb } from "./perform.ts";

/**
 * Makes a change and, if it changed anything, writes its audit entry and its event: all or nothing.
 * @param isChange whether the change's result means that something was changed; by default,
 *   anything but false.
 */
export function audited<Result>(
  connection: Connection,
  entry: AuditRecord | undefined,
  change: () => Result,
  isChange: (result: Result) => boolean = (result) => result !== false,
): Result {
  return connection.database
    .transaction(() => {
      const result = change();
      if (entry && isChange(result)) performed(record(sharedDb(connection), entry));
      return result;
    })
    .immediate();
}

type AuditedOperationsOf<All> = {
  readonly [Name in keyof All]: (
    connection: Connection,
  ) => (...args: [...ArgsOf<All[Name]>, entry?: AuditRecord]) => ResultOf<All[Name]>;
};

/** The audit entry is the argument after those of the change. */
export function auditedOperationsOf<All extends Readonly<Record<string, AnyUse>>>(changes: All) {
  const operations = Object.entries(changes).map(([name, change]) => {
    const count = change.length - 1; // Without the database.
    const operation = (connection: Connection) => {
      const db = sharedDb(connection);
      return (...args: unknown[]) =>
        audited(connection, args[count] as AuditRecord, () =>
          performed(change(db, ...args.slice(0, count))),
        );
    };
    return [name, operation];
  });
  return Object.fromEntries(operations) as AuditedOperationsOf<All>;
}
