import { signInUses } from "../../drizzle/sign-ins.ts";
import type { SignInStore } from "../../port/sign-ins.ts";
import type { Operations } from "../operations.ts";
import { operationsOf, shared } from "../perform.ts";
import { accounts, passkeys, sessions, twoFactors, users, verifications } from "./schema.ts";

const uses = signInUses({
  user: shared(users),
  session: shared(sessions),
  account: shared(accounts),
  verification: shared(verifications),
  twoFactor: shared(twoFactors),
  passkey: shared(passkeys),
});

export const reads = operationsOf(uses.reads) satisfies Operations<SignInStore>;
export const writes = operationsOf(uses.writes) satisfies Operations<SignInStore>;
