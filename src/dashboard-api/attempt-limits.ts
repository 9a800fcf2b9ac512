/** Limits on guessing secrets: how often one may be tried. */

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
  /** At one account, from all unknown browsers together. */
  target: { most: 100, windowMs: 60 * minuteMs },
  /** At one account from a browser that was signed in to it before, or in one session. */
  known: { most: 10, windowMs: 10 * minuteMs },
  /** At the second factor of one sign-in. The sign-in library allows fewer. */
  challenge: { most: 10, windowMs: 10 * minuteMs },
  /** With one link: each hashes a password. */
  link: { most: 10, windowMs: 10 * minuteMs },
  /** In all, of what costs the service the hash of a password: from unknown browsers, from known. */
  service: { most: 600, windowMs: minuteMs },
} as const;

const rememberedMax = 100_000;

interface Window {
  count: number;
  endsAt: number;
}

type WindowName = keyof typeof attemptLimits;

/** What is tried. Nobody can use up the attempts of others but those that the keys name. */
export type Attempt =
  /** `device`: of a browser that was signed in to this account before; null: unknown. */
  | { of: "password"; address: string; account: string; device: string | null }
  | { of: "own password"; sessionId: string }
  | { of: "second factor"; address: string; challenge: string }
  | { of: "passkey"; address: string }
  | { of: "link"; linkId: string };

export interface AttemptLimits {
  /**
   * Counts an attempt before it is made, so that concurrent attempts are counted, too. One that is
   * refused counts nowhere.
   * @returns a function to call if the secret was right: the attempt then counts only for the service.
   * @throws Problem rate_limited
   */
  begin(attempt: Attempt): () => void;
}

/** The windows that an attempt counts in, by name and key; the service's is the last. */
function windowsOf(attempt: Attempt): [WindowName, string][] {
  switch (attempt.of) {
    case "password": {
      const { account, device } = attempt;
      if (device !== null) {
        return [
          ["known", `device ${device}`],
          ["service", "known"],
        ];
      }
      const caller = callerOf(attempt.address);
      return [
        ["address", caller],
        ["account", `${caller} ${account}`],
        ["target", account],
        ["service", "unknown"],
      ];
    }
    case "own password":
      return [
        ["known", `session ${attempt.sessionId}`],
        ["service", "known"],
      ];
    case "second factor":
      return [
        ["address", callerOf(attempt.address)],
        ["challenge", attempt.challenge],
      ];
    case "passkey":
      return [["address", callerOf(attempt.address)]];
    case "link":
      return [
        ["link", attempt.linkId],
        ["service", "known"],
      ];
  }
}

export function attemptCounter(now: () => number): AttemptLimits {
  const names = Object.keys(attemptLimits) as WindowName[];
  const windows = Object.fromEntries(
    names.map((name) => [name, new RecentValues<Window>(rememberedMax)]),
  ) as Record<WindowName, RecentValues<Window>>;

  function open(name: WindowName, key: string): Window {
    const { most, windowMs } = attemptLimits[name];
    const at = now();
    let window = windows[name].get(key);
    if (!window || window.endsAt <= at) window = { count: 0, endsAt: at + windowMs };
    windows[name].set(key, window);
    if (window.count >= most) throw tooMany(Math.ceil((window.endsAt - at) / 1000));
    return window;
  }

  return {
    begin(attempt) {
      const opened = windowsOf(attempt).map(([name, key]) => ({ name, window: open(name, key) }));
      for (const { window } of opened) window.count += 1;
      return () => {
        for (const { name, window } of opened) {
          if (name !== "service") window.count = Math.max(0, window.count - 1);
        }
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
