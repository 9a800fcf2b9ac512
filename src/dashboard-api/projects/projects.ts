/** `/projects`: made, named, set, archived. Which there are is in `/session`. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import { Name, RiskSetting } from "../fields.ts";
import type { Parts } from "../parts.ts";
import { archiveProject } from "./archive.ts";
import { createProjectHere } from "./create.ts";
import { previewSettings } from "./preview.ts";
import { renameProject } from "./rename.ts";
import { lookAtRetention, setRetention, wouldDelete } from "./retention.ts";
import { setRiskSetting } from "./set-risk-setting.ts";

const params = Type.Object({ projectId: Type.String() });

export const projectDoors = (parts: Parts) =>
  new Elysia({ prefix: "/projects" })
    .use(closedDoors(parts))
    .post("", ({ caller, body }) => createProjectHere(parts, caller, body), {
      body: Type.Object({ name: Name, riskSetting: RiskSetting }),
    })
    .put(
      "/:projectId/name",
      ({ caller, params, body }) => renameProject(parts, caller, params.projectId, body.name),
      { params, body: Type.Object({ name: Name }) },
    )
    .put(
      "/:projectId/risk-setting",
      ({ caller, params, body }) =>
        setRiskSetting(parts, caller, params.projectId, body.riskSetting),
      { params, body: Type.Object({ riskSetting: RiskSetting }) },
    )
    .put(
      "/:projectId/archived",
      ({ caller, params, body }) => archiveProject(parts, caller, params.projectId, body.archived),
      { params, body: Type.Object({ archived: Type.Boolean() }) },
    )
    .get(
      "/:projectId/risk-setting/preview",
      ({ params }) => previewSettings(parts, params.projectId),
      { params },
    )
    .get("/:projectId/retention", ({ params }) => lookAtRetention(parts, params.projectId), {
      params,
    })
    .get(
      "/:projectId/retention/would-delete",
      ({ params, query }) => wouldDelete(parts, params.projectId, query.days),
      { params, query: Type.Object({ days: Type.String() }) },
    )
    .put(
      "/:projectId/retention",
      ({ caller, params, body }) => setRetention(parts, caller, params.projectId, body.days),
      { params, body: Type.Object({ days: Type.Unknown() }) },
    );
