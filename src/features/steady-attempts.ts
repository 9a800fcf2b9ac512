/** Earlier bookings that stand against denials and reported frauds: a kiosk or an agency has many. */
import { type HistoryFacts, personKinds, windowNames } from "../velocity/facts.ts";

export const parties = {
  person: { kinds: personKinds, name: "e-mail address, phone number or booker reference" },
  device: { kinds: ["device"], name: "device" },
} as const;
export type Party = keyof typeof parties;

const dayPlace = windowNames.indexOf("24h");
const monthPlace = windowNames.indexOf("30d");
/** Whoever has been known for as long is judged by all attempts: a denial is forgotten after a week, too. */
export const knownDays = 7;

/**
 * Attempts by the party that are older than 24 hours and were not denied, of the newest that are read of
 * 30 days: by the identity that has most. Whoever is denied or reported now cannot add to them.
 */
export function steadyAttempts(history: HistoryFacts, party: Party): number {
  return mostOf(history, party, () => false);
}

/**
 * The same, and those that were denied as well where the identity was first seen a week ago or earlier.
 * Otherwise each denial at a busy kiosk would lead to the next, and it would never get out of them.
 */
export function earlierAttempts(history: HistoryFacts, party: Party): number {
  const { firstSeenDays } = history;
  return mostOf(history, party, (kind) => {
    return kind !== "booker" && (firstSeenDays?.[kind] ?? 0) >= knownDays;
  });
}

function mostOf(
  { attempts, denied }: HistoryFacts,
  party: Party,
  countsDenied: (kind: (typeof parties)[Party]["kinds"][number]) => boolean,
): number {
  const [inDay = 0, , inMonth = 0] = denied?.[party] ?? [];
  let most = 0;
  for (const kind of parties[party].kinds) {
    const counts = attempts[kind];
    if (!counts) continue;
    const earlier = counts[monthPlace]! - counts[dayPlace]!;
    most = Math.max(most, countsDenied(kind) ? earlier : earlier - (inMonth - inDay));
  }
  return most;
}
