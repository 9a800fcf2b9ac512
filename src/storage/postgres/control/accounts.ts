import { eq } from "drizzle-orm";
import { accountUses } from "../../drizzle/accounts.ts";
import type { AccountStore } from "../../port/accounts.ts";
import type { Connection } from "../connection.ts";
import { methodsOf } from "../perform.ts";
import { datedMethodsOf } from "./audited.ts";
import * as schema from "./schema.ts";

const { reads, writes, changes } = accountUses(schema);
const { secrets } = schema;

export function accountStore(connection: Connection): AccountStore {
  const { db } = connection;
  return {
    ...methodsOf({ ...reads, ...writes }, connection),
    ...datedMethodsOf(changes, connection),

    async secret(name, ifNone) {
      await db.insert(secrets).values({ name, value: ifNone }).onConflictDoNothing();
      return (await db.select().from(secrets).where(eq(secrets.name, name)))[0]!.value;
    },
  };
}
