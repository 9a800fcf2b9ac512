/** Limits on guessing secrets: how often one may be tried, and that a code works once. */

import { Problem } from "../http/problem.ts";
import { callerOf } from "../http/rate-limit.ts";
import { RecentValues } from "../recent-values.ts";

const minuteMs = 60_000;

/** The most attempts in a window of time. */
export const attemptLimits = {
  /** From one IP address, or one customer's IPv6 network. */
  address: { most: 30, windowMs: 10 * minuteMs },
  /** From one IP address at one account. */
  account: { most: 10, windowMs: 10 * minuteMs },
  /** At one account, from all addresses together. */
  target: { most: 100, windowMs: 60 * minuteMs },
  /** In all: each costs the service the hash of a password. */
  service: { most: 600, windowMs: minuteMs },
} as const;

const rememberedMax = 100_000;

interface Window {
  count: number;
  endsAt: number;
}

export interface AttemptLimits {
  /**
   * Counts an attempt before it is made, so that concurrent attempts are counted, too.
   * @returns a function to call if the secret was right: the attempt then counts only for the service.
   * @throws Problem rate_limited
   */
  begin(address: string, account: string): () => void;
}

export function attemptCounter(now: () => number): AttemptLimits {
  const names = Object.keys(attemptLimits) as (keyof typeof attemptLimits)[];
  const windows = Object.fromEntries(
    names.map((name) => [name, new RecentValues<Window>(rememberedMax)]),
  ) as Record<(typeof names)[number], RecentValues<Window>>;

  function take(name: (typeof names)[number], key: string): Window {
    const { most, windowMs } = attemptLimits[name];
    const at = now();
    let window = windows[name].get(key);
    if (!window || window.endsAt <= at) window = { count: 0, endsAt: at + windowMs };
    windows[name].set(key, window);
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
  return new Problem("rate_limited", `Too many attempts. Try again in ${wait}.`, {
    headers: { "Retry-After": String(retryAfterS) },
  });
}

/** Longer than the library accepts a code: its own step of 30 s, and one before and after it. */
const codeValidMs = 2 * 60_000;
const codesMax = 20_000;

/** The app's codes that signed a user in. Each may do so once (RFC 6238, section 5.2). */
export interface UsedCodes {
  /** Marks a code as used. @returns whether it was used before. */
  use(email: string, code: string): boolean;
}

export function usedCodes(now: () => number): UsedCodes {
  const usedAt = new RecentValues<number>(codesMax);
  return {
    use(email, code) {
      const name = `${email} ${code}`;
      const before = usedAt.get(name);
      usedAt.set(name, now());
      return before !== undefined && now() - before < codeValidMs;
    },
  };
}
