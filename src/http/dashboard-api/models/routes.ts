/**
 * `/projects/:projectId/models`: the model registry, what each model has shown, and which one
 * decides, in the project of the path or in all projects (`all`). Another project's own model does not
 * exist in a project: the answers are those to an unknown one. A model is retired for all projects, so
 * that route has no project.
 */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { retire } from "../../../model/registry/install.ts";
import { fullName, parseModelName } from "../../../model/registry/model-name.ts";
import { promote, rollback } from "../../../model/registry/promote.ts";
import { startReplay } from "../../../model/registry/replay-runs.ts";
import { getModelFor, type RegistryDeps } from "../../../model/registry/roles.ts";
import { endShadow, startShadow } from "../../../model/registry/shadow.ts";
import type { ModelRecord } from "../../../storage/port/models.ts";
import type { RouteDeps } from "../deps.ts";
import { type UserCaller, userGuard } from "../guards.ts";
import { ofProject } from "../schemas.ts";
import { getCalibration } from "./calibration.ts";
import { ChallengeBody, oneProject, setChallenge } from "./challenge.ts";
import { getModelDetail } from "./detail.ts";
import { installUploaded, UploadedBundle } from "./install.ts";
import { listModels } from "./list.ts";
import { getReplayReport, listReplays } from "./replays.ts";
import { getShadowResults } from "./shadow-results.ts";

/** `NAME@VERSION`; a manifest allows 64 characters for each. */
const FullName = Type.String({ maxLength: 129 });
const ofModel = Type.Object({ projectId: Type.String(), model: FullName });
const ofReplay = Type.Object({
  projectId: Type.String(),
  model: FullName,
  replayId: Type.String({ maxLength: 64 }),
});

/** The longest period of a replay: ten years. */
const replayDaysMax = 3650;

const done = { done: true } as const;

export const modelRoutes = (deps: RouteDeps) =>
  new Elysia()
    .use(projectModelRoutes(deps))
    .use(trialRoutes(deps))
    .use(replayRoutes(deps))
    .use(allProjectsRoutes(deps));

const projectModelRoutes = (deps: RouteDeps) => {
  const registry = registryDeps(deps);
  const modelOf = modelOfProject(registry);
  return new Elysia({ prefix: "/projects/:projectId/models" })
    .use(userGuard(deps))
    .get("", ({ caller }) => listModels(deps, caller), { params: ofProject })
    .post("", ({ caller, body }) => installUploaded(deps, caller, body), {
      params: ofProject,
      body: UploadedBundle,
    })
    .post(
      "/rollback",
      async ({ caller: { actor, projectId }, body: { from } }) => {
        const active = await rollback(registry, actor, { projectId, from });
        return { model: active && fullName(active) };
      },
      { params: ofProject, body: Type.Object({ from: FullName }) },
    )
    .get(
      "/:model",
      async ({ caller, params }) => getModelDetail(deps, caller, await modelOf(caller, params)),
      { params: ofModel },
    )
    .post(
      "/:model/promote",
      async ({ caller: { actor, projectId }, params, body: { force } }) => {
        const model = parseModelName(params.model);
        const { changed, forced } = await promote(registry, actor, { model, projectId, force });
        return { changed, forced };
      },
      { params: ofModel, body: Type.Object({ force: Type.Boolean() }) },
    );
};

/** Shadow mode, calibration and challenges: how a model performs, before it is promoted and after. */
const trialRoutes = (deps: RouteDeps) => {
  const registry = registryDeps(deps);
  const modelOf = modelOfProject(registry);
  return new Elysia({ prefix: "/projects/:projectId/models" })
    .use(userGuard(deps))
    .get(
      "/:model/shadow",
      async ({ caller, params }) => getShadowResults(deps, caller, await modelOf(caller, params)),
      { params: ofModel },
    )
    .put(
      "/:model/shadow",
      async ({ caller, params, body }) => {
        const { actor, projectId } = caller;
        const input = { model: await modelOf(caller, params), projectId };
        if (body.on) await startShadow(registry, actor, input);
        else await endShadow(registry, actor, input);
        return done;
      },
      { params: ofModel, body: Type.Object({ on: Type.Boolean() }) },
    )
    .get(
      "/:model/calibration",
      async ({ caller, params }) =>
        getCalibration(deps, {
          model: await modelOf(caller, params),
          projectId: oneProject(caller),
        }),
      { params: ofModel },
    )
    .get(
      "/:model/challenge",
      async ({ caller, params }) =>
        deps.models.challenges.report({
          model: await modelOf(caller, params),
          projectId: oneProject(caller),
        }),
      { params: ofModel },
    )
    .put(
      "/:model/challenge",
      async ({ caller, params, body }) => {
        await setChallenge(registry, caller, { model: parseModelName(params.model), body });
        return done;
      },
      { params: ofModel, body: ChallengeBody },
    );
};

const replayRoutes = (deps: RouteDeps) => {
  const registry = registryDeps(deps);
  const modelOf = modelOfProject(registry);
  return new Elysia({ prefix: "/projects/:projectId/models" })
    .use(userGuard(deps))
    .get(
      "/:model/replays",
      async ({ caller, params }) => listReplays(deps, caller, await modelOf(caller, params)),
      { params: ofModel },
    )
    .post(
      "/:model/replays",
      async ({ caller: { actor, projectId }, params, body: { days } }) => {
        const model = parseModelName(params.model);
        const { replays } = deps.models;
        await startReplay({ ...registry, replays }, actor, { model, projectId, days });
        return done;
      },
      {
        params: ofModel,
        body: Type.Object({ days: Type.Integer({ minimum: 1, maximum: replayDaysMax }) }),
      },
    )
    .get(
      "/:model/replays/:replayId",
      async ({ caller, params }) =>
        getReplayReport(deps, caller, { ...params, model: await modelOf(caller, params) }),
      { params: ofReplay },
    );
};

const allProjectsRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/models" }).use(userGuard(deps)).post(
    "/:model/retire",
    async ({ caller, params }) => {
      await retire(registryDeps(deps), caller.actor, { model: parseModelName(params.model) });
      return done;
    },
    { params: Type.Object({ model: FullName }) },
  );

const modelOfProject =
  ({ library }: RegistryDeps) =>
  ({ projectId }: UserCaller, params: { model: string }): Promise<ModelRecord> =>
    getModelFor(library, parseModelName(params.model), projectId);

function registryDeps({ models: { library }, now }: RouteDeps): RegistryDeps {
  return { library, now };
}
