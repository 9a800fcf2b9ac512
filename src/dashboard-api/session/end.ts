import type { Visitor } from "../admit.ts";
import { asking, passCookies } from "../library-error.ts";

type Set = { headers: Record<string, unknown> };

/** Signs out: the session is gone from the database, the cookie from the browser. */
export async function end({ signIn, headers }: Visitor, set: Set): Promise<{ done: true }> {
  const { headers: cookies } = await asking(() =>
    signIn.api.signOut({ headers, returnHeaders: true }),
  );
  passCookies(set, cookies);
  return { done: true };
}
