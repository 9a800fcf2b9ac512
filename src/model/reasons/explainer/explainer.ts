/**
 * The reasons of decisions, for pages and callers that show them: stored ones at once, others
 * computed in a thread of low priority, one at a time, and stored. The same thread verifies decisions.
 * Projects and their people take turns, so that nobody waits for all requests of somebody else.
 * `POST /v1/risk` uses none of this.
 */
import { type Asker, fairQueue, QueueFull } from "../../../base/fair-queue.ts";
import { log } from "../../../base/log.ts";
import { RecentValues } from "../../../base/recent-values.ts";
import { featureSetNames } from "../../../risk/feature-sets.ts";
import { type Draws, drawsOf, type Verification } from "../../../risk/verify.ts";
import type { DecisionRecord } from "../../../storage/port/decisions.ts";
import type { Store } from "../../../storage/port/store.ts";
import type { Reasons } from "../reasons.ts";
import { type ComputeReasons, knownReasons, storedReasons } from "../stored-reasons.ts";
import { within } from "../within.ts";
import { isExpected } from "./explain.ts";
import { listQueue } from "./list-queue.ts";

/**
 * Decisions whose reasons somebody waits for; each takes 20 ms, or a third of a second where the model is not
 * one of decision trees.
 */
export const reasonsLimits = { perPerson: 8, perProject: 16, total: 32 } as const;
/** Decisions that are being verified; each takes some milliseconds, or a second with its model. */
export const verifyLimits = { perPerson: 2, perProject: 8, total: 16 } as const;
/** Decisions without reasons that are remembered, so that a list does not ask for them again. */
const refusedMax = 2000;

/** Whose reasons it is that a project's own server asks for, and its lists. */
const [ownServer, ownLists] = ["server", "lists"];

export interface Explainer {
  /**
   * @param person who asks: the identifier of an account; by default, the project's server.
   * @throws BundleMissing or ReasonsUnavailable where there are none; QueueFull
   */
  of(record: DecisionRecord, person?: string): Promise<Reasons>;
  /** Recomputes a decision with its model. @throws QueueFull */
  verify(record: DecisionRecord, person: string): Promise<Verification>;
  /**
   * The reasons of a list's decisions, in no order: the stored ones, and those that are computed within
   * `waitMs`, in the order of the list. The rest is computed afterwards, so that a later list has it.
   */
  listed(projectId: string, decisionIds: readonly string[], waitMs: number): Promise<Reasons[]>;
  /** Computes the reasons of decisions that may be listed soon, after those that are listed. */
  ahead(projectId: string, decisionIds: readonly string[]): Promise<void>;
  close(): void;
}

export interface ExplainerDeps {
  store: Pick<Store, "decisions" | "models" | "projects" | "reasons">;
  thread: {
    explain: ComputeReasons;
    /** @param draws as of `verifyDecision`. */
    verify(record: DecisionRecord, names: readonly string[], draws: Draws): Promise<Verification>;
    close(): void;
  };
  now: () => number;
}

export function openExplainer(deps: ExplainerDeps): Explainer {
  const { store, thread } = deps;
  const refused = new RecentValues<true>(refusedMax);
  const explain = reasonsComputer(deps, refused);
  const verifications = fairQueue(verifyLimits);
  const listed = listQueue(explainListed);
  let isClosed = false;

  /** Null where there are none. */
  async function explainListed(projectId: string, decisionId: string): Promise<Reasons | null> {
    try {
      const record = await store.decisions.find(projectId, decisionId);
      if (record) return await explain(record, ownLists);
      refused.set(decisionId, true);
    } catch (error) {
      if (isExpected(error) || isClosed || error instanceof QueueFull) return null;
      refused.set(decisionId, true);
      log("error", "reasons_failed", { decisionId, reason: (error as Error).message });
    }
    return null;
  }

  /** The stored reasons, and the decisions that may still get some. */
  async function knownOf(projectId: string, decisionIds: readonly string[]) {
    const known = await knownReasons(store, projectId, decisionIds);
    const found = new Set(known.map(({ decisionId }) => decisionId));
    const rest = decisionIds.filter((id) => !found.has(id) && refused.get(id) === undefined);
    return { known, rest };
  }

  return {
    async of(record, person = ownServer) {
      const [known] = await knownReasons(store, record.projectId, [record.id]);
      return known ?? explain(record, person);
    },

    async verify(record, person) {
      const asker = { project: record.projectId, person };
      return verifications.run(asker, async () => {
        const names = await featureSetNames(record.featureSet, store);
        return thread.verify(record, names, await drawsOf(record, store));
      });
    },

    async listed(projectId, decisionIds, waitMs) {
      const { known, rest } = await knownOf(projectId, decisionIds);
      if (rest.length === 0) return known;
      const wished = listed
        .add(projectId, rest)
        .map((computed) => computed.then((reasons) => reasons && known.push(reasons)));
      await within(waitMs, Promise.all(wished), null);
      return [...known];
    },

    async ahead(projectId, decisionIds) {
      const { rest } = await knownOf(projectId, decisionIds);
      listed.addLast(projectId, rest);
    },

    close() {
      isClosed = true;
      listed.close();
      thread.close();
    },
  };
}

/**
 * Computes and stores reasons: once for each decision, however many callers wait for it, in the turn of the first.
 * @param refused receives the decisions that have none.
 */
function reasonsComputer({ store, thread, now }: ExplainerDeps, refused: RecentValues<true>) {
  const waiting = new Map<string, Promise<Reasons>>();
  const queue = fairQueue(reasonsLimits);
  const compute: ComputeReasons = (...asked) => thread.explain(...asked);

  /** @throws QueueFull */
  return (record: DecisionRecord, person: string): Promise<Reasons> => {
    const begun = waiting.get(record.id);
    if (begun) return begun;
    const reasons = queue.run(askerOf(record, person), () =>
      storedReasons(record, { store, compute, now }),
    );
    waiting.set(record.id, reasons);
    reasons
      .catch((error: unknown) => {
        if (isExpected(error)) refused.set(record.id, true);
      })
      .finally(() => waiting.delete(record.id));
    return reasons;
  };
}

/** A project's server and its lists take turns as its people do. */
function askerOf({ projectId }: DecisionRecord, person: string): Asker {
  const isAccount = person !== ownServer && person !== ownLists;
  return { project: projectId, person: isAccount ? person : `${person} ${projectId}` };
}
