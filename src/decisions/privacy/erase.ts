/**
 * Erases guests (GDPR, Article 17). An erasure is recorded first, then done, then marked as done: one
 * that was interrupted is finished by the next start of the service, or by the next `guest` command.
 */
import { randomBytes } from "node:crypto";
import { randomBase62 } from "../../base/base62.ts";
import { DomainError } from "../../base/domain-error.ts";
import { isoTime } from "../../base/iso-time.ts";
import { getProject } from "../../projects/projects.ts";
import { identityOfText } from "../../risk/velocity/identities.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import { type ErasureRecord, erasureDigest } from "../../storage/port/erasures.ts";
import { type ClearedFiles, noRows, type RemovedRows } from "../../storage/port/guests.ts";
import { entriesAfter } from "../../storage/port/lists.ts";
import type { Store } from "../../storage/port/store.ts";
import { readReason } from "../lists/entry-input.ts";
import { eraseEntries } from "../lists/kept-entries.ts";
import type { Guest } from "./guest.ts";
import { visitsOf } from "./visits.ts";

export interface ErasureDeps {
  store: Pick<Store, "projects" | "erasures" | "guests" | "lists">;
  now: () => number;
}

/** How many rows of each kind were deleted. */
export interface ErasedRows extends RemovedRows {
  collections: number;
  batches: number;
  /** Entries of the project's lists that hold the identity. Receipts of older versions lack it. */
  listEntries: number;
  /** Of these, how many are kept as keyed hashes. Receipts of older versions lack it. */
  keptEntries: number;
}

/** What is handed to whoever asked: it has no personal data. */
export interface Receipt {
  erasureId: string;
  projectId: string;
  /** By what kind of identity the guest was found, and a keyed hash of the identity. */
  kind: string;
  digest: string;
  by: string;
  /** ISO 8601. */
  requestedAt: string;
  /** Null while it is not done. */
  finishedAt: string | null;
  /** Rows that were deleted; null while it is not done. */
  erased: ErasedRows | null;
  /** Whether deleted rows have left the files too; null while it is not done. */
  files: ClearedFiles | null;
  /** It was interrupted: what was deleted before is not among the rows that are counted. */
  interrupted: boolean;
}

/** Decisions that are deleted at once: a transaction of about 2 ms. */
const pageRows = 16;
/** Collections that are deleted at once. */
const deletedCollections = 4;
/**
 * A file that a version without `secure_delete` wrote is rewritten by an erasure up to this size, in about
 * a second in which nothing can be stored. Above it, the operator chooses the time: `guest compact`.
 */
const rewrittenBytesMax = 64 * 1024 * 1024;
/** An erasure that began this long ago and is not done was interrupted. */
const interruptedAfterMs = 2 * 60 * 1000;

/**
 * Erases all that is stored of a guest until now, in one project.
 * @param keptBecause why entries of the lists deny and watch are kept as keyed hashes, 1 to 500 characters; absent or
 *   null: they are deleted, too.
 * @throws DomainError invalid_input, project_not_found
 */
export async function eraseGuest(
  deps: ErasureDeps,
  actor: Actor,
  guest: Guest,
  keptBecause: string | null = null,
): Promise<Receipt> {
  const { store, now } = deps;
  const { projectId, kind, identity } = guest;
  await getProject(store, projectId);
  const key = await keyOf(store);
  const erasure: ErasureRecord = {
    id: `ers_${randomBase62(16)}`,
    projectId,
    kind,
    key,
    identity,
    digest: erasureDigest(key, projectId, identity),
    actor: actor.name,
    keptBecause: keptBecause === null ? null : readReason(keptBecause, "keptBecause"),
    requestedAt: now(),
    finishedAt: null,
    receipt: null,
  };
  const asked = { subject: erasure.id, projectId, detail: { kind } };
  await store.erasures.add(erasure, auditEntry(actor, now(), "guest.erase", asked));
  return finish(deps, erasure, [identity], false);
}

/** One key for all erasures of a data folder, so that its identities are hashed once for all. */
async function keyOf({ erasures }: ErasureDeps["store"]): Promise<string> {
  return (await erasures.list(null)).at(-1)?.key ?? randomBytes(32).toString("hex");
}

/**
 * Finishes erasures that were interrupted. @param atOnce also those that another process may be about.
 */
export async function finishErasures(
  deps: ErasureDeps,
  { atOnce = false } = {},
): Promise<Receipt[]> {
  const before = atOnce ? Number.POSITIVE_INFINITY : deps.now() - interruptedAfterMs;
  const open = (await deps.store.erasures.list(null)).filter(
    ({ finishedAt, requestedAt }) => finishedAt === null && requestedAt < before,
  );
  return finishAll(deps, open);
}

/**
 * Repeats all recorded erasures. After a backup was restored, data from before them is back in the
 * folder: call this before the service starts on it.
 */
export async function applyErasures(deps: ErasureDeps): Promise<Receipt[]> {
  await deps.store.erasures.reopen();
  return finishAll(deps, await deps.store.erasures.list(null));
}

async function finishAll(
  deps: ErasureDeps,
  erasures: readonly ErasureRecord[],
): Promise<Receipt[]> {
  if (erasures.length === 0) return [];
  const identitiesOf = await foundIdentities(deps, erasures);
  const receipts: Receipt[] = [];
  for (const one of erasures) receipts.push(await finish(deps, one, identitiesOf(one), true));
  return receipts;
}

/** The identities of erasures that have only their digests: those that are stored are hashed. */
async function foundIdentities(
  { store: { guests, lists } }: ErasureDeps,
  erasures: readonly ErasureRecord[],
): Promise<(erasure: ErasureRecord) => number[]> {
  const found = new Map<string, number>();
  await guests.index();
  const unknown = erasures.filter(({ identity }) => identity === null);
  const byScope = Map.groupBy(unknown, ({ projectId, key }) => `${projectId} ${key}`);
  for (const group of byScope.values()) {
    const { projectId, key } = group[0]!;
    const digests = group.map(({ digest }) => digest);
    for (const identity of await guests.matching(projectId, key, digests)) {
      found.set(erasureDigest(key, projectId, identity), identity);
    }
    const sought = new Set(digests);
    for await (const page of entriesAfter(lists, projectId, 0)) {
      for (const { identity } of page) {
        const digest = erasureDigest(key, projectId, identity);
        if (sought.has(digest)) found.set(digest, identity);
      }
    }
  }
  return ({ identity, digest }) => {
    const known = identity ?? found.get(digest);
    return known === undefined ? [] : [known];
  };
}

async function finish(
  deps: ErasureDeps,
  erasure: ErasureRecord,
  identities: readonly number[],
  interrupted: boolean,
): Promise<Receipt> {
  const { store, now } = deps;
  const { id, projectId, kind } = erasure;
  await store.guests.index();
  const erased = await deleteAll(store, erasure, identities);
  const finishedAt = now();
  const receipt: Receipt = {
    ...receiptOf({ ...erasure, finishedAt, receipt: null }),
    erased,
    files: await store.guests.clear(rewrittenBytesMax),
    interrupted,
  };
  const { decisions, collections } = erased;
  const about = { subject: id, projectId, detail: { kind, decisions, collections } };
  const done = auditEntry({ name: erasure.actor }, finishedAt, "guest.erased", about);
  const isFirst = await store.erasures.finish(id, finishedAt, JSON.stringify(receipt), done);
  if (!isFirst) return getReceipt(deps, { projectId, erasureId: id }); // It counts what the first has left.
  // The identity itself was recorded until now.
  receipt.files = await store.guests.clear(rewrittenBytesMax);
  return receipt;
}

type Guests = ErasureDeps["store"]["guests"];

async function deleteAll(
  { guests, lists }: ErasureDeps["store"],
  erasure: ErasureRecord,
  identities: readonly number[],
): Promise<ErasedRows> {
  const none = { collections: 0, batches: 0, listEntries: 0, keptEntries: 0 };
  const erased: ErasedRows = { ...noRows, ...none };
  const { projectId, kind, key, digest, requestedAt: until } = erasure;
  const isSought = (deviceId: string) =>
    erasureDigest(key, projectId, identityOfText(projectId, "device", deviceId)) === digest;
  const visits = await visitsOf(guests, { projectId, kind, identities, isSought, until });
  const deleteVisits = async (ids: readonly string[]) => {
    for (let i = 0; i < ids.length; i += deletedCollections) {
      const some = ids.slice(i, i + deletedCollections);
      addTo(erased, await guests.deleteCollections(projectId, some));
    }
  };
  await deleteVisits(visits.undecided);
  for (const identity of identities) {
    addTo(erased, await eraseEntries({ lists }, erasure, identity));
  }
  for (const identity of [...identities, ...visits.decided]) {
    for (;;) {
      const found = await findUntil(guests, erasure, identity);
      if (found.length === 0) break;
      await deleteVisits(found.flatMap(({ collectionId }) => collectionId ?? []));
      const hidden = await guests.hide(projectId, found, identity);
      const ids = hidden.flatMap(({ id }) => id ?? []);
      addTo(erased, await guests.deleteDecisions(projectId, ids));
      await guests.forget(projectId, hidden, identity, true);
    }
  }
  return erased;
}

/** What came after the request is a new visit of somebody who knows that it is stored. */
async function findUntil(
  guests: Guests,
  { projectId, requestedAt }: ErasureRecord,
  identity: number,
) {
  const found = await guests.find(projectId, identity, null, pageRows);
  return found.filter(({ at }) => at <= requestedAt);
}

function addTo(sum: ErasedRows, more: Partial<ErasedRows>): void {
  for (const [name, count] of Object.entries(more)) sum[name as keyof ErasedRows] += count;
}

/** An erasure's receipt, or what there is of it while it is not done. */
function receiptOf(erasure: ErasureRecord): Receipt {
  if (erasure.receipt !== null) return readReceipt(erasure.receipt);
  const { id, projectId, kind, digest, actor, requestedAt, finishedAt } = erasure;
  return {
    erasureId: id,
    projectId,
    kind,
    digest,
    by: actor,
    requestedAt: isoTime(requestedAt),
    finishedAt: isoTime(finishedAt),
    erased: null,
    files: null,
    interrupted: false,
  };
}

/** Reads a stored receipt. In those of earlier versions, `withoutRemains` is named `remains`. */
function readReceipt(text: string): Receipt {
  const receipt = JSON.parse(text) as Receipt & {
    files: (ClearedFiles & { remains?: boolean }) | null;
  };
  if (receipt.files?.remains === undefined) return receipt;
  const { remains, ...files } = receipt.files;
  return { ...receipt, files: { ...files, withoutRemains: remains } };
}

/** A project's receipts, newest first; null: of all projects. */
export async function listReceipts(
  { store }: Pick<ErasureDeps, "store">,
  projectId: string | null,
): Promise<Receipt[]> {
  return (await store.erasures.list(projectId)).map(receiptOf).reverse();
}

/** @throws DomainError erasure_not_found */
export async function getReceipt(
  { store }: Pick<ErasureDeps, "store">,
  { projectId, erasureId }: { projectId: string | null; erasureId: string },
): Promise<Receipt> {
  const found = await store.erasures.find(erasureId);
  if (found && (projectId === null || found.projectId === projectId)) return receiptOf(found);
  throw new DomainError("erasure_not_found", { erasureId });
}
