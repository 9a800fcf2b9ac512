/** `/projects/:projectId/keys`: a key itself is in one answer only, that which makes it. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import { Name, Origins } from "../fields.ts";
import type { Parts } from "../parts.ts";
import { createKeyHere } from "./create.ts";
import { listKeys } from "./list.ts";
import { renameKey } from "./rename.ts";
import { revokeKey } from "./revoke.ts";
import { setOrigins } from "./set-origins.ts";

const ofProject = Type.Object({ projectId: Type.String() });
const ofKey = Type.Object({ projectId: Type.String(), keyId: Type.String() });

export const keyDoors = (parts: Parts) =>
  new Elysia({ prefix: "/projects/:projectId/keys" })
    .use(closedDoors(parts))
    .get("", ({ params }) => listKeys(parts, params.projectId), { params: ofProject })
    .post("", ({ caller, params, body }) => createKeyHere(parts, caller, params.projectId, body), {
      params: ofProject,
      body: Type.Object({
        kind: Type.Union([Type.Literal("secret"), Type.Literal("publishable")]),
        name: Name,
        allowedOrigins: Type.Optional(Origins),
      }),
    })
    .put(
      "/:keyId/name",
      ({ caller, params, body }) => renameKey(parts, caller, params, body.name),
      { params: ofKey, body: Type.Object({ name: Name }) },
    )
    .put(
      "/:keyId/origins",
      ({ caller, params, body }) => setOrigins(parts, caller, params, body.allowedOrigins),
      { params: ofKey, body: Type.Object({ allowedOrigins: Origins }) },
    )
    .post("/:keyId/revoke", ({ caller, params }) => revokeKey(parts, caller, params), {
      params: ofKey,
    });
