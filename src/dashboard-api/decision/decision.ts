/** `/projects/:projectId/decisions/:decisionId`: all that is known of one. */
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import type { Parts } from "../parts.ts";

export const oneDecisionDoors = (parts: Parts) =>
  new Elysia({ prefix: "/projects/:projectId/decisions/:decisionId" }).use(closedDoors(parts));
