/** `/projects/:projectId/views`: filters of the list of decisions, shared in the project. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { listSavedViews, removeView, saveView } from "../../../decisions/saved-views.ts";
import type { RouteDeps } from "../deps.ts";
import { userGuard } from "../guards.ts";
import { Name, ofProject } from "../schemas.ts";
import { SentView } from "./sent-view.ts";

export const savedViewRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects/:projectId/views" })
    .use(userGuard(deps))
    .get("", async ({ params }) => ({ views: await listSavedViews(deps, params.projectId) }), {
      params: ofProject,
    })
    .post("", ({ caller, params, body }) => saveView(deps, caller.actor, { ...params, ...body }), {
      params: ofProject,
      body: Type.Object({ name: Name, filters: SentView }),
    })
    .post(
      "/remove",
      async ({ caller, params, body }) => {
        await removeView(deps, caller.actor, { ...params, ...body });
        return {};
      },
      { params: ofProject, body: Type.Object({ name: Name }) },
    );
