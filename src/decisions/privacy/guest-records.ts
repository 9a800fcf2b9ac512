/** What is stored of a guest: what an export has, and what an erasure deletes. */
import { EventLoopShare } from "../../base/event-loop-share.ts";
import { isoTime } from "../../base/iso-time.ts";
import { getProject } from "../../projects/projects.ts";
import { identityOfText } from "../../risk/velocity/identities.ts";
import type { ListEntryRecord } from "../../storage/port/lists.ts";
import type { Store } from "../../storage/port/store.ts";
import { canBeKept, listedNumbers } from "../lists/kept-entries.ts";
import { type ListEntry, listEntry } from "../lists/lists.ts";
import type { Guest } from "./guest.ts";
import { visitsOf } from "./visits.ts";

interface RecordsDeps {
  store: Pick<Store, "guests">;
  now: () => number;
}

export interface GuestRecords {
  /** Of decisions, oldest first. */
  ids: string[];
  /** Of the visits with and without a decision, also of those that sent nothing. */
  visits: string[];
  /** When the first and the last of these decisions were made, Unix ms; null: there are none. */
  oldestAt: number | null;
  newestAt: number | null;
  /** There are more decisions than these. */
  more: boolean;
}

/** As far as they are indexed. @param limit decisions at most. */
export async function guestRecords(
  { store: { guests }, now }: RecordsDeps,
  { projectId, kind, identity }: Guest,
  limit: number,
): Promise<GuestRecords> {
  const { undecided, decided } = await visitsOf(guests, {
    projectId,
    kind,
    identities: [identity],
    until: now(),
    isSought: (deviceId) => identityOfText(projectId, "device", deviceId) === identity,
  });
  const found = await guests.find(projectId, identity, null, limit + 1);
  for (const visit of decided) {
    found.push(...(await guests.find(projectId, visit, null, limit + 1)));
  }
  found.sort((a, b) => a.at - b.at || a.tie - b.tie);
  const stored = new Map(found.flatMap((one) => (one.id === null ? [] : [[one.id, one]])));
  const ids = [...stored.keys()].slice(0, limit);
  const places = ids.map((id) => stored.get(id)!);
  const visits = new Set([...places.flatMap((one) => one.collectionId ?? []), ...undecided]);
  return {
    ids,
    visits: [...visits],
    more: stored.size > ids.length,
    oldestAt: places[0]?.at ?? null,
    newestAt: places.at(-1)?.at ?? null,
  };
}

/** What an erasure would delete now. Times are ISO 8601. */
export interface StoredOfGuest {
  decisions: number;
  /** There are more decisions: neither they nor their visits are counted. */
  more: boolean;
  oldestAt: string | null;
  newestAt: string | null;
  visits: number;
  /** Entries of the project's lists that hold the guest, archived ones and those of earlier erasures too. */
  listEntries: (ListEntry & { canBeKept: boolean })[];
}

/** Decisions that are counted. */
const countedDecisions = 1000;

/** Visits that one query counts. */
const visitsAtOnce = 200;

/** Of all counts together. */
const share = new EventLoopShare({ perTurn: 1, perMs: 1 });

/** @throws DomainError project_not_found */
export async function countStored(
  { store, now }: { store: Store; now: () => number },
  guest: Guest,
): Promise<StoredOfGuest> {
  const { projectId } = guest;
  await getProject(store, projectId);
  await store.guests.index();
  const records = await guestRecords({ store, now }, guest, countedDecisions);
  let visits = 0;
  for (let from = 0; from < records.visits.length; from += visitsAtOnce) {
    await share.turn();
    const ids = records.visits.slice(from, from + visitsAtOnce);
    visits += await store.collections.count(projectId, ids);
  }
  return {
    decisions: records.ids.length,
    more: records.more,
    visits,
    oldestAt: isoTime(records.oldestAt),
    newestAt: isoTime(records.newestAt),
    listEntries: (await entriesOfGuest(store, guest)).map((entry) => ({
      ...listEntry(entry),
      canBeKept: canBeKept(entry, now()),
    })),
  };
}

/** Entries of the project's lists that hold a guest, archived ones and those of earlier erasures too, oldest first. */
export async function entriesOfGuest(
  store: Pick<Store, "lists" | "erasures">,
  { projectId, identity }: Guest,
): Promise<ListEntryRecord[]> {
  const numbers = await listedNumbers(store, projectId, [identity]);
  return store.lists.withIdentities(projectId, numbers);
}
