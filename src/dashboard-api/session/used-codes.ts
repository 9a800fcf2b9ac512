/** Codes of the app that let somebody in: each does so once (RFC 6238, section 5.2). */
import { RecentValues } from "../../recent-values.ts";

/** Longer than the library takes a code: the step of 30 s that it is of, and one on either side. */
const validMs = 2 * 60_000;
const rememberedMax = 20_000;

export interface UsedCodes {
  /** Marks a code as used. @returns whether it was before. */
  use(email: string, code: string): boolean;
}

export function usedCodes(now: () => number): UsedCodes {
  const usedAt = new RecentValues<number>(rememberedMax);
  return {
    use(email, code) {
      const name = `${email} ${code}`;
      const before = usedAt.get(name);
      usedAt.set(name, now());
      return before !== undefined && now() - before < validMs;
    },
  };
}
