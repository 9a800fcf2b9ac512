/** Finds the project that an API key belongs to, or throws the problem that explains the refusal. */
import { authenticate, type KeyKind, type KeyRefusal } from "../projects/keys.ts";
import type { KeyOwner } from "../storage/keys.ts";
import type { Store } from "../storage/store.ts";
import { Problem } from "./problem.ts";

/** HTTP requires a challenge with every 401 (RFC 9110, 11.6.1). The scheme is specific to this API. */
const challenge = { "WWW-Authenticate": 'ServiceKey realm="booking-risk", header="X-Service-Key"' };

const details: Readonly<Record<KeyRefusal, (wanted: KeyKind) => string>> = {
  missing_key: () =>
    "Send a secret key (sk_) of your project in the X-Service-Key header. The Authorization header " +
    "is not read.",
  invalid_key: () =>
    "The key is mistyped or incomplete, or it belongs to another installation of this service. Copy " +
    "it again, or create a new key in the dashboard.",
  revoked_key: () =>
    "The key was revoked, or its project is archived. Send an active key, or restore the project.",
  key_mode_mismatch: (wanted) =>
    wanted === "secret"
      ? "A publishable key (pk_) was sent to an endpoint that requires a secret key (sk_)."
      : "A secret key (sk_) was sent to an endpoint that requires a publishable key (pk_). Revoke " +
        "the secret key if it was ever published in a page.",
};

export interface Authenticator {
  /** @throws Problem missing_key, invalid_key, revoked_key, key_mode_mismatch */
  authenticate(key: string | null, wanted: KeyKind): Promise<KeyOwner>;
  /** Records that a key was used. The times are written in batches, not with every request. */
  recordUse(keyId: string): void;
  /** Writes the recorded times. */
  flush(): Promise<void>;
}

export function createAuthenticator(store: Store, now: () => number): Authenticator {
  let lastUsed = new Map<string, number>();
  return {
    async authenticate(key, wanted) {
      const owner = await authenticate(key, wanted, store);
      if (typeof owner !== "string") return owner;
      const headers = owner === "key_mode_mismatch" ? {} : challenge;
      throw new Problem(owner, details[owner](wanted), { headers });
    },
    recordUse(keyId) {
      lastUsed.set(keyId, now());
    },
    async flush() {
      if (lastUsed.size === 0) return;
      const written = lastUsed;
      lastUsed = new Map();
      await store.keys.touch(written);
    },
  };
}
