/**
 * Entries that outlive their guest's erasure, so that nobody gets off a deny list by asking to be erased: a keyed hash
 * stands in place of the value, and of what was written about the guest only a new reason is kept (GDPR, Article 17(3)).
 */
import { isCurrent } from "../../risk/listed-identities.ts";
import { auditEntry } from "../../storage/port/audit.ts";
import { type ErasureRecord, erasedNumber } from "../../storage/port/erasures.ts";
import type { ListEntryRecord, NewListEntry } from "../../storage/port/lists.ts";
import type { Store } from "../../storage/port/store.ts";
import { newEntryId } from "./entry-id.ts";

/** Whether an erasure at a time, Unix ms, can keep an entry: one that is against the guest, and applies. */
export const canBeKept = (entry: ListEntryRecord, at: number) =>
  (entry.kind === "deny" || entry.kind === "watch") && isCurrent(entry, at);

/** The numbers of these identities, and those of entries that are kept of them. */
export async function listedNumbers(
  { erasures }: Pick<Store, "erasures">,
  projectId: string,
  identities: readonly number[],
): Promise<number[]> {
  const keys = new Set((await erasures.list(projectId)).map(({ key }) => key));
  const kept = [...keys].flatMap((key) =>
    identities.map((identity) => erasedNumber(key, projectId, identity)),
  );
  return [...identities, ...kept];
}

/**
 * Replaces or deletes a guest's entries. Repeated, as on a restored backup, it changes nothing more.
 * @returns how many were deleted, and how many stand in their place.
 */
export async function eraseEntries(
  { lists }: Pick<Store, "lists">,
  erasure: ErasureRecord,
  identity: number,
): Promise<{ listEntries: number; keptEntries: number }> {
  const { projectId, key, keptBecause, requestedAt } = erasure;
  const number = erasedNumber(key, projectId, identity);
  let kept = 0;
  let erased = 0;
  if (keptBecause === null) {
    erased += await lists.erase(projectId, number, requestedAt);
  } else {
    const held = (await lists.withIdentities(projectId, [identity])).filter(
      (entry) => canBeKept(entry, requestedAt) && entry.createdAt <= requestedAt,
    );
    kept = held.length;
    if (kept > 0) {
      const about = { subject: erasure.id, projectId, detail: { entries: kept } };
      const audit = auditEntry({ name: erasure.actor }, requestedAt, "list.keep", about);
      const entries = held.map((entry) => keptEntry(entry, erasure, number));
      await lists.add(entries, audit);
    }
  }
  erased += await lists.erase(projectId, identity, requestedAt);
  return { listEntries: erased, keptEntries: kept };
}

function keptEntry(
  { kind, type, expiresAt, review }: ListEntryRecord,
  { projectId, key, keptBecause, actor, requestedAt }: ErasureRecord,
  identity: number,
): NewListEntry {
  return {
    id: newEntryId(),
    projectId,
    kind,
    type,
    value: "",
    identity,
    network: null,
    hashKey: key,
    reason: keptBecause!,
    decisionId: null,
    createdBy: actor,
    createdAt: requestedAt,
    expiresAt,
    review,
  };
}
