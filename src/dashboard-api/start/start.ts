/** `/projects/:projectId/start`: how far a new project has come. */
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import type { Parts } from "../parts.ts";

export const startDoors = (parts: Parts) =>
  new Elysia({ prefix: "/projects/:projectId/start" }).use(closedDoors(parts));
