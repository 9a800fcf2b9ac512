import { dirname } from "node:path";
import { eq } from "drizzle-orm";
import { accountUses } from "../../drizzle/accounts.ts";
import type { AccountStore } from "../../port/accounts.ts";
import type { Operations } from "../operations.ts";
import { operationsOf, shared } from "../perform.ts";
import { datedOperationsOf } from "./audited.ts";
import { keptSecret } from "./kept-secret.ts";
import {
  accounts,
  grants,
  links,
  passkeys,
  secrets,
  sessions,
  twoFactors,
  usedCodes,
  users,
  verifications,
} from "./schema.ts";

const uses = accountUses({
  users: shared(users),
  sessions: shared(sessions),
  accounts: shared(accounts),
  verifications: shared(verifications),
  twoFactors: shared(twoFactors),
  passkeys: shared(passkeys),
  grants: shared(grants),
  links: shared(links),
  usedCodes: shared(usedCodes),
});

export const reads = operationsOf(uses.reads) satisfies Operations<AccountStore>;

export const writes = {
  ...operationsOf(uses.writes),
  ...datedOperationsOf(uses.changes),

  secret: (connection) => (name, ifNone) => {
    const { database, db } = connection;
    const former = db.select().from(secrets).where(eq(secrets.name, name)).get()?.value;
    const secret = keptSecret(dirname(database.filename), name, former ?? ifNone);
    // The file is on disk. `secure_delete` overwrites the row's bytes.
    db.delete(secrets).where(eq(secrets.name, name)).run();
    return secret;
  },
} satisfies Operations<AccountStore>;
