import { type AnyUse, type ArgsOf, isChange, type ResultOf } from "../../drizzle/uses.ts";
import type { AuditRecord } from "../../port/audit.ts";
import type { Connection } from "../operations.ts";
import { type OperationsOf, performed, sharedDb } from "../perform.ts";
import { record } from "./audit.ts";

/**
 * Makes a change and, if it changed anything (`isChange`), writes its audit entry and its event: all or nothing.
 */
export function audited<Result>(
  connection: Connection,
  entry: AuditRecord | undefined,
  change: () => Result,
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

/** As `auditedOperationsOf`, of changes that have their entry as an argument. */
export function datedOperationsOf<All extends Readonly<Record<string, AnyUse>>>(changes: All) {
  const operations = Object.entries(changes).map(([name, change]) => {
    const operation = (connection: Connection) => {
      const db = sharedDb(connection);
      return (...args: unknown[]) =>
        audited(connection, args.at(-1) as AuditRecord, () => performed(change(db, ...args)));
    };
    return [name, operation];
  });
  return Object.fromEntries(operations) as OperationsOf<All>;
}
