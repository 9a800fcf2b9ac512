import { type AnyUse, type ArgsOf, isChange, type ResultOf } from "../../drizzle/uses.ts";
import type { AuditRecord } from "../../port/audit.ts";
import type { Connection, Transaction } from "../connection.ts";
import { lockForControl } from "../locks.ts";
import { type MethodsOf, performed } from "../perform.ts";
import { record } from "./audit.ts";

/**
 * Makes a change and, if it changed anything (`isChange`), writes its audit entry and its event: all or nothing. Changes are
 * made one after the other, whichever copy makes them, as what they check must still hold when they
 * are committed: that an owner is left, or that a model is not in use.
 */
export function audited<Result>(
  connection: Connection,
  entry: AuditRecord | undefined,
  change: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return connection.transaction(async (transaction) => {
    await lockForControl(transaction);
    const result = await change(transaction);
    if (entry && isChange(result)) await performed(record(transaction.db, entry));
    return result;
  });
}

type AuditedMethodsOf<All> = {
  readonly [Name in keyof All]: (
    ...args: [...ArgsOf<All[Name]>, entry?: AuditRecord]
  ) => Promise<ResultOf<All[Name]>>;
};

/**
 * The audit entry is the argument after those of the change.
 * @param changing performs a change as `audited` does.
 */
export function auditedMethodsOf<All extends Readonly<Record<string, AnyUse>>>(
  changes: All,
  connection: Connection,
  changing = audited,
) {
  const methods = Object.entries(changes).map(([name, change]) => {
    const count = change.length - 1; // Without the database.
    const method = (...args: unknown[]) =>
      changing(connection, args[count] as AuditRecord, ({ db }) =>
        performed(change(db, ...args.slice(0, count))),
      );
    return [name, method];
  });
  return Object.fromEntries(methods) as AuditedMethodsOf<All>;
}

/** As `auditedMethodsOf`, of changes that have their entry as an argument. */
export function datedMethodsOf<All extends Readonly<Record<string, AnyUse>>>(
  changes: All,
  connection: Connection,
  changing = audited,
) {
  const methods = Object.entries(changes).map(([name, change]) => {
    const method = (...args: unknown[]) =>
      changing(connection, args.at(-1) as AuditRecord, ({ db }) => performed(change(db, ...args)));
    return [name, method];
  });
  return Object.fromEntries(methods) as MethodsOf<All>;
}
