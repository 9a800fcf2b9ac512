/** A project's lists: what a person has decided about an identity, whatever the model says. */
import type { AuditRecord } from "./audit.ts";

export const listKinds = ["deny", "allow", "watch"] as const;
export type ListKind = (typeof listKinds)[number];

/**
 * In the order of decision: see `src/risk/order-of-decision.ts`. A pass is in no list that people see: one
 * attempt of its guest uses it.
 */
export const entryKinds = ["pass", ...listKinds] as const;
export type EntryKind = (typeof entryKinds)[number];

export const listTypes = ["email", "domain", "phone", "booker", "device", "ip"] as const;
export type ListType = (typeof listTypes)[number];

export interface NewListEntry {
  id: string;
  projectId: string;
  kind: EntryKind;
  type: ListType;
  /**
   * As it is compared: an address in lower case, a phone in E.164, a network as `203.0.113.0/24`. Empty where its
   * guest was erased and the entry was kept.
   */
  value: string;
  /** The number of the value, by which an attempt is compared with all entries at once. */
  identity: number;
  /** Of a network, its family and the length of its prefix, such as `4/24`; null for all else. */
  network: string | null;
  /** Of an entry whose guest was erased: the key of `erasedNumber`, which is its number; null for all else. */
  hashKey: string | null;
  reason: string;
  /** The decision that it was added from; null where there is none. */
  decisionId: string | null;
  createdBy: string;
  createdAt: number;
  /** From then on it does not apply, Unix ms; null: until it is archived. */
  expiresAt: number | null;
  /** Of the watch list: whether attempts that it marks go to review. */
  review: boolean;
}

/** An entry never changes but for being archived, and is never deleted unless its guest is erased. */
export interface ListEntryRecord extends NewListEntry {
  /** The version of the project's lists that it was added with: 1 for the first. */
  version: number;
  archivedBy: string | null;
  archivedAt: number | null;
}

/** What is read of every entry. */
export type ListedIdentity = Pick<
  ListEntryRecord,
  "id" | "version" | "identity" | "network" | "hashKey" | "archivedAt"
>;

/** An entry that applied to a decision, as it is stored with the decision. */
export interface ListMatch extends Pick<ListEntryRecord, "kind" | "version"> {
  entryId: string;
  /** Where it sends the decision to review. */
  review?: true;
}

/** A place in the order of a project's entries, which is that of their addition. */
export type ListPlace = Pick<ListEntryRecord, "version" | "id">;

export interface ListPage {
  kind: ListKind;
  /** Only entries with one of these numbers; null: all. */
  identities: readonly number[] | null;
  /** Archived ones instead of the others. */
  archived: boolean;
  /** Those before this one; null from the newest. */
  before: ListPlace | null;
  limit: number;
}

export interface ListStore {
  /**
   * Adds entries of one project, which get the next version of its lists, and apply to each request
   * that arrives from then on. One whose value is already in the same list, neither archived nor
   * expired, is not added. The audit entry is written by the same commit, unless nothing was added.
   * @returns for each entry the ID of the one that is in the list; its own where it was added.
   */
  add(entries: readonly NewListEntry[], audit: AuditRecord): Promise<string[]>;
  /** @returns whether it was archived now: false for one that was, and for an unknown one. */
  archive(
    projectId: string,
    id: string,
    by: { actor: string; at: number },
    audit: AuditRecord,
  ): Promise<boolean>;
  find(projectId: string, id: string): Promise<ListEntryRecord | null>;
  /** Newest first. */
  page(projectId: string, page: ListPage): Promise<ListEntryRecord[]>;
  /** Entries that are not archived, counted up to `max`. */
  counts(projectId: string, max: number): Promise<Record<ListKind, number>>;
  /** All entries with these numbers, archived ones too, oldest first. */
  withIdentities(projectId: string, identities: readonly number[]): Promise<ListEntryRecord[]>;
  /** The projects whose lists have entries. */
  projects(): Promise<{ projectId: string; version: number }[]>;
  /** All entries in the order of their addition, those after a place. */
  identitiesAfter(projectId: string, after: ListPlace, limit: number): Promise<ListedIdentity[]>;
  /** Deletes all entries with this number that were added until then, Unix ms. @returns how many. */
  erase(projectId: string, identity: number, until: number): Promise<number>;
}

/** Entries that are read at a time: SQLite answers in some milliseconds, in which nothing else is done. */
const pageEntries = 5000;
/** After every identifier of an entry. */
const lastId = "~";

/** The entries of a project that were added after a version of its lists, in the order of their addition, in pages. */
export async function* entriesAfter(
  lists: Pick<ListStore, "identitiesAfter">,
  projectId: string,
  version: number,
): AsyncGenerator<ListedIdentity[]> {
  let place: ListPlace = { version, id: lastId };
  for (;;) {
    const page = await lists.identitiesAfter(projectId, place, pageEntries);
    if (page.length > 0) yield page;
    if (page.length < pageEntries) return;
    place = page.at(-1)!;
  }
}
