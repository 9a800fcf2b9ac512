/**
 * Scores decisions with shadow models, after the response was sent and in a thread of its own. When
 * decisions arrive faster than a shadow model scores, they are dropped and counted.
 */
import { storedAttributes } from "../../risk/stored-attributes.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { ModelRecord, ShadowRecord } from "../../storage/port/models.ts";
import type { ShadowScore } from "../../storage/port/shadow-scores.ts";
import { statedBaseRate } from "./base-rate.ts";
import { attributesOfModel } from "./declared-attributes.ts";
import type { Library } from "./library.ts";
import { fullName } from "./model-name.ts";
import { ShadowModels } from "./shadow-client.ts";
import type { SentAttributes } from "./shadow-thread.ts";

/** Decisions in the queue; 10,000 take about 15 MB. */
const queueMax = 10_000;
/** Decisions that are scored and written together. */
const batchMax = 512;
/** How long decisions are collected before they are scored, ms. */
const gatherMs = 500;

export type ShadowOutcome = "scored" | "dropped" | "failed";

export interface ShadowDeps {
  library: Library;
  nativeFolder: string;
  /**
   * A model's own probability on the scale of all models: shifted to the project's base rate where
   * both are known, and its score.
   */
  onScale: (
    modelProbability: number,
    project: { baseRate: number | null },
    model: { baseRate: number | null },
  ) => { probability: number; riskScore: number };
  /** Called with the number of decisions that were scored, dropped or failed. */
  count: (outcome: ShadowOutcome, decisions: number) => void;
  /** Called with the reason why a shadow model is not loaded, or why scores were lost. */
  failed: (model: string, reason: string) => void;
}

export interface ShadowScoring {
  /** Loads the shadow models. @returns whether all of them could be loaded. */
  apply(shadows: readonly ShadowRecord[]): Promise<boolean>;
  /** Queues a decision that is on disk. */
  note(decision: DecisionRecord, features: Float64Array): void;
  /** The shadow models by project; null for all. */
  inShadow(): readonly { projectId: string | null; model: ModelRecord }[];
  /** Scores the queue, then stops. */
  close(): Promise<void>;
}

type ShadowModel = ModelRecord & { baseRate: number | null; readsAttributes: boolean };

interface QueuedDecision {
  model: ShadowModel;
  decision: Pick<
    DecisionRecord,
    "projectId" | "id" | "riskScore" | "decidedAt" | "projectBaseRate"
  >;
  features: Float64Array;
  attributes: SentAttributes;
}

export function shadowScoring(deps: ShadowDeps): ShadowScoring {
  const { library, count, failed } = deps;
  const { store } = library;
  let models = new Map<string | null, ShadowModel>();
  const queue: QueuedDecision[] = [];
  const loaded = new ShadowModels(library, deps.nativeFolder);
  let timer: ReturnType<typeof setTimeout> | null = null;
  let scoring: Promise<void> = Promise.resolve();

  function gather(): void {
    timer ??= setTimeout(() => {
      timer = null;
      scoring = scoring.then(scoreQueue);
    }, gatherMs);
  }

  async function scoreQueue(): Promise<void> {
    while (queue.length > 0) await scoreGroup(takeGroup(queue), loaded, deps);
  }

  return {
    async apply(shadows) {
      const next = new Map<string | null, ShadowModel>();
      let complete = true;
      for (const shadow of shadows) {
        try {
          const model = (await store.models.find(shadow.name, shadow.version))!;
          await loaded.load(model);
          const readsAttributes = attributesOfModel(model).length > 0;
          const baseRate = statedBaseRate(model);
          next.set(shadow.projectId, { ...model, baseRate, readsAttributes });
        } catch (error) {
          complete = false;
          failed(fullName(shadow), error instanceof Error ? error.message : String(error));
        }
      }
      models = next;
      await scoring;
      await loaded.closeExcept([...models.values(), ...queue.map(({ model }) => model)]);
      return complete;
    },

    note(decision, features) {
      const model = models.get(decision.projectId) ?? models.get(null);
      if (!model) return;
      if (queue.length >= queueMax) {
        count("dropped", 1);
        return;
      }
      const { projectId, id, riskScore, decidedAt, projectBaseRate } = decision; // The rest is large.
      const noted = { projectId, id, riskScore, decidedAt, projectBaseRate };
      const attributes = model.readsAttributes ? storedAttributes(decision) : undefined;
      queue.push({ model, decision: noted, features, attributes });
      gather();
    },

    inShadow: () => [...models].map(([projectId, model]) => ({ projectId, model })),

    async close() {
      models = new Map();
      if (timer) clearTimeout(timer);
      await scoring;
      await scoreQueue();
      loaded.close();
    },
  };
}

/** Removes the first decisions of one model from the queue, at most a batch. */
function takeGroup(queue: QueuedDecision[]): QueuedDecision[] {
  const { model } = queue[0]!;
  const end = queue.findIndex((one, i) => i === batchMax || one.model !== model);
  return queue.splice(0, end < 0 ? queue.length : end);
}

/** Scores and stores decisions of one model. */
async function scoreGroup(
  group: readonly QueuedDecision[],
  loaded: ShadowModels,
  { library, count, failed, onScale }: ShadowDeps,
): Promise<void> {
  const { model } = group[0]!;
  try {
    const probabilities = await loaded.score(model, concatenated(group), attributesOf(group));
    const scores = group
      .map((one, i) => {
        const project = { baseRate: one.decision.projectBaseRate };
        const own = probabilities[i]!;
        return Number.isNaN(own) ? null : shadowScore(one, onScale(own, project, model));
      })
      .filter((score) => score !== null);
    if (scores.length > 0) await library.store.shadowScores.add(scores);
    count("scored", scores.length);
    count("failed", group.length - scores.length);
  } catch (error) {
    count("failed", group.length);
    failed(fullName(model), error instanceof Error ? error.message : String(error));
  }
}

function attributesOf(group: readonly QueuedDecision[]): readonly SentAttributes[] | null {
  const all = group.map(({ attributes }) => attributes);
  return all.some((one) => one !== undefined) ? all : null;
}

function concatenated(group: readonly QueuedDecision[]): Float64Array {
  const width = group[0]!.features.length;
  const rows = new Float64Array(group.length * width);
  for (const [i, { features }] of group.entries()) rows.set(features, i * width);
  return rows;
}

function shadowScore(
  { model, decision }: QueuedDecision,
  scaled: { probability: number; riskScore: number },
): ShadowScore {
  return {
    projectId: decision.projectId,
    decisionId: decision.id,
    modelName: model.name,
    modelVersion: model.version,
    modelSha256: model.sha256,
    ...scaled,
    servedRiskScore: decision.riskScore,
    at: decision.decidedAt,
  };
}
