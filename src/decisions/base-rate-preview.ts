/** What a project's base rate would have changed of its recent decisions. */
import type { EstimateDeps } from "../evaluation/money/base-rate-estimate.ts";
import { readBaseRate } from "../projects/base-rate.ts";
import { getProject } from "../projects/projects.ts";
import type { RiskSetting } from "../projects/risk-setting.ts";
import { onScale } from "../risk/base-rate.ts";
import { suggestedActionOf } from "../risk/score.ts";
import type { Store } from "../storage/port/store.ts";
import { startOfLastDays } from "./last-days.ts";
import { previewDays } from "./settings-preview.ts";

/** The newest decisions are enough for a preview, and take a second. */
const decisionsMax = 100_000;

export interface BaseRatePreview {
  from: number;
  to: number;
  /** Decisions of the range, at most the newest 100,000. */
  decisions: number;
  /** Of them, those by a model that states no base rate, which none shifts. */
  withoutModelRate: number;
  /** How many the project's risk setting would have denied at each rate. */
  denied: { unset: number; current: number; next: number };
}

/**
 * Scores the decisions of the last 30 days at three rates: none, the project's, and the next one.
 * @param input `percent`: the next one; null: none.
 * @throws DomainError project_not_found, invalid_input
 */
export async function baseRatePreview(
  { store, now, modelRate }: EstimateDeps & { store: Pick<Store, "projects"> },
  { projectId, percent }: { projectId: string; percent: string | null },
): Promise<BaseRatePreview> {
  const { baseRate, riskSetting } = await getProject(store, projectId);
  const next = percent === null ? null : readBaseRate(percent);
  const to = now() + 1;
  const from = startOfLastDays(previewDays, to - 1);
  const found = await store.search.modelProbabilities(projectId, { from, to }, decisionsMax);
  const preview: BaseRatePreview = {
    from,
    to,
    decisions: 0,
    withoutModelRate: 0,
    denied: { unset: 0, current: 0, next: 0 },
  };
  for (const { kind, modelProbabilities } of found) {
    const model = { baseRate: await modelRate(kind.modelName, kind.modelVersion) };
    preview.decisions += modelProbabilities.length;
    if (model.baseRate === null) preview.withoutModelRate += modelProbabilities.length;
    for (const [name, rate] of [
      ["unset", null],
      ["current", baseRate],
      ["next", next],
    ] as const) {
      for (const own of modelProbabilities) {
        const { riskScore } = onScale(own, { baseRate: rate }, model);
        const action = suggestedActionOf(riskScore, riskSetting as RiskSetting);
        if (action === "deny") preview.denied[name] += 1;
      }
    }
  }
  return preview;
}
