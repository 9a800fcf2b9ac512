/** An attempt as a merchant without the browser script would have sent it. */
import type { IdentityKind, LinkedKind } from "../storage/port/velocity.ts";
import type { Attempt } from "./features/index.ts";
import { type CardFacts, linkedCards, linksOfCard } from "./velocity/cards.ts";
import { type HistoryFacts, links, lookAlikes, windowNames } from "./velocity/facts.ts";

/** Identities that only the browser script sees. */
const unseen: readonly LinkedKind[] = ["device", "ip", "network", "collection", "look"];

/**
 * The same attempt without its collection, without the GeoIP facts of the collection's address, and
 * without what is counted by device, address or tab. At such a merchant no earlier attempt had a tab
 * either. The counts by e-mail address, phone, name, domain and hotel stay as they were.
 */
export function withoutTelemetry({ at, request, history }: Attempt): Attempt {
  const { collectionId: _, ...sent } = request;
  return { at, request: sent, collection: null, network: null, history: unseenHistory(history) };
}

function unseenHistory(history: HistoryFacts): HistoryFacts {
  const { seenTabs, hourTabs, dayTabs, attempts, lookAlike, firstSeenDays, outcomes, denied } =
    history;
  return {
    ...history,
    attempts: withoutUnseen(attempts),
    sinceLastS: withoutUnseen(history.sinceLastS),
    distinct: history.distinct.map((count, i) => {
      const link: { of: LinkedKind; by: LinkedKind } | undefined = links[i];
      return link && (unseen.includes(link.of) || unseen.includes(link.by)) ? null : count;
    }),
    ...(lookAlike && { lookAlike: lookAlikes.map(() => null) }),
    ...(seenTabs && { seenTabs: noTabs(seenTabs.attempts, attempts) }),
    // Those with a tab and for the same nights were not counted: this is the least that it would be.
    ...(hourTabs && { hourTabs: { ...hourTabs, seen: 0 } }),
    ...(dayTabs && { dayTabs: { seen: 0, unseen: dayTabs.seen + dayTabs.unseen } }),
    ...(history.sinceOldestS && { sinceOldestS: withoutUnseen(history.sinceOldestS) }),
    ...(history.ownSinceOldestS && { ownSinceOldestS: withoutUnseen(history.ownSinceOldestS) }),
    ...(history.parties && { parties: null }),
    ...(history.replays && { replays: null }),
    // Denials whose second trait in common is the device stay counted: this is the most that it would be.
    ...(denied && { denied: { ...denied, device: null, ip: null } }),
    ...(firstSeenDays && { firstSeenDays: withoutUnseen(firstSeenDays) }),
    overlapping: withoutUnseen(history.overlapping),
    outcomes: outcomes && withoutUnseen(outcomes),
    ...(history.card && { card: unseenCard(history.card) }),
  };
}

function unseenCard(card: CardFacts): CardFacts {
  const kept = (count: number | null, kind: LinkedKind | undefined) =>
    kind === undefined || unseen.includes(kind) ? null : count;
  return {
    ...card,
    distinct: card.distinct.map((count, i) => kept(count, linksOfCard[i]?.of)),
    cards: card.cards.map((count, i) => kept(count, linkedCards[i]?.by)),
  };
}

function noTabs(
  count: number,
  attempts: Record<IdentityKind, number[] | null>,
): NonNullable<HistoryFacts["seenTabs"]> {
  const lastHour = attempts.hotel?.[windowNames.indexOf("1h")] ?? 0;
  return { attempts: count, seen: 0, unseen1h: lastHour };
}

function withoutUnseen<Kind extends LinkedKind, Value>(
  by: Record<Kind, Value | null>,
): Record<Kind, Value | null> {
  const entries = Object.entries(by) as [Kind, Value | null][];
  return Object.fromEntries(
    entries.map(([kind, value]) => [kind, unseen.includes(kind) ? null : value]),
  ) as Record<Kind, Value | null>;
}
