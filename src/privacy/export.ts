/** All that is stored of a guest (GDPR, Articles 15 and 20). */
import { getProject } from "../projects/projects.ts";
import { decisionInFull, type StoredDecision } from "../risk/stored-decision.ts";
import { type Actor, auditEntry } from "../storage/audit.ts";
import type { Store } from "../storage/store.ts";
import { identityOfText } from "../velocity/identities.ts";
import type { Guest } from "./guest.ts";
import { erasureGuard } from "./unchanged.ts";
import { visitsOf } from "./visits.ts";

/** A guest with more decisions is a bot, and nobody reads them. */
export const exportedDecisionsMax = 1000;

export interface GuestExport {
  projectId: string;
  kind: string;
  exportedAt: string;
  /** Oldest first; `more`: there are more than are exported. */
  decisions: (StoredDecision & { reasons: unknown })[];
  more: boolean;
  /**
   * What the browser script sent in the visits of these decisions, and in visits without a booking from the
   * devices of these decisions: all that an erasure deletes.
   */
  collections: { collectionId: string; summary: unknown; batches: unknown[] }[];
}

export interface GuestExportDeps {
  store: Store;
  now: () => number;
}

/** @throws DomainError project_not_found, erased_meanwhile */
export async function exportGuest(
  deps: GuestExportDeps,
  actor: Actor,
  guest: Guest,
): Promise<GuestExport> {
  const { store, now } = deps;
  const { projectId, kind } = guest;
  const project = await getProject(store, projectId);
  const assertNoneErased = await erasureGuard(store);
  await store.guests.index();
  const { ids, undecided, more } = await recordsOf(deps, guest);
  const decisions: GuestExport["decisions"] = [];
  for (const id of ids) {
    const record = await store.decisions.find(projectId, id);
    if (!record) continue;
    const [reasons] = await store.reasons.list(projectId, [id]);
    const stored = await decisionInFull(project, record, store);
    decisions.push({ ...stored, reasons: reasons ? JSON.parse(reasons.json) : null });
  }
  const visits = new Set(decisions.flatMap(({ collectionId }) => collectionId ?? []));
  const collections = await collectionsOf(store, projectId, [...visits, ...undecided]);
  const detail = { decisions: decisions.length, collections: collections.length };
  // Whom it was about is not recorded: the entry outlives an erasure.
  const about = { subject: kind, projectId, detail };
  await store.audit.add(auditEntry(actor, now(), "guest.export", about));
  await assertNoneErased();
  const exportedAt = new Date(now()).toISOString();
  return { projectId, kind, exportedAt, decisions, more, collections };
}

/** What an erasure deletes: decisions, oldest first, and visits without a decision. */
async function recordsOf(
  { store: { guests }, now }: GuestExportDeps,
  { projectId, kind, identity }: Guest,
): Promise<{ ids: string[]; undecided: string[]; more: boolean }> {
  const { undecided, decided } = await visitsOf(guests, {
    ...{ projectId, kind, identities: [identity], until: now() },
    isSought: (deviceId) => identityOfText(projectId, "device", deviceId) === identity,
  });
  const limit = exportedDecisionsMax + 1;
  const found = await guests.find(projectId, identity, null, limit);
  for (const visit of decided) found.push(...(await guests.find(projectId, visit, null, limit)));
  found.sort((a, b) => a.at - b.at || a.tie - b.tie);
  const ids = new Set(found.flatMap(({ id }) => id ?? []));
  const more = ids.size > exportedDecisionsMax;
  return { ids: [...ids].slice(0, exportedDecisionsMax), undecided, more };
}

async function collectionsOf(
  { collections }: Store,
  projectId: string,
  ids: readonly string[],
): Promise<GuestExport["collections"]> {
  const found: GuestExport["collections"] = [];
  for (const id of ids) {
    const collection = await collections.find(projectId, id);
    if (!collection) continue;
    const batches = (await collections.batches(projectId, id)).map(({ body, ...rest }) => {
      return { ...rest, body: parsed(body) };
    });
    found.push({ collectionId: id, summary: parsed(collection.summary), batches });
  }
  return found;
}

/** As text where it is not JSON: batches are stored as received. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
