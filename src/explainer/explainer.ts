/**
 * The reasons of decisions, for pages and callers that show them: stored ones at once, others
 * computed in a thread of low priority, one at a time, and stored. Nothing of it is on the path of
 * `POST /v1/risk`.
 */
import { log } from "../log.ts";
import type { Reasons } from "../reasons/reasons.ts";
import { knownReasons, storedReasons } from "../reasons/stored-reasons.ts";
import { RecentValues } from "../recent-values.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { Store } from "../storage/store.ts";
import { isExpected } from "./explain.ts";

/** Decisions that somebody waits for; each takes a third of a second. */
export const waitingMax = 32;
/** Decisions of lists; the oldest wish gives way. */
const listedMax = 200;
/** Decisions without reasons that are remembered, so that a list does not ask for them again. */
const refusedMax = 2000;

/** Too many wait already. */
export class ExplainerBusy extends Error {
  override readonly name = "ExplainerBusy";
}

export interface ListedReasons {
  /** The stored ones, in no order. */
  known: Reasons[];
  /** Decisions whose reasons cannot be computed, with why. */
  unavailable: { decisionId: string; why: string }[];
  /** Decisions whose reasons are being computed. */
  pending: string[];
}

export interface Explainer {
  /** @throws BundleMissing or ReasonsUnavailable where there are none; ExplainerBusy */
  of(record: DecisionRecord): Promise<Reasons>;
  /** What is known at once; the rest is begun. */
  listed(projectId: string, decisionIds: readonly string[]): Promise<ListedReasons>;
  close(): void;
}

interface Wish {
  projectId: string;
  decisionId: string;
}

export interface ExplainerDeps {
  store: Pick<Store, "decisions" | "reasons">;
  thread: {
    explain(record: DecisionRecord, names: readonly string[]): Promise<Reasons>;
    close(): void;
  };
  now: () => number;
}

/** One long function: it binds its queue to what it returns. */
export function openExplainer({ store, thread, now }: ExplainerDeps): Explainer {
  const refused = new RecentValues<string>(refusedMax);
  const waiting = new Map<string, Promise<Reasons>>();
  let listed: Wish[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let isListing = false;
  let isClosed = false;

  const compute = (record: DecisionRecord, names: readonly string[]) =>
    thread.explain(record, names);

  /** After what was begun before. */
  function explain(record: DecisionRecord): Promise<Reasons> {
    const begun = waiting.get(record.id);
    if (begun) return begun;
    const reasons = last.then(() => storedReasons(record, { store, compute, now }));
    const settled = reasons.then(
      () => {},
      (error: unknown) => {
        if (isExpected(error)) refused.set(record.id, (error as Error).message);
      },
    );
    last = settled.then(() => void waiting.delete(record.id));
    waiting.set(record.id, reasons);
    return reasons;
  }

  /** Between two decisions of lists, those that somebody waits for have their turn. */
  async function workOffList(): Promise<void> {
    if (isListing) return;
    isListing = true;
    try {
      for (let wish = listed.shift(); wish && !isClosed; wish = listed.shift()) {
        await explainWished(wish);
      }
    } finally {
      isListing = false;
    }
  }

  async function explainWished({ projectId, decisionId }: Wish): Promise<void> {
    try {
      const record = await store.decisions.find(projectId, decisionId);
      if (record) await explain(record);
      else refused.set(decisionId, "there is no such decision");
    } catch (error) {
      if (isExpected(error) || isClosed) return;
      refused.set(decisionId, "they could not be computed");
      log("error", "reasons_failed", { decisionId, reason: (error as Error).message });
    }
  }

  return {
    async of(record) {
      const [known] = await knownReasons(store, record.projectId, [record.id]);
      if (known) return known;
      if (waiting.size >= waitingMax && !waiting.has(record.id)) throw new ExplainerBusy();
      return explain(record);
    },

    async listed(projectId, decisionIds) {
      const known = await knownReasons(store, projectId, decisionIds);
      const found = new Set(known.map(({ decisionId }) => decisionId));
      const rest = decisionIds.filter((id) => !found.has(id));
      const unavailable = rest.flatMap((decisionId) => {
        const why = refused.get(decisionId);
        return why === undefined ? [] : [{ decisionId, why }];
      });
      const pending = rest.filter((id) => refused.get(id) === undefined);
      const begun = new Set(listed.map(({ decisionId }) => decisionId));
      const wishes = pending.filter((id) => !begun.has(id) && !waiting.has(id));
      listed = [...wishes.map((decisionId) => ({ projectId, decisionId })), ...listed];
      listed.length = Math.min(listed.length, listedMax);
      void workOffList();
      return { known, unavailable, pending };
    },

    close() {
      isClosed = true;
      listed = [];
      thread.close();
    },
  };
}
