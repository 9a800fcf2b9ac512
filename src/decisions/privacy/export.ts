/** All that is stored of a guest (GDPR, Articles 15 and 20), as a JSON file that is written while it is read. */
import { EventLoopShare } from "../../base/event-loop-share.ts";
import { getProject } from "../../projects/projects.ts";
import { decisionInFull, type StoredDecision } from "../../risk/stored-decision.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import type { BatchRecord } from "../../storage/port/collections.ts";
import type { ProjectRecord } from "../../storage/port/projects.ts";
import type { Store } from "../../storage/port/store.ts";
import { type ListEntry, listEntry } from "../lists/lists.ts";
import type { Guest } from "./guest.ts";
import { entriesOfGuest, guestRecords } from "./guest-records.ts";
import { erasureGuard } from "./unchanged.ts";

export const guestExportLimits = {
  /** A guest with more decisions is a bot, and nobody reads them. */
  decisions: 1000,
  /**
   * Characters of telemetry, at which an export ends. What a browser sends is its own word: with another's
   * device ID anybody can add to what is stored of that device.
   */
  telemetry: 64 * 1024 * 1024,
} as const;

/** Batches that are read at once, of at most 32 KiB each. */
const batchesAtOnce = 4;

/** Of all exports together: a page of batches takes about 1 ms. */
const share = new EventLoopShare({ perTurn: 1, perMs: 0 });

/** The file. */
export interface GuestExport {
  projectId: string;
  kind: string;
  exportedAt: string;
  /** Oldest first. */
  decisions: (StoredDecision & { reasons: unknown })[];
  /**
   * What the browser script sent in the visits of these decisions, and in visits without a booking from the
   * devices of these decisions: all that an erasure deletes.
   */
  collections: { collectionId: string; summary: unknown; batches: unknown[] }[];
  /** Entries of the project's lists that hold the identity, archived ones too. */
  listEntries: ListEntry[];
  /** More is stored than this. */
  more: boolean;
}

/** How much of it was read so far. */
export interface ExportedCounts {
  decisions: number;
  collections: number;
  more: boolean;
}

export interface GuestExportDeps {
  store: Store;
  now: () => number;
}

/**
 * @returns `file`: the parts of the file's text. Where a guest is erased meanwhile it throws DomainError
 *   erased_meanwhile, before the last part. `counts` grow while it is read.
 * @throws DomainError project_not_found, erased_meanwhile
 */
export async function exportGuest(
  deps: GuestExportDeps,
  actor: Actor,
  guest: Guest,
): Promise<{ file: AsyncGenerator<string>; counts: ExportedCounts }> {
  const { store, now } = deps;
  const { projectId, kind } = guest;
  const project = await getProject(store, projectId);
  const assertNoneErased = await erasureGuard(store);
  await store.guests.index();
  const limit = guestExportLimits.decisions;
  const { ids, visits, more } = await guestRecords(deps, guest, limit);
  const detail = { decisions: ids.length, collections: visits.length };
  // Whom it was about is not recorded: the entry outlives an erasure.
  const about = { subject: kind, projectId, detail };
  await store.audit.add(auditEntry(actor, now(), "guest.export", about));
  await assertNoneErased();
  const counts: ExportedCounts = { decisions: 0, collections: 0, more };
  const exportedAt = new Date(now()).toISOString();
  async function* file() {
    const head = JSON.stringify({ projectId, kind, exportedAt });
    const listed = await entriesOfGuest(store, guest);
    yield `${head.slice(0, -1)},"listEntries":${JSON.stringify(listed.map(listEntry))},"decisions":[`;
    yield* decisionTexts(store, project, ids, counts);
    yield `\n],"collections":[`;
    for await (const text of collectionTexts(store, projectId, visits, counts)) {
      yield text;
      await assertNoneErased();
    }
    await assertNoneErased();
    yield `\n],"more":${counts.more}}\n`;
  }
  return { file: file(), counts };
}

async function* decisionTexts(
  store: Store,
  project: ProjectRecord,
  ids: readonly string[],
  counts: ExportedCounts,
): AsyncGenerator<string> {
  for (const id of ids) {
    await share.turn();
    const record = await store.decisions.find(project.id, id);
    if (!record) continue;
    const [reasons] = await store.reasons.list(project.id, [id]);
    const stored = await decisionInFull(project, record, store);
    const decision = { ...stored, reasons: reasons ? JSON.parse(reasons.json) : null };
    yield `${counts.decisions === 0 ? "" : ","}\n${JSON.stringify(decision)}`;
    counts.decisions += 1;
  }
}

async function* collectionTexts(
  { collections }: Store,
  projectId: string,
  ids: readonly string[],
  counts: ExportedCounts,
): AsyncGenerator<string> {
  let left: number = guestExportLimits.telemetry;
  for (const collectionId of ids) {
    if (left < 0) {
      counts.more = true;
      return;
    }
    await share.turn();
    const collection = await collections.find(projectId, collectionId);
    if (!collection) continue;
    const head = JSON.stringify({ collectionId, summary: parsed(collection.summary) });
    yield `${counts.collections === 0 ? "" : ","}\n${head.slice(0, -1)},"batches":[`;
    counts.collections += 1;
    left -= collection.summary.length;
    let separator = "";
    for (let after = -1; ; ) {
      await share.turn();
      const pageOf = { after, limit: batchesAtOnce };
      const page = await collections.batches(projectId, collectionId, pageOf);
      for (const batch of page) {
        left -= batch.body.length;
        if (left < 0) counts.more = true;
        if (left < 0) break;
        yield `${separator}\n${batchText(batch)}`;
        separator = ",";
      }
      if (left < 0 || page.length < batchesAtOnce) break;
      after = page.at(-1)!.sequence;
    }
    yield "]}";
  }
}

function batchText({ body, ...rest }: BatchRecord): string {
  return JSON.stringify({ ...rest, body: parsed(body) });
}

/** As text where it is not JSON: batches are stored as received. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
