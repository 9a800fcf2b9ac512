/** `/projects/:projectId/webhooks`: a signing secret is in two answers only, those that make one. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { listDeliveries, replayDeliveries } from "../../projects/webhooks/deliveries.ts";
import {
  addWebhook,
  archiveWebhook,
  listWebhooks,
  rotateWebhookSecret,
  setWebhookEnabled,
  testWebhook,
} from "../../projects/webhooks/endpoints.ts";
import type { RouteDeps } from "./deps.ts";
import { userGuard } from "./guards.ts";
import { ofProject } from "./schemas.ts";

const Id = Type.String({ maxLength: 64 });
const ofEndpoint = Type.Object({ projectId: Type.String(), endpointId: Id });

export const webhookRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects/:projectId/webhooks" })
    .use(userGuard(deps))
    .get("", ({ params }) => listWebhooks(deps, params.projectId), { params: ofProject })
    .post(
      "",
      ({ caller, params, body }) => addWebhook(deps, caller.actor, { ...params, ...body }),
      {
        params: ofProject,
        body: Type.Object({
          url: Type.String(),
          events: Type.Optional(Type.Array(Id, { maxItems: 100 })),
          description: Type.Optional(Type.String({ maxLength: 1000 })),
        }),
      },
    )
    .get("/deliveries", ({ params, query }) => listDeliveries(deps, { ...params, ...query }), {
      params: ofProject,
      query: Type.Object({
        endpointId: Type.Optional(Id),
        cursor: Type.Optional(Type.String({ maxLength: 128 })),
      }),
    })
    .post(
      "/replay",
      ({ caller, params, body }) => replayDeliveries(deps, caller.actor, { ...params, ...body }),
      {
        params: ofProject,
        body: Type.Object({ eventId: Type.Optional(Id), endpointId: Type.Optional(Id) }),
      },
    )
    .post("/:endpointId/test", ({ caller, params }) => testWebhook(deps, caller.actor, params), {
      params: ofEndpoint,
    })
    .post(
      "/:endpointId/rotate",
      ({ caller, params }) => rotateWebhookSecret(deps, caller.actor, params),
      { params: ofEndpoint },
    )
    .put(
      "/:endpointId/enabled",
      ({ caller, params, body }) => setWebhookEnabled(deps, caller.actor, { ...params, ...body }),
      { params: ofEndpoint, body: Type.Object({ enabled: Type.Boolean() }) },
    )
    .post(
      "/:endpointId/archive",
      ({ caller, params }) => archiveWebhook(deps, caller.actor, params),
      { params: ofEndpoint },
    );
