/** Limits the requests a second of each caller, by a token bucket for each. */
import { RecentValues } from "../recent-values.ts";
import { Problem } from "./problem.ts";

/** Callers in memory at once, about 20 MB. An idle one is evicted, and starts with a full bucket again. */
export const callersMax = 100_000;

/** Groups of four digits that identify the IPv6 network of one customer, a /64. */
const networkGroups = 4;

/** One token, less the rounding error of adding up small fractions of it. */
const whole = 1 - 1e-9;

interface Bucket {
  tokens: number;
  at: number;
}

export type RateLimit = (caller: string) => void;

/**
 * @param perSecond requests a second that a caller may make, and may make at once after a pause;
 *   0 for no limit.
 * @param policy the name of the limit in the response headers.
 * @returns a function that takes one token from a caller's bucket, or throws Problem rate_limited with
 *   `Retry-After` and the fields of the IETF's RateLimit header draft.
 */
export function rateLimiter(perSecond: number, now: () => number, policy = "default"): RateLimit {
  if (perSecond === 0) return () => {};
  const take = rateLimiterByCaller(now, policy);
  return (caller) => take(caller, perSecond);
}

/** As `rateLimiter`, where each caller has a limit of its own, which may change. */
export function rateLimiterByCaller(
  now: () => number,
  policy: string,
): (caller: string, perSecond: number) => void {
  const buckets = new RecentValues<Bucket>(callersMax);

  return (caller, perSecond) => {
    const at = now();
    let bucket = buckets.get(caller);
    if (!bucket) {
      bucket = { tokens: perSecond, at };
      buckets.set(caller, bucket);
    }
    const elapsedS = Math.max(0, at - bucket.at) / 1000; // A clock that is set back takes no tokens away.
    const tokens = Math.min(perSecond, bucket.tokens + elapsedS * perSecond);
    const taken = tokens >= whole;
    bucket.tokens = taken ? Math.max(0, tokens - 1) : tokens;
    bucket.at = at;
    if (!taken) throw limited(policy, perSecond, Math.max(1, Math.ceil((1 - tokens) / perSecond)));
  };
}

/**
 * The caller that an address is counted as: an IPv4 address, or the network of an IPv6 address,
 * since one customer has 2^64 of those.
 *
 * @param address as `clientAddress` gives it, shortened as RFC 5952 has it.
 */
export function callerOf(address: string): string {
  if (!address.includes(":")) return address;
  const [before = "", after] = address.split("::");
  const groups = before === "" ? [] : before.split(":");
  if (after !== undefined) {
    const behind = after === "" ? [] : after.split(":");
    while (groups.length + behind.length < 8) groups.push("0");
    groups.push(...behind);
  }
  return groups.slice(0, networkGroups).join(":");
}

function limited(policy: string, perSecond: number, retryAfterS: number): Problem {
  const detail = `The limit is ${perSecond} requests a second. Wait for the seconds in Retry-After.`;
  return new Problem("rate_limited", detail, {
    headers: {
      "Retry-After": String(retryAfterS),
      "RateLimit-Policy": `"${policy}";q=${perSecond};w=1`,
      RateLimit: `"${policy}";r=0;t=${retryAfterS}`,
    },
  });
}
