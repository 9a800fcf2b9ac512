/** What is known of the card or account that pays: earlier attempts with it, and other cards of the same guest. */
import { dayMs } from "../../base/durations.ts";
import type { History, IdentityKind, LinkedKind, Sighting } from "../../storage/port/velocity.ts";
import { velocityLimits } from "../../storage/port/velocity.ts";
import { distinctCounter } from "./distinct.ts";
import { deniedWindows, isDenied, type PastOutcomes, pastOutcomesOf } from "./past-answers.ts";
import { countByWindow, firstSince, type Window, windows } from "./windows.ts";

/** How many different `of` occurred with one card, over a window. */
export const linksOfCard = [
  { of: "email", window: "24h" },
  { of: "email", window: "30d" },
  { of: "name", window: "30d" },
  { of: "phone", window: "30d" },
  { of: "device", window: "30d" },
  { of: "ip", window: "24h" },
  { of: "hotel", window: "24h" },
  { of: "hotel", window: "30d" },
] as const satisfies readonly { of: LinkedKind; window: Window }[];

/** How many different cards occurred with one `by`, over a window. */
export const linkedCards = [
  { by: "email", window: "24h" },
  { by: "email", window: "30d" },
  { by: "phone", window: "24h" },
  { by: "phone", window: "30d" },
  { by: "name", window: "30d" },
  { by: "device", window: "1h" },
  { by: "device", window: "24h" },
  { by: "device", window: "30d" },
  { by: "ip", window: "1h" },
  { by: "ip", window: "24h" },
  { by: "network", window: "24h" },
  { by: "hotel", window: "1h" },
] as const satisfies readonly { by: IdentityKind; window: Window }[];

const countLinks = distinctCounter(linksOfCard.map((link) => ({ ...link, by: "card" })));
const countCards = distinctCounter(linkedCards.map((link) => ({ ...link, of: "card" })));

/** Stored with the decision, so that its features can be recomputed. */
export interface CardFacts {
  /** Earlier attempts by window, in the order of `windowNames`. */
  attempts: number[];
  /** Seconds since the latest earlier attempt; null where there was none in 30 days. */
  sinceLastS: number | null;
  /** Days since the project's first attempt with it, at most 730; 0: this is the first one. */
  firstSeenDays: number;
  /** Different `of`, including this attempt's, in the order of `linksOfCard`; null: it lacks one. */
  distinct: (number | null)[];
  /** Different cards, including this attempt's, in the order of `linkedCards`; null: it lacks a `by`. */
  cards: (number | null)[];
  /** Earlier attempts scored `deniedScore` or higher since the latest genuine guest, by `deniedWindows`. */
  denied: number[];
  /** Null where no outcome was ever reported by then. */
  outcomes: PastOutcomes | null;
}

const noSightings: readonly Sighting[] = [];

/** @param current an attempt with a card. @param history as of the attempt, as `historyFacts` takes it. */
export function cardFacts(
  current: Sighting,
  { sightings, firstSeen, outcomes }: History,
): CardFacts {
  const { at } = current;
  const earlier = sightings.card ?? noSightings;
  const last = earlier.at(-1);
  const firstAt = Math.min(firstSeen.card ?? at, earlier[0]?.at ?? at);
  const endedAt = outcomes?.card?.lastLegitimateAt ?? Number.NEGATIVE_INFINITY;
  const denied =
    earlier.length === 0 ? earlier : earlier.filter((one) => isDenied(one) && one.at > endedAt);
  return {
    attempts: countByWindow(earlier, at),
    sinceLastS: last ? (at - last.at) / 1000 : null,
    firstSeenDays: Math.min(at - firstAt, velocityLimits.firstSeenMaxMs) / dayMs,
    distinct: countLinks(current, sightings),
    cards: countCards(current, sightings),
    denied: deniedWindows.map((window) => denied.length - firstSince(denied, at - windows[window])),
    outcomes: outcomes && pastOutcomesOf(outcomes.card, at),
  };
}
