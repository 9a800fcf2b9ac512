/**
 * Erasures on their way to a restored backup, as NDJSON: a tombstone a line. They have a keyed hash and its
 * key, and no personal data; who has them can tell whether a given address was erased, so they are kept
 * like the data.
 */
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import { type ErasureRecord, erasedKinds } from "../../storage/port/erasures.ts";
import { applyErasures, type ErasureDeps, type Receipt } from "./erase.ts";

export type Tombstone = Pick<
  ErasureRecord,
  "id" | "projectId" | "kind" | "key" | "digest" | "actor" | "keptBecause" | "requestedAt"
>;

export async function exportTombstones({
  store,
}: Pick<ErasureDeps, "store">): Promise<Tombstone[]> {
  const all = await store.erasures.list(null);
  return all.map(({ id, projectId, kind, key, digest, actor, keptBecause, requestedAt }) => {
    return { id, projectId, kind, key, digest, actor, keptBecause, requestedAt };
  });
}

/** Adds the erasures that are not known here, and does all of them. */
export async function importTombstones(
  deps: ErasureDeps,
  actor: Actor,
  tombstones: readonly Tombstone[],
): Promise<Receipt[]> {
  const { store, now } = deps;
  const known = new Set((await store.erasures.list(null)).map(({ id }) => id));
  const added = tombstones.filter(({ id }) => !known.has(id));
  for (const one of added) {
    const record = { ...one, identity: null, finishedAt: null, receipt: null };
    const { id: subject, projectId } = one;
    const about = { subject, projectId, detail: { added: 1 } };
    await store.erasures.add(record, auditEntry(actor, now(), "guest.tombstones", about));
  }
  return applyErasures(deps);
}

/** @returns null where the text is no tombstone. */
export function readTombstone(text: string): Tombstone | null {
  let read: Partial<Record<keyof Tombstone, unknown>>;
  try {
    read = Object(JSON.parse(text));
  } catch {
    return null;
  }
  const { id, projectId, kind, key, digest, actor, requestedAt } = read;
  const { keptBecause = null } = read; // Older versions do not write it.
  const known = erasedKinds.find((one) => one === kind);
  const areTexts = [id, projectId, key, digest, actor, keptBecause ?? ""].every(
    (one) => typeof one === "string",
  );
  const isHex = /^[0-9a-f]{64}$/.test(String(key)) && /^[0-9a-f]{64}$/.test(String(digest));
  if (!areTexts || !known || !isHex || !Number.isSafeInteger(requestedAt)) return null;
  const all = { id, projectId, kind, key, digest, actor, keptBecause, requestedAt };
  return all as Tombstone;
}
