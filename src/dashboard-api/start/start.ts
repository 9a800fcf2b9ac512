/** `/projects/:projectId/start`: how far a new project has come. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import type { Parts } from "../parts.ts";
import { lookAtStart } from "./look.ts";

const params = Type.Object({ projectId: Type.String() });

export const startDoors = (parts: Parts) =>
  new Elysia({ prefix: "/projects/:projectId/start" })
    .use(closedDoors(parts))
    .get("", ({ params }) => lookAtStart(parts, params.projectId), { params });
