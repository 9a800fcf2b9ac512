/** `/projects/:projectId/models`: the registry, and what each model has shown. */
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import type { Parts } from "../parts.ts";

export const modelDoors = (parts: Parts) =>
  new Elysia({ prefix: "/projects/:projectId/models" }).use(closedDoors(parts));
