/**
 * `/projects/:projectId/models`: the registry, what each model has shown, and who decides. In the
 * project of the address, or in all (`all`). A model is retired for all, so that is a door of its own.
 */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import type { Parts } from "../parts.ts";
import { ModelTitle } from "./asked-model.ts";
import { promoteHere, retireModel, rollbackHere, shadowHere } from "./change.ts";
import { listModelsHere } from "./list.ts";
import { lookAtModel } from "./look.ts";
import { listReplays, replayReport } from "./replays.ts";
import { lookAtShadow } from "./shadow-look.ts";
import { startReplay } from "./start-replay.ts";

const ofProject = Type.Object({ projectId: Type.String() });
const ofModel = Type.Object({ projectId: Type.String(), model: ModelTitle });
const ofReplay = Type.Object({
  ...{ projectId: Type.String(), model: ModelTitle },
  replayId: Type.String({ maxLength: 64 }),
});

/** As far back as a replay may be asked to go: ten years. */
const daysMax = 3650;

export const modelDoors = (parts: Parts) => new Elysia().use(hereDoors(parts)).use(allDoors(parts));

const hereDoors = (parts: Parts) =>
  new Elysia({ prefix: "/projects/:projectId/models" })
    .use(closedDoors(parts))
    .get("", ({ caller }) => listModelsHere(parts, caller), { params: ofProject })
    .post("/rollback", ({ caller, body }) => rollbackHere(parts, caller, body.from), {
      params: ofProject,
      body: Type.Object({ from: ModelTitle }),
    })
    .get("/:model", ({ caller, params }) => lookAtModel(parts, caller, params.model), {
      params: ofModel,
    })
    .get("/:model/shadow", ({ caller, params }) => lookAtShadow(parts, caller, params.model), {
      params: ofModel,
    })
    .put(
      "/:model/shadow",
      ({ caller, params, body }) => shadowHere(parts, caller, params.model, body.on),
      { params: ofModel, body: Type.Object({ on: Type.Boolean() }) },
    )
    .post(
      "/:model/promote",
      ({ caller, params, body }) => promoteHere(parts, caller, params.model, body.force),
      { params: ofModel, body: Type.Object({ force: Type.Boolean() }) },
    )
    .get("/:model/replays", ({ caller, params }) => listReplays(parts, caller, params.model), {
      params: ofModel,
    })
    .post(
      "/:model/replays",
      ({ caller, params, body }) => startReplay(parts, caller, params.model, body.days),
      {
        params: ofModel,
        body: Type.Object({ days: Type.Integer({ minimum: 1, maximum: daysMax }) }),
      },
    )
    .get(
      "/:model/replays/:replayId",
      ({ caller, params }) => replayReport(parts, caller, params.replayId),
      { params: ofReplay },
    );

const allDoors = (parts: Parts) =>
  new Elysia({ prefix: "/models" })
    .use(closedDoors(parts))
    .post("/:model/retire", ({ caller, params }) => retireModel(parts, caller, params.model), {
      params: Type.Object({ model: ModelTitle }),
    });
