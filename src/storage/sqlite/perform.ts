/** Uses that both databases have, as operations on SQLite: each statement is performed at once. */
import type { SQL } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AnyUse, ArgsOf, Db, ResultOf, Statement, Table, Use } from "../drizzle/uses.ts";
import type { Connection } from "./operations.ts";

/** SQLite's builders have the methods that uses call, under the same names. */
export const shared = <Of extends SQLiteTable>(table: Of) =>
  table as unknown as Table<keyof Of["_"]["columns"] & string>;
export const sharedDb = ({ db }: Connection) => db as unknown as Db;

/** A statement in SQL. Its rows have the names of its columns. */
export const executed = (db: Db, statement: SQL): Statement =>
  ({ all: () => (db as unknown as BunSQLiteDatabase).all(statement) }) as unknown as Statement;

/** @returns what a use returns, whose statements are performed on the connection that it was made for. */
export function performed<Result>(use: Use<Result>): Result {
  let step = use.next();
  while (!step.done) step = use.next((step.value as unknown as { all(): unknown[] }).all());
  return step.value;
}

export type OperationsOf<All> = {
  readonly [Name in keyof All]: (
    connection: Connection,
  ) => (...args: ArgsOf<All[Name]>) => ResultOf<All[Name]>;
};

export function operationsOf<All extends Readonly<Record<string, AnyUse>>>(uses: All) {
  const operations = Object.entries(uses).map(([name, use]) => {
    const operation = (connection: Connection) => {
      const db = sharedDb(connection);
      return (...args: unknown[]) => performed(use(db, ...args));
    };
    return [name, operation];
  });
  return Object.fromEntries(operations) as OperationsOf<All>;
}
