/** `/projects/:projectId/guests`: erasing and exporting guests, for owners. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { invalidInput } from "../domain-error.ts";
import { eraseGuest, listReceipts } from "../privacy/erase.ts";
import { exportGuest } from "../privacy/export.ts";
import { readGuest } from "../privacy/guest.ts";
import type { RouteDeps } from "./deps.ts";
import { userGuard } from "./guards.ts";
import { ofProject } from "./schemas.ts";

/** In the body: what a URL has is in the logs of proxies. */
const Asked = { kind: Type.String(), value: Type.String({ maxLength: 300 }) };

/** What a user types to confirm an erasure. */
const confirmation = "erase";

export const guestRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects/:projectId/guests" })
    .use(userGuard(deps))
    .post(
      "/erase",
      ({ caller, params: { projectId }, body: { confirm, ...asked } }) => {
        if (confirm !== confirmation) throw invalidInput("confirm", `must be "${confirmation}"`);
        return eraseGuest(deps, caller.actor, readGuest(projectId, asked));
      },
      { params: ofProject, body: Type.Object({ ...Asked, confirm: Type.String() }) },
    )
    .post(
      "/export",
      ({ caller, params: { projectId }, body }) =>
        exportGuest(deps, caller.actor, readGuest(projectId, body)),
      { params: ofProject, body: Type.Object(Asked) },
    )
    .get("/receipts", ({ params: { projectId } }) => listReceipts(deps, projectId), {
      params: ofProject,
    });
