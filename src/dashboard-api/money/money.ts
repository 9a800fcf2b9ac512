/** `/projects/:projectId/money`: what each setting and cut-off earns and loses. */
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import type { Parts } from "../parts.ts";

export const moneyDoors = (parts: Parts) =>
  new Elysia({ prefix: "/projects/:projectId/money" }).use(closedDoors(parts));
