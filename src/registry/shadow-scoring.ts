/**
 * Lets models in the shadow score what others decide, after the answer has left and in a thread of
 * their own. What comes faster than they score is dropped and counted: nobody waits for a shadow.
 */
import type { DecisionRecord } from "../storage/decisions.ts";
import type { ModelRecord, ShadowRecord } from "../storage/models.ts";
import type { ShadowScore } from "../storage/shadow-scores.ts";
import type { Library } from "./library.ts";
import { fullName } from "./model-name.ts";
import { type ShadowThread, startShadowThread } from "./start-shadow-thread.ts";

/** Decisions that wait; 10,000 take about 15 MB. */
const waitingMax = 10_000;
/** Decisions that are asked, and written, together. */
const togetherMax = 512;
/** How long decisions gather, ms. */
const gatherMs = 500;

export type ShadowOutcome = "scored" | "dropped" | "failed";

export interface ShadowParts {
  library: Library;
  nativeFolder: string;
  /** The scale, which is the same for every model. */
  riskScoreOf: (probability: number) => number;
  /** Told of decisions in the shadow: how many came to what end. */
  count: (outcome: ShadowOutcome, decisions: number) => void;
  /** Told why a model is not in the shadow, or why scores were lost. */
  failed: (model: string, reason: string) => void;
}

export interface ShadowScoring {
  /** Takes up who is in the shadow. @returns whether all of them could be loaded. */
  take(shadows: readonly ShadowRecord[]): Promise<boolean>;
  /** Of a decision that is on disk; costs a look-up and no more. */
  note(decision: DecisionRecord, features: Float64Array): void;
  /** Who is in the shadow, by project; null for all. */
  inShadow(): readonly { projectId: string | null; model: ModelRecord }[];
  /** Scores what waits. */
  close(): Promise<void>;
}

interface Waiting {
  model: ModelRecord;
  decision: Pick<DecisionRecord, "projectId" | "id" | "riskScore" | "decidedAt">;
  features: Float64Array;
}

export function shadowScoring(parts: ShadowParts): ShadowScoring {
  const { library, count, failed } = parts;
  const { store } = library;
  let models = new Map<string | null, ModelRecord>();
  const waiting: Waiting[] = [];
  let thread: ShadowThread | null = null;
  const opened = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let underWay: Promise<void> = Promise.resolve();

  /** Started at its first use, and anew where it has ended by a fault. */
  function threadOnce(): ShadowThread {
    if (thread && !thread.isGone()) return thread;
    opened.clear();
    thread = startShadowThread(parts.nativeFolder);
    return thread;
  }

  /** @returns the thread, with the model in it. */
  async function open(model: ModelRecord): Promise<ShadowThread> {
    const running = threadOnce();
    if (opened.has(model.bundleSha256)) return running;
    const files = await library.filesOf(model);
    await running.ask({ open: model.bundleSha256, files });
    opened.add(model.bundleSha256);
    return running;
  }

  async function closeOthers(): Promise<void> {
    const inUse = new Set([...models.values()].map(({ bundleSha256 }) => bundleSha256));
    for (const { model } of waiting) inUse.add(model.bundleSha256);
    for (const key of [...opened].filter((key) => !inUse.has(key))) {
      opened.delete(key);
      await threadOnce().ask({ close: key });
    }
  }

  function gather(): void {
    timer ??= setTimeout(() => {
      timer = null;
      underWay = underWay.then(scoreWaiting);
    }, gatherMs);
  }

  async function scoreWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const { model } = waiting[0]!;
      const end = waiting.findIndex((one, i) => i === togetherMax || one.model !== model);
      const group = waiting.splice(0, end < 0 ? waiting.length : end);
      try {
        const scores = await scoresOf(model, group);
        if (scores.length > 0) await store.shadowScores.add(scores);
        count("scored", scores.length);
        count("failed", group.length - scores.length);
      } catch (error) {
        count("failed", group.length);
        failed(fullName(model), error instanceof Error ? error.message : String(error));
      }
    }
  }

  async function scoresOf(model: ModelRecord, group: readonly Waiting[]): Promise<ShadowScore[]> {
    const width = group[0]!.features.length;
    const rows = new Float64Array(group.length * width);
    for (const [i, { features }] of group.entries()) rows.set(features, i * width);
    const running = await open(model);
    const answer = await running.ask({ ask: model.bundleSha256, rows });
    const { probabilities } = answer as { probabilities: Float64Array };
    return group.flatMap(({ decision }, i): ShadowScore[] => {
      const probability = probabilities[i]!;
      if (Number.isNaN(probability)) return [];
      return [
        {
          projectId: decision.projectId,
          decisionId: decision.id,
          modelName: model.name,
          modelVersion: model.version,
          modelSha256: model.sha256,
          probability,
          riskScore: parts.riskScoreOf(probability),
          servedRiskScore: decision.riskScore,
          at: decision.decidedAt,
        },
      ];
    });
  }

  return {
    async take(shadows) {
      const next = new Map<string | null, ModelRecord>();
      let whole = true;
      for (const shadow of shadows) {
        try {
          const model = (await store.models.find(shadow.name, shadow.version))!;
          await open(model);
          next.set(shadow.projectId, model);
        } catch (error) {
          whole = false;
          failed(fullName(shadow), error instanceof Error ? error.message : String(error));
        }
      }
      models = next;
      await underWay;
      await closeOthers();
      return whole;
    },

    note(decision, features) {
      const model = models.get(decision.projectId) ?? models.get(null);
      if (!model) return;
      if (waiting.length >= waitingMax) {
        count("dropped", 1);
        return;
      }
      const { projectId, id, riskScore, decidedAt } = decision; // The rest of it is large.
      waiting.push({ model, decision: { projectId, id, riskScore, decidedAt }, features });
      gather();
    },

    inShadow: () => [...models].map(([projectId, model]) => ({ projectId, model })),

    async close() {
      models = new Map();
      if (timer) clearTimeout(timer);
      await underWay;
      await scoreWaiting();
      thread?.close();
    },
  };
}
