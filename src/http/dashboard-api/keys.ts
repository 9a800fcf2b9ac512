/** `/projects/:projectId/keys`: a key itself is in one answer only, the one that creates it. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  createKey,
  listKeys,
  renameKey,
  restrictKey,
  revokeKey,
  setKeyOrigins,
} from "../../projects/keys.ts";
import type { RouteDeps } from "./deps.ts";
import { userGuard } from "./guards.ts";
import { KeyKind, Name, Origins, ofProject } from "./schemas.ts";

const ofKey = Type.Object({ projectId: Type.String(), keyId: Type.String() });

/** An absent one stays as it is, or is none for a new key. */
const restrictions = {
  expiresAt: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  allowedAddresses: Type.Optional(Type.Union([Type.Null(), Type.Array(Type.String())])),
  rateLimit: Type.Optional(Type.Union([Type.Null(), Type.Number()])),
};

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
        ...restrictions,
      }),
    })
    .put(
      "/:keyId/name",
      ({ caller, params, body }) => renameKey(deps, caller.actor, { ...params, name: body.name }),
      { params: ofKey, body: Type.Object({ name: Name }) },
    )
    .put(
      "/:keyId/origins",
      ({ caller, params, body }) => setKeyOrigins(deps, caller.actor, { ...params, ...body }),
      {
        params: ofKey,
        body: Type.Object({ allowedOrigins: Origins, replaces: Type.Optional(Origins) }),
      },
    )
    .put(
      "/:keyId/restrictions",
      ({ caller, params, body }) => restrictKey(deps, caller.actor, { ...params, ...body }),
      {
        params: ofKey,
        body: Type.Object({
          ...restrictions,
          replaces: Type.Optional(Type.Required(Type.Object(restrictions))),
        }),
      },
    )
    .post("/:keyId/revoke", ({ caller, params }) => revokeKey(deps, caller.actor, params), {
      params: ofKey,
    });
