/** A project's lists: what accounts, operators and merchants' servers do with them. */
import { DomainError, invalidInput } from "../../base/domain-error.ts";
import { isoTime } from "../../base/iso-time.ts";
import { getProject } from "../../projects/projects.ts";
import { controlEvent } from "../../projects/webhooks/event.ts";
import type { EventData } from "../../projects/webhooks/event-types.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import type {
  ListEntryRecord,
  ListKind,
  ListPlace,
  NewListEntry,
} from "../../storage/port/lists.ts";
import type { Store } from "../../storage/port/store.ts";
import { newEntryId } from "./entry-id.ts";
import { type EntryInput, readEntry, typedValues } from "./entry-input.ts";
import { listedNumbers } from "./kept-entries.ts";
import { listLimits } from "./limits.ts";

export interface ListDeps {
  store: Pick<Store, "lists" | "projects" | "decisions" | "erasures">;
  now: () => number;
}

/** An entry as it is shown. Times are ISO 8601. */
export interface ListEntry {
  entryId: string;
  kind: string;
  type: string;
  /** As attempts are compared with it: the guest's, or a network's. Empty: the guest was erased, a keyed hash is left. */
  value: string;
  reason: string;
  /** The decision that it was added from; null where there is none. */
  decisionId: string | null;
  /** The version that the project's lists had with it. */
  listsVersion: number;
  createdBy: string;
  createdAt: string;
  /** From then on it does not apply; null: until it is archived. */
  expiresAt: string | null;
  archivedBy: string | null;
  archivedAt: string | null;
  /** Of the list watch: whether bookings that it marks go to review. */
  review: boolean;
}

/**
 * It applies to every request that arrives after the answer, on every copy of the service.
 * @throws DomainError invalid_input, project_not_found, decision_not_found, list_entry_exists
 */
export async function addListEntry(
  deps: ListDeps,
  actor: Actor,
  input: EntryInput & { projectId: string },
): Promise<ListEntry> {
  const { store } = deps;
  const entry = newEntry(deps, actor, input);
  const { id, projectId, kind, type, decisionId } = entry;
  await getProject(store, projectId);
  if (decisionId !== null && !(await store.decisions.find(projectId, decisionId))) {
    throw new DomainError("decision_not_found", { decisionId });
  }
  const expiresAt = isoTime(entry.expiresAt);
  const audit = auditEntry(actor, entry.createdAt, "list.add", {
    subject: id,
    projectId,
    detail: { kind, type, expiresAt, decisionId },
    event: listEvent(projectId, entry.createdAt, { change: "added", list: kind, entryId: id }),
  });
  const [listed] = await store.lists.add([entry], audit);
  if (listed !== id) throw new DomainError("list_entry_exists", { entryId: listed! });
  return listEntry((await store.lists.find(projectId, id))!);
}

/**
 * As `addListEntry`, for callers that repeat a request: a value that is in the list already stays as it is.
 * @returns the entry that is in the list.
 * @throws DomainError invalid_input, project_not_found, decision_not_found
 */
export async function ensureListEntry(
  deps: ListDeps,
  actor: Actor,
  input: EntryInput & { projectId: string },
): Promise<ListEntry> {
  try {
    return await addListEntry(deps, actor, input);
  } catch (error) {
    if (!(error instanceof DomainError && error.is("list_entry_exists"))) throw error;
    const { entryId } = error.details;
    return getListEntry(deps, { projectId: input.projectId, entryId });
  }
}

/** @throws DomainError invalid_input */
export function newEntry(
  { now }: Pick<ListDeps, "now">,
  actor: Actor,
  input: EntryInput & { projectId: string },
): NewListEntry {
  const { projectId } = input;
  const createdAt = now();
  return {
    id: newEntryId(),
    projectId,
    ...readEntry(projectId, input, createdAt),
    hashKey: null,
    createdBy: actor.name,
    createdAt,
  };
}

/**
 * Adds the entries of a file, as many as one commit has. Those that are in the lists already are not
 * added again.
 * @returns how many were added.
 */
export async function addImported(
  { store, now }: ListDeps,
  actor: Actor,
  entries: readonly NewListEntry[],
): Promise<number> {
  const [first] = entries;
  if (!first) return 0;
  const { projectId, kind } = first;
  const at = now();
  const audit = auditEntry(actor, at, "list.import", {
    subject: projectId,
    projectId,
    detail: { kind, entries: entries.length },
    event: listEvent(projectId, at, { change: "imported", list: kind, entryId: null }),
  });
  const listed = await store.lists.add(entries, audit);
  return entries.filter(({ id }, n) => listed[n] === id).length;
}

/**
 * It applies to no request that arrives after the answer. Archiving it again changes nothing.
 * @throws DomainError list_entry_not_found
 */
export async function archiveListEntry(
  { store, now }: { store: Pick<Store, "lists">; now: () => number },
  actor: Actor,
  params: EntryParams,
): Promise<ListEntry> {
  const { projectId, entryId } = params;
  const { kind, type } = await getRecord(store, params);
  const at = now();
  const audit = auditEntry(actor, at, "list.archive", {
    subject: entryId,
    projectId,
    detail: { kind, type },
    // A pass is in no list.
    ...(kind !== "pass" && {
      event: listEvent(projectId, at, { change: "archived", list: kind, entryId }),
    }),
  });
  await store.lists.archive(projectId, entryId, { actor: actor.name, at }, audit);
  return listEntry(await getRecord(store, params));
}

const listEvent = (projectId: string, at: number, data: EventData<"list.changed">) =>
  controlEvent(projectId, "list.changed", at, data);

export interface EntryParams {
  projectId: string;
  entryId: string;
  /** Of this list only. */
  kind?: ListKind;
}

/** @throws DomainError list_entry_not_found */
async function getListEntry(
  { store }: Pick<ListDeps, "store">,
  params: EntryParams,
): Promise<ListEntry> {
  return listEntry(await getRecord(store, params));
}

async function getRecord(
  { lists }: Pick<Store, "lists">,
  { projectId, entryId, kind }: EntryParams,
): Promise<ListEntryRecord> {
  const found = await lists.find(projectId, entryId);
  if (found && (kind === undefined || found.kind === kind)) return found;
  throw new DomainError("list_entry_not_found", { entryId });
}

export interface ListEntryPage {
  /** Newest first. */
  entries: ListEntry[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
}

/**
 * @param find a value as people write it; absent or empty: all entries.
 * @param archived archived ones instead of the others.
 * @throws DomainError invalid_input, project_not_found
 */
export async function listEntries(
  { store }: Pick<ListDeps, "store">,
  {
    projectId,
    kind,
    find = "",
    archived = false,
    cursor = null,
    limit = listLimits.page,
  }: {
    projectId: string;
    kind: ListKind;
    find?: string | undefined;
    archived?: boolean | undefined;
    cursor?: string | null | undefined;
    limit?: number | undefined;
  },
): Promise<ListEntryPage> {
  await getProject(store, projectId);
  const before = cursor === null ? null : readCursor(cursor);
  const typed = typedValues(projectId, find).map(({ identity }) => identity);
  const identities = find.trim() === "" ? null : await listedNumbers(store, projectId, typed);
  if (identities?.length === 0) return { entries: [], next: null };
  const wanted = Math.min(Math.max(1, Math.trunc(limit)), listLimits.page);
  const page = { kind, identities, archived, before, limit: wanted + 1 };
  const found = await store.lists.page(projectId, page);
  const entries = found.slice(0, wanted);
  const last = entries.at(-1);
  return {
    entries: entries.map(listEntry),
    next: found.length > wanted && last ? `${last.version}_${last.id}` : null,
  };
}

/** @throws DomainError invalid_input */
function readCursor(cursor: string): ListPlace {
  const [, version, id] = /^(\d{1,15})_(lst_[0-9A-Za-z]{16})$/.exec(cursor) ?? [];
  if (id !== undefined) return { version: Number(version), id };
  throw invalidInput("cursor", "must be the cursor of an earlier answer");
}

/** Entries of each list that are not archived; `more`: at least so many. @throws DomainError project_not_found */
export async function countListEntries(
  { store }: Pick<ListDeps, "store">,
  projectId: string,
): Promise<Record<ListKind, { entries: number; more: boolean }>> {
  await getProject(store, projectId);
  const { counted } = listLimits;
  const counts = await store.lists.counts(projectId, counted + 1);
  const shown = Object.entries(counts).map(([kind, count]) => [
    kind,
    { entries: Math.min(count, counted), more: count > counted },
  ]);
  return Object.fromEntries(shown);
}

export function listEntry(record: ListEntryRecord): ListEntry {
  const { id, kind, type, value, reason, decisionId, version, createdBy, archivedBy } = record;
  return {
    entryId: id,
    kind,
    type,
    value,
    reason,
    decisionId,
    listsVersion: version,
    createdBy,
    createdAt: isoTime(record.createdAt),
    expiresAt: isoTime(record.expiresAt),
    archivedBy,
    archivedAt: isoTime(record.archivedAt),
    review: record.review,
  };
}
