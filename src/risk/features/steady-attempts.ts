/** Earlier bookings that stand against denials and reported frauds: a kiosk or an agency has many. */
import { velocityLimits } from "../../storage/port/velocity.ts";
import { deniedScore, type HistoryFacts, personKinds, windowNames } from "../velocity/facts.ts";

export const parties = {
  person: { kinds: personKinds, name: "e-mail address, phone number or booker reference" },
  device: { kinds: ["device"], name: "device" },
} as const;
export type Party = keyof typeof parties;

const dayPlace = windowNames.indexOf("24h");
const weekPlace = windowNames.indexOf("7d");
const monthPlace = windowNames.indexOf("30d");
/** Whoever has been known for as long is judged by all attempts: a denial is forgotten after a week, too. */
export const knownDays = 7;

/** How many attempts by one identity stand against denials or frauds. */
type Counted = (kind: PartyKind, older: Older) => number;
type PartyKind = (typeof parties)[Party]["kinds"][number];

/** Attempts by one identity that are older than 24 hours and 7 days, and those denied of the former. */
interface Older {
  day: number;
  week: number;
  deniedDay: number;
  /** There are as many as are ever read, so there may be older ones. */
  isCapped: boolean;
}

/**
 * Attempts by the party that are older than 24 hours and were not denied, of the newest that are read of
 * 30 days: by the identity that has most. Whoever is denied or reported now cannot add to them.
 */
export function steadyAttempts(history: HistoryFacts, party: Party): number {
  return mostOf(history, party, (_, older) => older.day - older.deniedDay);
}

/** What `steadyAttempts` counts, in words. */
export const steadyText = (party: Party): string =>
  `the attempts that are older than 24 hours and scored below ${deniedScore}, of the newest ${velocityLimits.sightingsPerIdentity} in the last 30 days with the same ${parties[party].name}: by the identity that has most`;

/**
 * The same, and those that were denied as well where the identity was first seen a week ago or earlier.
 * Otherwise each denial at a busy kiosk would lead to the next, and it would never get out of them.
 */
export function earlierAttempts(history: HistoryFacts, party: Party): number {
  return mostOf(history, party, earlierOf(history));
}

/**
 * Attempts that are older than a week, whatever their answer: what is done while a denial counts cannot
 * add to them. Of an identity that is so busy that a week of it is not read, those of `earlierAttempts`.
 */
export function attemptsBeforeWeek(history: HistoryFacts, party: Party): number {
  const earlier = earlierOf(history);
  return mostOf(history, party, (kind, older) =>
    older.isCapped ? Math.max(older.week, earlier(kind, older)) : older.week,
  );
}

function earlierOf({ firstSeenDays }: HistoryFacts): Counted {
  return (kind, { day, deniedDay }) => {
    const isKnown = kind !== "booker" && (firstSeenDays?.[kind] ?? 0) >= knownDays;
    return isKnown ? day : day - deniedDay;
  };
}

function mostOf({ attempts, denied }: HistoryFacts, party: Party, counted: Counted): number {
  const [inDay = 0, , inMonth = 0] = denied?.[party] ?? [];
  let most = 0;
  for (const kind of parties[party].kinds) {
    const counts = attempts[kind];
    if (!counts) continue;
    const month = counts[monthPlace]!;
    const own = counted(kind, {
      day: month - counts[dayPlace]!,
      week: month - counts[weekPlace]!,
      deniedDay: inMonth - inDay,
      isCapped: month === velocityLimits.sightingsPerIdentity,
    });
    most = Math.max(most, own);
  }
  return most;
}
