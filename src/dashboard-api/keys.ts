/** `/projects/:projectId/keys`: a key itself is in one answer only, the one that creates it. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { createKey, listKeys, renameKey, revokeKey, setKeyOrigins } from "../projects/keys.ts";
import type { RouteDeps } from "./deps.ts";
import { userGuard } from "./guards.ts";
import { KeyKind, Name, Origins, ofProject } from "./schemas.ts";

const ofKey = Type.Object({ projectId: Type.String(), keyId: Type.String() });

export const keyRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects/:projectId/keys" })
    .use(userGuard(deps))
    .get("", ({ params }) => listKeys(deps, params.projectId), { params: ofProject })
    .post("", ({ caller, params, body }) => createKey(deps, caller.actor, { ...params, ...body }), {
      params: ofProject,
      body: Type.Object({
        kind: KeyKind,
        name: Name,
        allowedOrigins: Type.Optional(Origins),
      }),
    })
    .put(
      "/:keyId/name",
      ({ caller, params, body }) => renameKey(deps, caller.actor, { ...params, name: body.name }),
      { params: ofKey, body: Type.Object({ name: Name }) },
    )
    .put(
      "/:keyId/origins",
      ({ caller, params, body: { allowedOrigins } }) =>
        setKeyOrigins(deps, caller.actor, { ...params, allowedOrigins }),
      { params: ofKey, body: Type.Object({ allowedOrigins: Origins }) },
    )
    .post("/:keyId/revoke", ({ caller, params }) => revokeKey(deps, caller.actor, params), {
      params: ofKey,
    });
