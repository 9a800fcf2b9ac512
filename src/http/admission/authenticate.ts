/** Finds the project that an API key belongs to, or throws the problem that explains the refusal. */

import { type RestrictionRefusal, restrictionRefusal } from "../../projects/key-restrictions.ts";
import { authenticate, type KeyKind, type KeyRefusal, keyKinds } from "../../projects/keys.ts";
import type { KeyOwner } from "../../storage/port/keys.ts";
import type { Store } from "../../storage/port/store.ts";
import { Problem, problems } from "../problems/problem.ts";
import { rateLimiterByCaller } from "./rate-limit.ts";

/** HTTP requires a challenge with every 401 (RFC 9110, 11.6.1). The scheme is specific to this API. */
const challenge = { "WWW-Authenticate": 'ServiceKey realm="booking-risk", header="X-Service-Key"' };

type Refusal = KeyRefusal | RestrictionRefusal;

const details: Readonly<Record<Refusal, (wanted: KeyKind) => string>> = {
  missing_key: (wanted) =>
    wanted === "secret"
      ? "Send a secret key (sk_) of your project in the X-Service-Key header. The Authorization header " +
        "is not read."
      : "No publishable key (pk_) was sent. Set data-publishable-key on the script tag, and never put a " +
        "secret key (sk_) into a page.",
  invalid_key: () =>
    "The key is mistyped or incomplete, or it belongs to another installation of this service. Copy " +
    "it again, or create a new key in the dashboard.",
  revoked_key: () =>
    "The key was revoked, or its project is archived. Send an active key, or restore the project.",
  expired_key: () => "The key has expired. Send another key, or extend the expiry of this one.",
  address_not_allowed: () =>
    "The key is not accepted from the address that the request came from. `booking-risk key list` " +
    "shows the addresses of the key.",
  key_mode_mismatch: (wanted) =>
    wanted === "secret"
      ? "A publishable key (pk_) was sent to an endpoint that requires a secret key (sk_)."
      : "A secret key (sk_) was sent to an endpoint that requires a publishable key (pk_). Revoke " +
        "the secret key if it was ever published in a page.",
};

/**
 * The problem of each refusal, made once: an error records a stack when it is made, and its answer
 * is rendered at its first use. Refusing a request then costs 2 µs less.
 */
const refusals = Object.fromEntries(
  keyKinds.map((wanted) => [wanted, refusalsOf(wanted)]),
) as Readonly<Record<KeyKind, Readonly<Record<Refusal, Problem>>>>;

function refusalsOf(wanted: KeyKind) {
  const all = Object.entries(details).map(([refusal, detail]) => {
    const code = refusal as Refusal;
    const headers = problems[code].status === 401 ? challenge : {};
    return [code, new Problem(code, detail(wanted), { headers })] as const;
  });
  return Object.fromEntries(all) as Record<Refusal, Problem>;
}

/** Keys whose last use is written at once. Decisions wait for that: 1 to 2 ms. */
const touchedAtOnce = 500;

export interface Authenticator {
  /** @throws Problem missing_key, invalid_key, revoked_key, key_mode_mismatch */
  authenticate(key: string | null, wanted: KeyKind): KeyOwner | Promise<KeyOwner>;
  /**
   * To be called where the key's owner has restrictions.
   * @param address as `clientAddress` gives it.
   * @throws Problem expired_key, address_not_allowed
   */
  checkRestrictions(owner: KeyOwner, address: string): void;
  /** Counts a request against the key's own limit. @throws Problem rate_limited */
  takeFromLimit(owner: KeyOwner): void;
  /** Records that a key was used. The times are written in batches, not with every request. */
  recordUse(keyId: string): void;
  /** Writes the recorded times. */
  flush(): Promise<void>;
}

function ownerOf(owner: KeyOwner | KeyRefusal, wanted: KeyKind): KeyOwner {
  if (typeof owner === "string") throw refusals[wanted][owner];
  return owner;
}

export function createAuthenticator(store: Store, now: () => number): Authenticator {
  let lastUsed = new Map<string, number>();
  const take = rateLimiterByCaller(now, "key", () => store.shared?.copies() ?? 1);
  return {
    authenticate(key, wanted) {
      const found = authenticate(key, wanted, store);
      return found instanceof Promise
        ? found.then((owner) => ownerOf(owner, wanted))
        : ownerOf(found, wanted);
    },
    checkRestrictions({ kind, restrictions }, address) {
      const refusal = restrictions && restrictionRefusal(restrictions, now(), address);
      if (refusal) throw refusals[kind][refusal];
    },
    takeFromLimit({ keyId, restrictions }) {
      if (restrictions !== null && restrictions.rateLimit !== null) {
        take(keyId, restrictions.rateLimit);
      }
    },
    recordUse(keyId) {
      lastUsed.set(keyId, now());
    },
    async flush() {
      if (lastUsed.size === 0) return;
      const written = lastUsed;
      lastUsed = new Map();
      const all = [...written];
      for (let i = 0; i < all.length; i += touchedAtOnce) {
        await store.keys.touch(new Map(all.slice(i, i + touchedAtOnce)));
      }
    },
  };
}
