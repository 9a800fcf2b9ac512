/** Drift from samples of decisions, read in steps between which requests are answered. */
import { pauseOf } from "../../base/periodic.ts";
import { RecentValues } from "../../base/recent-values.ts";
import { getProject } from "../../projects/projects.ts";
import type { RiskSetting } from "../../projects/risk-setting.ts";
import type { Scorer } from "../../risk/features/scorer.ts";
import type { Store } from "../../storage/port/store.ts";
import { type DriftFigures, type DriftOptions, driftOf } from "./drift.ts";
import { sampleOfPast } from "./past.ts";
import type { BoundedPeriod } from "./past-periods.ts";
import { sampleDecisions } from "./sample.ts";
import { featureWeights, type WeighedRow } from "./weights.ts";

/** The pause between two pages of decisions, ms, in which other requests are answered. */
const pauseMs = 5;
/** How long a project's weights of a model are valid, ms, and how many are cached. */
const weightsMs = 60 * 60 * 1000;
const weightsMax = 50;

export interface SampledDriftDeps {
  store: Store;
  now: () => number;
  /** Calls with the model that decides for a project. */
  withModel<Result>(
    projectId: string,
    work: (model: Scorer & { name: string; version: string; sha256: string }) => Promise<Result>,
  ): Promise<Result>;
}

export type SampledDrift = (projectId: string, period: BoundedPeriod) => Promise<DriftFigures>;

export function sampledDrift(deps: SampledDriftDeps): SampledDrift {
  const { store } = deps;
  const weigh = weightsReader(deps);
  return async (projectId, period) => {
    const { riskSetting } = await getProject(store, projectId);
    const options: DriftOptions = {
      projectId,
      pause,
      to: period.to,
      riskSetting: riskSetting as RiskSetting,
      pages: sampleDecisions(projectId, period, store, pause),
      past: sampleOfPast(projectId, period, store, pause),
      weigh: (rows, names) => weigh({ projectId, period }, rows, names),
    };
    return driftOf(options, store);
  };
}

const pause = pauseOf(pauseMs);

type Weigh = (
  of: { projectId: string; period: BoundedPeriod },
  rows: readonly WeighedRow[],
  names: readonly string[],
) => Promise<ReadonlyMap<string, number>>;

/** The weights of features in the model that decides for a project, on its own decisions. */
function weightsReader({ withModel, now }: SampledDriftDeps): Weigh {
  const cached = new RecentValues<{ until: number; weights: ReadonlyMap<string, number> }>(
    weightsMax,
  );
  return ({ projectId, period: { from, to } }, rows, names) =>
    withModel(projectId, async (model) => {
      const key = `${projectId} ${to - from} ${model.name}@${model.version} ${model.sha256}`;
      const known = cached.get(key);
      if (known && known.until > now()) return known.weights;
      const weights = await featureWeights(model, rows, names, pause);
      cached.set(key, { until: now() + weightsMs, weights });
      return weights;
    });
}
