/** `/projects/:projectId/base-rate`: the project's own fraud rate, what it rests on and changes. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { baseRatePreview } from "../../decisions/base-rate-preview.ts";
import {
  type EstimatedBaseRate,
  estimateBaseRate,
  problemText,
  setEstimatedBaseRate,
} from "../../evaluation/money/base-rate-estimate.ts";
import { modelRates, promotedModel } from "../../model/registry/base-rate.ts";
import { getBaseRateBasis, setBaseRate } from "../../projects/base-rate.ts";
import { getProject } from "../../projects/projects.ts";
import type { BaseRateBasis } from "../../storage/port/projects.ts";
import type { RouteDeps } from "./deps.ts";
import { userGuard } from "./guards.ts";
import { ofProject } from "./schemas.ts";

/** A percentage as entered, the estimate of this moment, or none. */
const Rate = Type.Union([Type.String(), Type.Null()]);
const estimated = "estimated";

export const baseRateRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects/:projectId/base-rate" })
    .use(userGuard(deps))
    .get("", ({ params }) => getBaseRate(deps, params.projectId), { params: ofProject })
    .get(
      "/preview",
      ({ params, query: { rate = null } }) =>
        baseRatePreview(withModelRates(deps), { ...params, percent: rate }),
      { params: ofProject, query: Type.Object({ rate: Type.Optional(Type.String()) }) },
    )
    .put(
      "",
      async ({ caller: { actor }, params, body: { rate } }) => {
        if (rate === estimated) await setEstimatedBaseRate(withModelRates(deps), actor, params);
        else await setBaseRate(deps, actor, { ...params, percent: rate });
        return getBaseRate(deps, params.projectId);
      },
      { params: ofProject, body: Type.Object({ rate: Rate }) },
    );

export interface ProjectBaseRate {
  /** Null where none is set. */
  baseRate: number | null;
  basis: BaseRateBasis | null;
  /** The model that scores for the project; its rate is null where it states none. */
  model: { name: string; version: string; baseRate: number | null } | null;
  estimate: EstimatedBaseRate["estimate"];
  /** Why there is no estimate, or why it is not to be used: a sentence. */
  problem: string | null;
}

/** @throws DomainError project_not_found */
async function getBaseRate(deps: RouteDeps, projectId: string): Promise<ProjectBaseRate> {
  const { baseRate } = await getProject(deps.store, projectId);
  const [basis, model, { estimate, problem }] = await Promise.all([
    getBaseRateBasis(deps, projectId),
    promotedModel(deps.store, projectId),
    estimateBaseRate(projectId, withModelRates(deps)),
  ]);
  return { baseRate, basis, model, estimate, problem: problem && problemText(problem) };
}

const withModelRates = (deps: RouteDeps) => ({ ...deps, modelRate: modelRates(deps.store) });
