import { signInUses } from "../../drizzle/sign-ins.ts";
import type { SignInStore } from "../../port/sign-ins.ts";
import type { Connection } from "../connection.ts";
import { methodsOf } from "../perform.ts";
import { accounts, passkeys, sessions, twoFactors, users, verifications } from "./schema.ts";

const { reads, writes } = signInUses({
  user: users,
  session: sessions,
  account: accounts,
  verification: verifications,
  twoFactor: twoFactors,
  passkey: passkeys,
});

export const signInStore = (connection: Connection): SignInStore =>
  methodsOf({ ...reads, ...writes }, connection);
