/** `/projects/:projectId/lists`: what is denied, allowed and marked whatever the model says. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  addListEntry,
  archiveListEntry,
  countListEntries,
  listEntries,
} from "../../decisions/lists/lists.ts";
import { listKinds, listTypes } from "../../storage/port/lists.ts";
import type { RouteDeps } from "./deps.ts";
import { userGuard } from "./guards.ts";
import { ofProject, oneOf } from "./schemas.ts";

const Kind = oneOf(listKinds);
const Text = Type.String({ maxLength: 1000 });

export const listRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects/:projectId/lists" })
    .use(userGuard(deps))
    .get("", ({ params }) => countListEntries(deps, params.projectId), { params: ofProject })
    // By a body: what is sought is a guest's, and a URL is in the logs of proxies.
    .post("/find", ({ params, body }) => listEntries(deps, { ...params, ...body }), {
      params: ofProject,
      body: Type.Object({
        kind: Kind,
        find: Type.Optional(Text),
        archived: Type.Optional(Type.Boolean()),
        cursor: Type.Optional(Type.String({ maxLength: 64 })),
      }),
    })
    .post(
      "/entries",
      ({ caller, params, body }) => addListEntry(deps, caller.actor, { ...params, ...body }),
      {
        params: ofProject,
        body: Type.Object({
          kind: Kind,
          type: oneOf(listTypes),
          value: Text,
          reason: Text,
          expiresAt: Type.Optional(Type.Union([Type.Null(), Type.String({ maxLength: 64 })])),
          decisionId: Type.Optional(Type.String({ maxLength: 128 })),
          review: Type.Optional(Type.Boolean()),
        }),
      },
    )
    .post(
      "/entries/:entryId/archive",
      ({ caller, params }) => archiveListEntry(deps, caller.actor, params),
      {
        params: Type.Object({ projectId: Type.String(), entryId: Type.String({ maxLength: 64 }) }),
      },
    );
