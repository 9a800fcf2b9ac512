/**
 * What the port's methods ask of a database, stated once for both: as generators of Drizzle's statements, which
 * SQLite performs at once, on the thread that it is on, and PostgreSQL one after the other, each a round trip.
 * The types are those of PostgreSQL's builders; SQLite's have the same methods.
 */
import { eq, isNull, type SQL } from "drizzle-orm";
import type { PgColumn, PgDatabase, PgQueryResultHKT, PgTable } from "drizzle-orm/pg-core";
import type { AuditRecord } from "../port/audit.ts";

export type Db = PgDatabase<PgQueryResultHKT>;
export type Statement = PromiseLike<unknown>;

/** A table with these columns, of either database. */
export type Table<Name extends string = never> = PgTable & Readonly<Record<Name, PgColumn>>;

/** That a row has these values, or none where they are null. */
export function equal<Name extends string>(
  table: Table<Name>,
  values: Partial<Record<Name, unknown>>,
): SQL[] {
  return Object.entries(values).map(([name, value]) => {
    const column = table[name as Name];
    return value === null ? isNull(column) : eq(column, value);
  });
}

/** Yields statements, is given the rows of each, and returns what the method returns. */
export type Use<Result> = Generator<Statement, Result, unknown>;

/** Performs a statement. @returns its rows; the schema and the contract's tests say that they are of this type. */
export function* rows<Row>(statement: Statement): Use<Row[]> {
  return (yield statement) as Row[];
}

/** Null where there is no row. */
export function* first<Row>(statement: Statement): Use<Row | null> {
  return (yield* rows<Row>(statement))[0] ?? null;
}

/** Whether a statement selects or changes any row; one that changes rows has to return them. */
export function* isAny(statement: Statement): Use<boolean> {
  return (yield* rows(statement)).length > 0;
}

/** Performs a statement that returns no rows. */
export function* run(statement: Statement): Use<void> {
  yield statement;
}

type Method = (...args: never[]) => Promise<unknown>;

/** Methods of the port, each as a use of a database. */
export type Uses<Port> = {
  readonly [Name in keyof Port]?: Port[Name] extends (...args: infer Args) => infer Result
    ? (db: Db, ...args: Args) => Use<Awaited<Result>>
    : never;
};

/** Methods whose last argument is their audit entry, which whoever performs them writes in the same transaction. */
export type Changes<Port> = {
  readonly [Name in keyof Port]?: Port[Name] extends Method
    ? (
        db: Db,
        ...args: WithoutEntry<Parameters<Port[Name]>>
      ) => Use<Awaited<ReturnType<Port[Name]>>>
    : never;
};

/** Changes that use the time of their audit entry: it is their last argument, too. */
export type DatedChanges<Port> = {
  readonly [Name in keyof Port]?: Port[Name] extends Method
    ? (
        db: Db,
        ...args: [...WithoutEntry<Parameters<Port[Name]>>, entry: AuditRecord]
      ) => Use<Awaited<ReturnType<Port[Name]>>>
    : never;
};

/** What changes return that changed nothing. */
const unchanged: ReadonlySet<unknown> = new Set([
  false,
  0,
  "gone",
  "taken",
  "exists",
  "full",
  "last",
]);

/** Whether a change's result means that something was changed, and has an audit entry. */
export const isChange = (result: unknown): boolean => !unchanged.has(result);

type WithoutEntry<Args extends unknown[]> =
  Required<Args> extends [...infer Rest, AuditRecord] ? Rest : never;

/** The arguments and the result of a use. */
export type ArgsOf<Of> = Of extends (db: Db, ...args: infer Args) => Use<unknown> ? Args : never;
export type ResultOf<Of> = Of extends (db: Db, ...args: never[]) => Use<infer Result>
  ? Result
  : never;

// biome-ignore lint/suspicious/noExplicitAny: uses of any arguments.
export type AnyUse = (db: Db, ...args: any[]) => Use<any>;
