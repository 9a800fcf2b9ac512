/** Velocity and linking in numbers: how often, and with how many others, as of the attempt. */
import {
  historyLimits,
  type IdentityKind,
  identityKinds,
  type Sighting,
  type Sightings,
} from "../storage/store.ts";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The windows that attempts are counted over, each ending at the attempt. */
export const windows = {
  "10m": 10 * minuteMs,
  "1h": hourMs,
  "24h": dayMs,
  "7d": 7 * dayMs,
  "30d": historyLimits.windowMs,
} as const;
export type Window = keyof typeof windows;
export const windowNames = Object.keys(windows) as Window[];

/** What is counted apart: how many different `of` were seen with one `by`, over a window. */
export const links = [
  { of: "email", by: "device", window: "24h" },
  { of: "email", by: "device", window: "30d" },
  { of: "name", by: "device", window: "30d" },
  { of: "phone", by: "device", window: "30d" },
  { of: "hotel", by: "device", window: "24h" },
  { of: "email", by: "ip", window: "1h" },
  { of: "email", by: "ip", window: "24h" },
  { of: "device", by: "ip", window: "24h" },
  { of: "name", by: "email", window: "30d" },
  { of: "phone", by: "email", window: "30d" },
  { of: "device", by: "email", window: "30d" },
  { of: "ip", by: "email", window: "24h" },
  { of: "hotel", by: "email", window: "24h" },
  { of: "email", by: "phone", window: "30d" },
  { of: "name", by: "phone", window: "30d" },
  { of: "email", by: "name", window: "30d" },
  { of: "email", by: "booker", window: "30d" },
  { of: "device", by: "booker", window: "30d" },
] as const satisfies readonly { of: IdentityKind; by: IdentityKind; window: Window }[];

/** Stored with the decision, so that its features can be computed again. */
export interface HistoryFacts {
  /** Earlier attempts by identity and window, in the order of `windowNames`; null: no identity. */
  attempts: Record<IdentityKind, number[] | null>;
  /** Seconds since the identity's latest earlier attempt; null where there was none. */
  sinceLastS: Record<IdentityKind, number | null>;
  /** Different identities, this attempt's own included, in the order of `links`; null: no `by`. */
  distinct: (number | null)[];
}

/**
 * Counts the earlier attempts.
 *
 * @param current the attempt itself, which is not among the sightings.
 * @param sightings as of the attempt: nothing later, nothing older than 30 days.
 */
export function historyFacts(current: Sighting, sightings: Sightings): HistoryFacts {
  const attempts = {} as HistoryFacts["attempts"];
  const sinceLastS = {} as HistoryFacts["sinceLastS"];
  for (const kind of identityKinds) {
    const earlier = current.linked[kind] === null ? null : (sightings[kind] ?? []);
    attempts[kind] = earlier && countByWindow(earlier, current.at);
    const last = earlier?.at(-1);
    sinceLastS[kind] = last ? (current.at - last.at) / 1000 : null;
  }
  const distinct = links.map(({ of, by, window }) => {
    if (current.linked[by] === null) return null;
    return countDistinct(sightings[by] ?? [], of, current, current.at - windows[window]);
  });
  return { attempts, sinceLastS, distinct };
}

/** How many of the sightings, which are in order of time, lie in each window. */
function countByWindow(earlier: readonly Sighting[], at: number): number[] {
  return windowNames.map((window) => earlier.length - firstSince(earlier, at - windows[window]));
}

function countDistinct(
  earlier: readonly Sighting[],
  of: IdentityKind,
  current: Sighting,
  sinceMs: number,
): number {
  const seen = new Set<number>();
  if (current.linked[of] !== null) seen.add(current.linked[of]);
  for (let i = firstSince(earlier, sinceMs); i < earlier.length; i++) {
    const identity = earlier[i]!.linked[of];
    if (identity !== null) seen.add(identity);
  }
  return seen.size;
}

/** Index of the first sighting at or after a time, by bisection. */
function firstSince(earlier: readonly Sighting[], sinceMs: number): number {
  let low = 0;
  let high = earlier.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (earlier[middle]!.at < sinceMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
