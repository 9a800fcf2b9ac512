/** Uses that both databases have, as methods on PostgreSQL: each statement is a round trip. */
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { PoolClient } from "pg";
import type { AnyUse, ArgsOf, Db, ResultOf, Statement, Use } from "../drizzle/uses.ts";
import type { Connection, Transaction } from "./connection.ts";

const dialect = new PgDialect();

/** A statement in SQL. Its rows have the names of its columns, and numbers for `bigint`, as `Sql` has and Drizzle has not. */
export function executed(db: Db, statement: SQL): Statement {
  const { sql, params } = dialect.sqlToQuery(statement);
  const { $client } = db as unknown as { $client: PoolClient };
  return $client.query(sql, params).then(({ rows }) => rows);
}

/** @returns what a use returns, whose statements are performed where it was made for: a connection or a transaction. */
export async function performed<Result>(use: Use<Result>): Promise<Result> {
  let step = use.next();
  while (!step.done) step = use.next(await step.value);
  return step.value;
}

export type MethodsOf<All> = {
  readonly [Name in keyof All]: (...args: ArgsOf<All[Name]>) => Promise<ResultOf<All[Name]>>;
};

export function methodsOf<All extends Readonly<Record<string, AnyUse>>>(
  uses: All,
  { db }: Pick<Transaction, "db">,
) {
  const methods = Object.entries(uses).map(([name, use]) => {
    const method = async (...args: unknown[]) => performed(use(db, ...args)); // Whatever it throws is a rejection.
    return [name, method];
  });
  return Object.fromEntries(methods) as MethodsOf<All>;
}

/** As `methodsOf`, each a transaction. */
export function transactionsOf<All extends Readonly<Record<string, AnyUse>>>(
  uses: All,
  { transaction }: Pick<Connection, "transaction">,
) {
  const methods = Object.entries(uses).map(([name, use]) => {
    const method = (...args: unknown[]) => transaction(({ db }) => performed(use(db, ...args)));
    return [name, method];
  });
  return Object.fromEntries(methods) as MethodsOf<All>;
}
