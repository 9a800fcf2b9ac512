/** `/projects/:projectId/decisions`: looked up, listed, exported. */
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import type { Parts } from "../parts.ts";

export const decisionDoors = (parts: Parts) =>
  new Elysia({ prefix: "/projects/:projectId/decisions" }).use(closedDoors(parts));
