/** `/audit/:projectId`: who did what, and when, in a project or in all (`all`). */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import type { Parts } from "../parts.ts";
import { listAudit } from "./list.ts";

export const auditDoors = (parts: Parts) =>
  new Elysia({ prefix: "/audit/:projectId" })
    .use(closedDoors(parts))
    .get("", ({ caller }) => listAudit(parts, caller.projectId), {
      params: Type.Object({ projectId: Type.String() }),
    });
