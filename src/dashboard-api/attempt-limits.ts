/** How often a secret may be tried: by whom, for whom, and by all together. */

import { Problem } from "../http/problem.ts";
import { callerOf } from "../http/rate-limit.ts";
import { RecentValues } from "../recent-values.ts";

const minuteMs = 60_000;

/** Attempts in a window of time, and those remembered at once. */
export const attemptLimits = {
  /** Of one address, or one customer's network. */
  address: { most: 30, windowMs: 10 * minuteMs },
  /** Of one address at one account. */
  account: { most: 10, windowMs: 10 * minuteMs },
  /** Of everybody at one account: what many addresses can try together. */
  target: { most: 100, windowMs: 60 * minuteMs },
  /** Of everybody: each costs the service a password's hash. */
  service: { most: 600, windowMs: minuteMs },
} as const;

const rememberedMax = 100_000;

interface Window {
  count: number;
  endsAt: number;
}

export interface AttemptLimits {
  /**
   * Counts an attempt before it is made, so that many at once cannot slip through.
   * @returns a function that takes it back from all but the service's count: it was the right secret.
   * @throws Problem rate_limited
   */
  begin(address: string, account: string): () => void;
}

export function attemptCounter(now: () => number): AttemptLimits {
  const names = Object.keys(attemptLimits) as (keyof typeof attemptLimits)[];
  const windows = Object.fromEntries(
    names.map((name) => [name, new RecentValues<Window>(rememberedMax)]),
  ) as Record<(typeof names)[number], RecentValues<Window>>;

  function take(name: (typeof names)[number], who: string): Window {
    const { most, windowMs } = attemptLimits[name];
    const at = now();
    let window = windows[name].get(who);
    if (!window || window.endsAt <= at) window = { count: 0, endsAt: at + windowMs };
    windows[name].set(who, window);
    if (window.count >= most) throw tooMany(Math.ceil((window.endsAt - at) / 1000));
    window.count += 1;
    return window;
  }

  return {
    begin(address, account) {
      const caller = callerOf(address);
      take("service", "");
      const counted = [
        take("address", caller),
        take("account", `${caller} ${account}`),
        take("target", account),
      ];
      return () => {
        for (const window of counted) window.count = Math.max(0, window.count - 1);
      };
    },
  };
}

function tooMany(retryAfterS: number): Problem {
  const minutes = Math.ceil(retryAfterS / 60);
  const wait = minutes > 1 ? `${minutes} minutes` : "a minute";
  return new Problem("rate_limited", `Too many attempts; try again in ${wait}.`, {
    headers: { "Retry-After": String(retryAfterS) },
  });
}
