/** The attempt and the features of a stored decision, recomputed from what is stored with it alone. */
import type { NetworkFacts } from "../attempt/geoip/facts.ts";
import type { RiskRequest } from "../attempt/request/risk-request.ts";
import { type CollectionFacts, unknownFacts } from "../attempt/telemetry/summary.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import {
  firstSeenKinds,
  type HotelDays,
  identityKinds,
  outcomeKinds,
} from "../storage/port/velocity.ts";
import { type Attempt, type FeatureVector, featureNames, featureVector } from "./features/index.ts";
import { linking } from "./features/linking.ts";
import { amountKinds } from "./velocity/amounts.ts";
import type { CardFacts } from "./velocity/cards.ts";
import {
  burstKinds,
  type DayTabs,
  type DeniedCounts,
  type HistoryFacts,
  type HourTabs,
  overlapKinds,
  ownBurstKinds,
  type PartyWindow,
  type Replays,
  type SeenTabs,
} from "./velocity/facts.ts";

export type RecomputedFrom = Pick<DecisionRecord, "decidedAt" | "request" | "evidence">;

/** The stored `evidence`; a decision of an older version may lack any member. */
interface StoredEvidence {
  collection?: Partial<CollectionFacts> | null;
  network?: Partial<NetworkFacts> | null;
  history?: StoredHistory | null;
  /** Present where the device was one of the project's kiosks. The history says what follows from it. */
  kiosk?: true;
}
type StoredHistory = { [Name in keyof HistoryFacts]?: Partial<HistoryFacts[Name]> | null };

/**
 * The features of the current catalogue, from the stored request and evidence alone, without a read
 * or a clock. For a decision of this version they are bit for bit those that were served. What an
 * older version did not store is null, and the features of it alone are missing.
 *
 * @param names the feature names of the decision's set, which identify the links that an older
 *   version counted; without them those links are unknown.
 */
export function recomputed(
  record: RecomputedFrom,
  names: readonly string[] = featureNames,
): { attempt: Attempt; features: FeatureVector } {
  const attempt = storedAttempt(record, names);
  return { attempt, features: featureVector(attempt) };
}

/** @throws SyntaxError where the stored texts are not JSON. */
function storedAttempt(
  { decidedAt, request, evidence }: RecomputedFrom,
  names: readonly string[],
): Attempt {
  const { collection, network, history } = JSON.parse(evidence) as StoredEvidence;
  return {
    at: decidedAt,
    request: JSON.parse(request) as RiskRequest,
    collection: collection ? ({ ...unknownFacts, ...collection } as CollectionFacts) : null,
    network: network ? ({ ...unknownNetwork, ...network } as NetworkFacts) : null,
    history: wholeHistory(history ?? {}, names),
  };
}

/** Whether a stored decision was made at a kiosk. @throws SyntaxError as `recomputed` does. */
export function wasAtKiosk({ evidence }: Pick<RecomputedFrom, "evidence">): boolean {
  return (JSON.parse(evidence) as StoredEvidence).kiosk === true;
}

const unknownNetwork: NetworkFacts = {
  country: null,
  timeZone: null,
  asn: null,
  kind: null,
  anonymous: null,
};

const noDenials = { person: [], device: null, ip: null };

function wholeHistory(stored: StoredHistory, names: readonly string[]): HistoryFacts {
  const { outcomes, seenTabs, firstSeenDays, hourTabs, dayTabs, sinceOldestS } = stored;
  const { ownSinceOldestS, parties, denied, replays, card, amounts, days } = stored;
  return {
    attempts: byKind(identityKinds, stored.attempts),
    sinceLastS: byKind(identityKinds, stored.sinceLastS),
    ...(firstSeenDays && { firstSeenDays: byKind(firstSeenKinds, firstSeenDays) }),
    distinct: countsByName(linkName, stored.distinct, names),
    lookAlike: countsByName(lookAlikeName, stored.lookAlike, names),
    ...(seenTabs && { seenTabs: seenTabs as SeenTabs }),
    ...(hourTabs && { hourTabs: hourTabs as HourTabs }),
    ...(dayTabs && { dayTabs: dayTabs as DayTabs }),
    ...(sinceOldestS && { sinceOldestS: byKind(burstKinds, sinceOldestS) }),
    ...(ownSinceOldestS && { ownSinceOldestS: byKind(ownBurstKinds, ownSinceOldestS) }),
    ...(parties && { parties: parties as Record<PartyWindow, number> }),
    ...(denied && { denied: { ...noDenials, ...denied } as DeniedCounts }),
    ...(replays !== undefined && { replays: replays as Replays | null }),
    overlapping: byKind(overlapKinds, stored.overlapping),
    outcomes: outcomes ? byKind(outcomeKinds, outcomes) : null,
    ...(card && { card: card as CardFacts }),
    ...(amounts && { amounts: byKind(amountKinds, amounts) }),
    ...(days && { days: days as HotelDays }),
  };
}

/** Features that count linked identities have names such as `emails_per_device_24h`; those of cards are stored apart. */
const linkName = /^(?!cards_)[a-z]+_per_(?!card_)[a-z]+_[0-9]+[mhd]$/;
const lookAlikeName = /^look_alikes_per_/;

/** Counts are stored in the order in which the catalogue of that version had such features. */
function countsByName(
  pattern: RegExp,
  stored: readonly unknown[] | null | undefined,
  names: readonly string[],
): (number | null)[] {
  const then = names.filter((name) => pattern.test(name));
  const counts = stored?.length === then.length ? stored : [];
  const now = linking.filter(({ name }) => pattern.test(name));
  return now.map(({ name }) => (counts[then.indexOf(name)] as number | null | undefined) ?? null);
}

function byKind<Kind extends string, Value>(
  kinds: readonly Kind[],
  stored: Partial<Record<Kind, Value | null>> | null | undefined,
): Record<Kind, Value | null> {
  return Object.fromEntries(kinds.map((kind) => [kind, stored?.[kind] ?? null])) as Record<
    Kind,
    Value | null
  >;
}
