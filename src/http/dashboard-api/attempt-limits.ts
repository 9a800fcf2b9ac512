/**
 * Limits on guessing secrets, and on signing in: how often one may be tried. Where several copies of the service share a
 * database, they count together, but for what protects the processors of each.
 */

import { minuteMs } from "../../base/durations.ts";
import { RecentValues } from "../../base/recent-values.ts";
import type { AttemptCountStore, AttemptWindow } from "../../storage/port/attempt-counts.ts";
import { callerOf } from "../admission/rate-limit.ts";
import { Problem } from "../problems/problem.ts";

/** The most attempts in a window of time. */
export const attemptLimits = {
  /** From one IP address, or one customer's IPv6 network. */
  address: { most: 30, windowMs: 10 * minuteMs },
  /** From one IP address at one account. */
  account: { most: 10, windowMs: 10 * minuteMs },
  /** At one account, from all unknown browsers together, with the right secret, too. */
  target: { most: 100, windowMs: 60 * minuteMs },
  /** At one account from a browser that was signed in to it before, with the right secret, too. */
  known: { most: 10, windowMs: 10 * minuteMs },
  /** In one session, of its user's own secret. */
  session: { most: 10, windowMs: 10 * minuteMs },
  /** At the second factor of one sign-in. The sign-in library allows fewer. */
  challenge: { most: 10, windowMs: 10 * minuteMs },
  /** With one link: each hashes a password. */
  link: { most: 10, windowMs: 10 * minuteMs },
  /** In all, of what costs this process the hash of a password: from unknown browsers, from known. */
  service: { most: 600, windowMs: minuteMs },
} as const;

const rememberedMax = 100_000;

interface Window {
  count: number;
  endsAt: number;
}

type WindowName = keyof typeof attemptLimits;

/** The right secret counts there as a wrong one does: each sign-in adds a session and an audit entry. */
const withSignIns: ReadonlySet<WindowName> = new Set(["target", "known", "service"]);

/** What is tried. Nobody can use up the attempts of others but those that the keys name. */
export type Attempt =
  /** `device`: of a browser that was signed in to this account before; null: unknown. */
  | { of: "password"; address: string; account: string; device: string | null }
  | { of: "own password"; sessionId: string }
  | { of: "second factor"; address: string; challenge: string }
  | { of: "passkey"; address: string }
  /** Begun when it has been verified, since only then its account is known. */
  | { of: "verified passkey"; account: string; device: string | null }
  | { of: "link"; linkId: string };

export interface AttemptLimits {
  /**
   * Counts an attempt before it is made, so that concurrent attempts are counted, too. One that is
   * refused counts nowhere.
   * @returns a function to call if the secret was right: the attempt then counts as a sign-in only, at
   *   its account, and for the service.
   * @throws Problem rate_limited
   */
  begin(attempt: Attempt): Promise<() => Promise<void>>;
}

/** The windows that an attempt counts in, by name and key. */
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
    case "verified passkey": {
      const { account, device } = attempt;
      return [device === null ? ["target", account] : ["known", `device ${device}`]];
    }
    case "own password":
      return [
        ["session", attempt.sessionId],
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

const windowOf = ([name, key]: [WindowName, string]): AttemptWindow => ({
  name: `${name} ${key}`,
  ...attemptLimits[name],
});

/** @param shared counts what all copies count together; without it, it is counted here. */
export function attemptCounter(now: () => number, shared?: AttemptCountStore): AttemptLimits {
  const here = countsInMemory(now);
  const together = shared ?? here;

  async function count(counts: AttemptCountStore, windows: AttemptWindow[]): Promise<void> {
    const waitMs = await counts.count(windows);
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000));
  }

  return {
    async begin(attempt) {
      const all = windowsOf(attempt);
      const ofService = all.filter(([name]) => name === "service").map(windowOf);
      const others = all.filter(([name]) => name !== "service").map(windowOf);
      await count(here, ofService);
      try {
        await count(together, others);
      } catch (error) {
        await here.takeBack(ofService.map(({ name }) => name));
        throw error;
      }
      const guesses = all.filter(([name]) => !withSignIns.has(name)).map(windowOf);
      // Where it fails, the attempt stays counted.
      return () => together.takeBack(guesses.map(({ name }) => name)).catch(() => {});
    },
  };
}

/** Of this process. Of each kind of window it remembers those that were used last. */
export function countsInMemory(now: () => number): AttemptCountStore {
  const kinds = new Map<string, RecentValues<Window>>();
  const windowsLike = (name: string) => {
    const kind = name.slice(0, name.indexOf(" "));
    const found = kinds.get(kind) ?? new RecentValues<Window>(rememberedMax);
    kinds.set(kind, found);
    return found;
  };

  return {
    async count(windows) {
      const at = now();
      const opened: Window[] = [];
      for (const { name, most, windowMs } of windows) {
        const like = windowsLike(name);
        let window = like.get(name);
        if (!window || window.endsAt <= at) window = { count: 0, endsAt: at + windowMs };
        like.set(name, window);
        if (window.count >= most) return window.endsAt - at;
        opened.push(window);
      }
      for (const window of opened) window.count += 1;
      return 0;
    },

    async takeBack(names) {
      for (const name of names) {
        const window = windowsLike(name).get(name);
        if (window) window.count = Math.max(0, window.count - 1);
      }
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
