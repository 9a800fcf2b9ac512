/** Limits how many requests a second each caller may make: a token bucket for each. */
import { Problem } from "./problem.ts";

/** Callers remembered at once; the ones idle longest are forgotten, and start full again. */
const callersMax = 100_000;

/** One token, but for what adding up small fractions of it loses. */
const whole = 1 - 1e-9;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * @param perSecond requests a second that a caller may make, and may make at once after a pause;
 *   0 for no limit.
 * @returns a function that takes one token of a caller's, or throws Problem rate_limited with
 *   `Retry-After` and the fields of the IETF's RateLimit header draft.
 */
export function rateLimiter(perSecond: number, now: () => number): (caller: string) => void {
  if (perSecond === 0) return () => {};
  const buckets = new Map<string, Bucket>();

  return (caller) => {
    const at = now();
    const before = buckets.get(caller) ?? { tokens: perSecond, at };
    const elapsedS = Math.max(0, at - before.at) / 1000; // A clock set back takes nothing away.
    const tokens = Math.min(perSecond, before.tokens + elapsedS * perSecond);
    const taken = tokens >= whole;
    buckets.delete(caller); // Put back at the end: the first is the one idle longest.
    buckets.set(caller, { tokens: taken ? Math.max(0, tokens - 1) : tokens, at });
    if (buckets.size > callersMax) buckets.delete(buckets.keys().next().value!);
    if (!taken) throw limited(perSecond, Math.max(1, Math.ceil((1 - tokens) / perSecond)));
  };
}

function limited(perSecond: number, retryAfterS: number): Problem {
  const detail = `At most ${perSecond} requests a second are taken; try again a little later.`;
  return new Problem("rate_limited", detail, {
    headers: {
      "Retry-After": String(retryAfterS),
      "RateLimit-Policy": `"default";q=${perSecond};w=1`,
      RateLimit: `"default";r=0;t=${retryAfterS}`,
    },
  });
}
