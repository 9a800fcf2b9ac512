/** Turns a request's key into its project, or into the problem that says why not. */
import { authenticate, type KeyKind, type KeyRefusal } from "../projects/keys.ts";
import type { KeyOwner, Store } from "../storage/store.ts";
import { Problem } from "./problem.ts";

/** HTTP wants a challenge with every 401 (RFC 9110, 11.6.1); this scheme is our own. */
const challenge = { "WWW-Authenticate": 'ServiceKey realm="booking-risk", header="X-Service-Key"' };

const details: Readonly<Record<KeyRefusal, (wanted: KeyKind) => string>> = {
  missing_key: () => "Send a secret key of the project in the header X-Service-Key.",
  invalid_key: () => "The key is misspelled, or it is not a key of this service.",
  revoked_key: () => "The key was revoked, or its project is archived. Use a key that is in use.",
  key_mode_mismatch: (wanted) =>
    wanted === "secret"
      ? "A publishable key (pk_) was sent where a secret key (sk_) is required."
      : "A secret key (sk_) was sent where a publishable key (pk_) is required. Revoke it if " +
        "it was ever in a page.",
};

/** @throws Problem missing_key, invalid_key, revoked_key, key_mode_mismatch */
export async function ownerOf(
  key: string | null,
  wanted: KeyKind,
  store: Store,
): Promise<KeyOwner> {
  const owner = await authenticate(key, wanted, store);
  if (typeof owner !== "string") return owner;
  const headers = owner === "key_mode_mismatch" ? {} : challenge;
  throw new Problem(owner, details[owner](wanted), { headers });
}

/** Notes which keys are in use, and has that written now and then instead of at every request. */
export function keyUse(store: Store, now: () => number) {
  let used = new Map<string, number>();
  return {
    note(keyId: string): void {
      used.set(keyId, now());
    },
    async flush(): Promise<void> {
      if (used.size === 0) return;
      const written = used;
      used = new Map();
      await store.keys.touch(written);
    },
  };
}
