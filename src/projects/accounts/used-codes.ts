/** An app's code signs in once (RFC 6238, section 5.2), also across a restart of the service. */
import { hash } from "node:crypto";
import type { Store } from "../../storage/port/store.ts";

/** Longer than the library accepts a code: its own step of 30 s, and one before and after it. */
const codeValidMs = 2 * 60_000;

/** Marks a code as used. @returns whether it was not used before. */
export function useCode(
  { store, now }: { store: Pick<Store, "accounts">; now: () => number },
  userId: string,
  code: string,
): Promise<boolean> {
  const at = now();
  return store.accounts.useCode(hash("sha256", `${userId} ${code}`), at, at - codeValidMs);
}
