/** `/projects/:projectId/overview`: a project in figures. */
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import type { Parts } from "../parts.ts";

export const overviewDoors = (parts: Parts) =>
  new Elysia({ prefix: "/projects/:projectId/overview" }).use(closedDoors(parts));
