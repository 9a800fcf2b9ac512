/** Earlier bookings that stand against denials and reported frauds: a kiosk or an agency has many. */
import { type HistoryFacts, personKinds, windowNames } from "../velocity/facts.ts";

export const parties = {
  person: { kinds: personKinds, name: "e-mail address, phone number or booker reference" },
  device: { kinds: ["device"], name: "device" },
} as const;
export type Party = keyof typeof parties;

const dayPlace = windowNames.indexOf("24h");
const monthPlace = windowNames.indexOf("30d");

/**
 * Attempts by the party that are older than 24 hours and were not denied, of the newest that are read of
 * 30 days: by the identity that has most. Whoever is denied or reported now cannot add to them.
 */
export function steadyAttempts({ attempts, denied }: HistoryFacts, party: Party): number {
  let earlier = 0;
  for (const kind of parties[party].kinds) {
    const counts = attempts[kind];
    if (counts) earlier = Math.max(earlier, counts[monthPlace]! - counts[dayPlace]!);
  }
  const [inDay = 0, , inMonth = 0] = denied?.[party] ?? [];
  return Math.max(0, earlier - (inMonth - inDay));
}
