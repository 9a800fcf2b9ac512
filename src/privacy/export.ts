/** All that is stored of a guest (GDPR, Articles 15 and 20). */
import { getProject } from "../projects/projects.ts";
import { decisionInFull, type StoredDecision } from "../risk/stored-decision.ts";
import { type Actor, auditEntry } from "../storage/audit.ts";
import type { Store } from "../storage/store.ts";
import type { Guest } from "./guest.ts";

/** A guest with more decisions is a bot, and nobody reads them. */
export const exportedDecisionsMax = 1000;

export interface GuestExport {
  projectId: string;
  kind: string;
  exportedAt: string;
  /** Oldest first; `more`: there are more than are exported. */
  decisions: (StoredDecision & { reasons: unknown })[];
  more: boolean;
  /** What the browser script sent in the visits of these decisions. */
  collections: { collectionId: string; summary: unknown; batches: unknown[] }[];
}

export interface GuestExportDeps {
  store: Store;
  now: () => number;
}

/** @throws DomainError project_not_found */
export async function exportGuest(
  { store, now }: GuestExportDeps,
  actor: Actor,
  { projectId, kind, identity }: Guest,
): Promise<GuestExport> {
  const project = await getProject(store, projectId);
  await store.guests.index();
  const found = await store.guests.find(projectId, identity, null, exportedDecisionsMax + 1);
  const decisions: GuestExport["decisions"] = [];
  for (const { id } of found.slice(0, exportedDecisionsMax)) {
    const record = id === null ? null : await store.decisions.find(projectId, id);
    if (!record) continue;
    const [reasons] = await store.reasons.list(projectId, [record.id]);
    const stored = await decisionInFull(project, record, store);
    decisions.push({ ...stored, reasons: reasons ? JSON.parse(reasons.json) : null });
  }
  const ids = new Set(decisions.flatMap(({ collectionId }) => collectionId ?? []));
  const collections: GuestExport["collections"] = [];
  for (const id of ids) {
    const collection = await store.collections.find(projectId, id);
    if (!collection) continue;
    const batches = (await store.collections.batches(projectId, id)).map(({ body, ...rest }) => {
      return { ...rest, body: parsed(body) };
    });
    collections.push({ collectionId: id, summary: parsed(collection.summary), batches });
  }
  const detail = { decisions: decisions.length, collections: collections.length };
  // Whom it was about is not recorded: the entry outlives an erasure.
  const about = { subject: kind, projectId, detail };
  await store.audit.add(auditEntry(actor, now(), "guest.export", about));
  return {
    ...{ projectId, kind, exportedAt: new Date(now()).toISOString(), decisions },
    ...{ more: found.length > exportedDecisionsMax, collections },
  };
}

/** As text where it is not JSON: batches are stored as received. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
