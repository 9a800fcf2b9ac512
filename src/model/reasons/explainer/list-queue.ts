/** The decisions of lists whose reasons are computed one after the other, those of the newest list first. */
import type { Reasons } from "../reasons.ts";

/** Decisions that wait; beyond that, the oldest are dropped. */
const waitingMax = 200;

export interface ListQueue {
  /** Puts the decisions before those of older lists. Each gets null where there are no reasons, or it is dropped. */
  add(projectId: string, decisionIds: readonly string[]): Promise<Reasons | null>[];
  /** Puts the decisions that do not wait yet after all others. */
  addLast(projectId: string, decisionIds: readonly string[]): void;
  /** Drops those that wait. */
  close(): void;
}

interface Waiting extends PromiseWithResolvers<Reasons | null> {
  projectId: string;
  decisionId: string;
}

/** @param compute the reasons of a decision; null where there are none. It does not throw. */
export function listQueue(
  compute: (projectId: string, decisionId: string) => Promise<Reasons | null>,
): ListQueue {
  let waiting: Waiting[] = [];
  let isComputing = false;

  async function computeAll(): Promise<void> {
    if (isComputing) return;
    isComputing = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      next.resolve(await compute(next.projectId, next.decisionId));
    }
    isComputing = false;
  }

  const waitingFor = (projectId: string, decisionIds: readonly string[]) =>
    decisionIds.map(
      (decisionId): Waiting =>
        waiting.find((one) => one.decisionId === decisionId) ?? {
          projectId,
          decisionId,
          ...Promise.withResolvers<Reasons | null>(),
        },
    );

  function begin(all: ReadonlySet<Waiting>): void {
    waiting = [...all].slice(0, waitingMax);
    for (const { resolve } of [...all].slice(waitingMax)) resolve(null);
    void computeAll();
  }

  return {
    add(projectId, decisionIds) {
      const added = waitingFor(projectId, decisionIds);
      begin(new Set([...added, ...waiting]));
      return added.map(({ promise }) => promise);
    },
    addLast(projectId, decisionIds) {
      begin(new Set([...waiting, ...waitingFor(projectId, decisionIds)]));
    },
    close() {
      for (const { resolve } of waiting) resolve(null);
      waiting = [];
    },
  };
}
