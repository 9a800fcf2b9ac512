/**
 * Limits the requests a second of each caller, by a token bucket for each. Where several copies of the
 * service share a database, each lets through its part of the limit.
 */
import { RecentValues } from "../../base/recent-values.ts";
import { Problem } from "../problems/problem.ts";

/** Callers in memory at once, about 20 MB. An idle one is evicted, and starts with a full bucket again. */
export const callersMax = 100_000;

/** Groups of four digits that identify the IPv6 network of one customer, a /64. */
const networkGroups = 4;

/** One token, less the rounding error of adding up small fractions of it. */
const roundingError = 1e-9;

interface Bucket {
  tokens: number;
  at: number;
}

export type RateLimit = (caller: string) => void;

/** Among how many copies of the service a limit is divided now, at least 1. */
export type Copies = () => number;

export const alone: Copies = () => 1;

/** How many tokens a bucket takes, and how many come back a second. */
export interface BucketSize {
  capacity: number;
  perSecond: number;
}

/**
 * Takes tokens from a caller's bucket.
 * @returns 0, or the seconds until there are as many; then it took none.
 */
export type TakeTokens = (caller: string, wanted: number, size: BucketSize) => number;

/** A bucket of tokens for each caller, which starts full. */
export function tokenBuckets(now: () => number): TakeTokens {
  const buckets = new RecentValues<Bucket>(callersMax);

  return (caller, wanted, { capacity, perSecond }) => {
    const at = now();
    let bucket = buckets.get(caller);
    if (!bucket) {
      bucket = { tokens: capacity, at };
      buckets.set(caller, bucket);
    }
    const elapsedS = Math.max(0, at - bucket.at) / 1000; // A clock that is set back takes no tokens away.
    const tokens = Math.min(capacity, bucket.tokens + elapsedS * perSecond);
    const taken = tokens >= wanted - roundingError;
    bucket.tokens = taken ? Math.max(0, tokens - wanted) : tokens;
    bucket.at = at;
    return taken ? 0 : Math.max(1, Math.ceil((wanted - tokens) / perSecond));
  };
}

/**
 * A copy's part of a bucket. However many there are, it has room for what is asked for at once: a limit of 5
 * among 8 copies is a request every 1.6 s in each.
 */
export function partOf({ capacity, perSecond }: BucketSize, copies: number, atOnce: number) {
  return { capacity: Math.max(atOnce, capacity / copies), perSecond: perSecond / copies };
}

/**
 * @param perSecond requests a second that a caller may make, and may make at once after a pause;
 *   0 for no limit. All copies together.
 * @param policy the name of the limit in the response headers.
 * @returns a function that takes one token from a caller's bucket, or throws Problem rate_limited with
 *   `Retry-After` and the fields of the IETF's RateLimit header draft.
 */
export function rateLimiter(
  perSecond: number,
  now: () => number,
  policy = "default",
  copies: Copies = alone,
): RateLimit {
  if (perSecond === 0) return () => {};
  const take = rateLimiterByCaller(now, policy, copies);
  return (caller) => take(caller, perSecond);
}

/** As `rateLimiter`, where each caller has a limit of its own, which may change. */
export function rateLimiterByCaller(
  now: () => number,
  policy: string,
  copies: Copies = alone,
): (caller: string, perSecond: number) => void {
  const take = tokenBuckets(now);
  return (caller, perSecond) => {
    const among = copies();
    const waitS = take(caller, 1, partOf({ capacity: perSecond, perSecond }, among, 1));
    if (waitS === 0) return;
    const part = among === 1 ? "" : `, divided among ${among} copies of the service`;
    const detail = `The limit is ${perSecond} requests a second${part}. Wait for the seconds in Retry-After.`;
    throw limited(detail, `"${policy}"`, `q=${perSecond};w=1`, waitS);
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

/** @param quota the parameters of the policy, as the IETF's RateLimit header draft has them. */
export function limited(
  detail: string,
  policy: string,
  quota: string,
  retryAfterS: number,
): Problem {
  return new Problem("rate_limited", detail, {
    headers: {
      "Retry-After": String(retryAfterS),
      "RateLimit-Policy": `${policy};${quota}`,
      RateLimit: `${policy};r=0;t=${retryAfterS}`,
    },
  });
}
