/**
 * Operations: the methods of the port, as a database performs them. A subject's module implements
 * its methods under the port's own names and with the port's own types, and nothing else lists
 * them: `subjects.ts` says which thread performs a subject's operations, and the names by which
 * threads ask each other, such as "keys.revoke", are derived from there.
 */
import type { Database } from "bun:sqlite";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import type { Store } from "../port/store.ts";

/** A database file, opened by one thread. */
export interface Connection {
  database: Database;
  db: BunSQLiteDatabase;
}

export function connectionTo(database: Database): Connection {
  return { database, db: drizzle(database) };
}

/** A method without its promise. It is prepared once for a connection, with its statements. */
type Operation<Method, Context> = Method extends (...args: infer Args) => infer Result
  ? (context: Context) => (...args: Args) => Awaited<Result>
  : never;

/** Some of the methods of a port. */
export type Operations<Port, Context = Connection> = {
  readonly [Method in keyof Port]?: Operation<Port[Method], Context>;
};

/** Operations by subject. */
export type OperationTable<Context = Connection> = {
  readonly [Subject in Exclude<keyof Store, "shared">]?: Operations<Store[Subject], Context>;
};

/** "keys.revoke" for `{ keys: { revoke } }`. */
export type OperationName<Table> = {
  [Subject in keyof Table & string]: `${Subject}.${keyof Table[Subject] & string}`;
}[keyof Table & string];

/** The methods of the port that a table implements. */
export type MethodsOf<Table> = {
  readonly [Subject in keyof Table & keyof Store]: Pick<
    Store[Subject],
    keyof Table[Subject] & keyof Store[Subject]
  >;
};

export type AnyOperation = (...args: unknown[]) => unknown;

/** Prepares all operations of a table, by name. */
export function prepared<Context>(
  table: OperationTable<Context>,
  context: Context,
): ReadonlyMap<string, AnyOperation> {
  const operations = new Map<string, AnyOperation>();
  forEachOperation<Context>(table, (name, prepare) => operations.set(name, prepare(context)));
  return operations;
}

/** The methods that a table implements, each performed by what `perform` returns for its name. */
export function methodsOf<Table extends object, Context>(
  table: Table & OperationTable<Context>,
  perform: (
    name: OperationName<Table>,
    prepare: (context: Context) => AnyOperation,
  ) => (...args: unknown[]) => Promise<unknown>,
): MethodsOf<Table> {
  const subjects: Record<string, Record<string, unknown>> = {};
  forEachOperation<Context>(table, (name, prepare) => {
    const [subject, method] = name.split(".") as [string, string];
    subjects[subject] ??= {};
    subjects[subject][method] = perform(name as OperationName<Table>, prepare);
  });
  return subjects as MethodsOf<Table>;
}

function forEachOperation<Context>(
  table: OperationTable<Context>,
  visit: (name: string, prepare: (context: Context) => AnyOperation) => void,
): void {
  for (const [subject, operations] of Object.entries(table)) {
    for (const [method, prepare] of Object.entries(operations)) {
      visit(`${subject}.${method}`, prepare as (context: Context) => AnyOperation);
    }
  }
}
