/** Uses that both databases have, as methods on PostgreSQL: each statement is a round trip. */
import type { AnyUse, ArgsOf, ResultOf, Use } from "../drizzle/uses.ts";
import type { Transaction } from "./connection.ts";

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
