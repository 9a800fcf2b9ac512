/** `/projects/:projectId/guests`: erasing and exporting guests, for owners. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { invalidInput } from "../../base/domain-error.ts";
import { eraseGuest, listReceipts } from "../../decisions/privacy/erase.ts";
import { exportGuest } from "../../decisions/privacy/export.ts";
import { type Guest, readGuest } from "../../decisions/privacy/guest.ts";
import { countStored } from "../../decisions/privacy/guest-records.ts";
import type { LookUps } from "./decision-list/audited-find.ts";
import type { RouteDeps } from "./deps.ts";
import { streamOf } from "./download.ts";
import { type UserCaller, userGuard } from "./guards.ts";
import { ofProject } from "./schemas.ts";

/** In the body: what a URL has is in the logs of proxies. */
const Asked = { kind: Type.String(), value: Type.String({ maxLength: 300 }) };

/** What a user types to confirm an erasure. */
const confirmation = "erase";

export const guestRoutes = (deps: RouteDeps, lookUps: LookUps) =>
  new Elysia({ prefix: "/projects/:projectId/guests" })
    .use(userGuard(deps))
    .post(
      "/erase",
      ({ caller, params: { projectId }, body: { confirm, keptBecause, ...asked } }) => {
        if (confirm !== confirmation) throw invalidInput("confirm", `must be "${confirmation}"`);
        return eraseGuest(deps, caller.actor, readGuest(projectId, asked), keptBecause);
      },
      {
        params: ofProject,
        body: Type.Object({
          ...Asked,
          confirm: Type.String(),
          // Why list entries are kept as keyed hashes; without it, they are deleted.
          keptBecause: Type.Optional(Type.String()),
        }),
      },
    )
    .post(
      "/stored",
      async ({ caller, params: { projectId }, body }) => {
        const guest = readGuest(projectId, body);
        await lookUps.view(caller, projectId, { find: { by: guest.kind, text: body.value } });
        return countStored(deps, guest);
      },
      { params: ofProject, body: Type.Object(Asked) },
    )
    .post(
      "/export",
      ({ caller, params: { projectId }, body }) =>
        exportFile(deps, caller, readGuest(projectId, body)),
      { params: ofProject, body: Type.Object(Asked) },
    )
    .get("/receipts", ({ params: { projectId } }) => listReceipts(deps, projectId), {
      params: ofProject,
    });

/**
 * A `GuestExport`, read as fast as it is downloaded.
 * @throws Problem rate_limited, DomainError project_not_found, erased_meanwhile
 */
async function exportFile(
  deps: Pick<RouteDeps, "store" | "now" | "places">,
  { user, actor }: Pick<UserCaller, "user" | "actor">,
  guest: Guest,
): Promise<Response> {
  const end = deps.places.take({ userId: user.id, projectId: guest.projectId });
  try {
    const exported = await exportGuest(deps, actor, guest);
    async function* file() {
      try {
        yield* exported.file;
      } finally {
        end();
      }
    }
    return new Response(streamOf(file(), end), {
      headers: { "Content-Type": "application/json" },
    });
  } catch (error) {
    end();
    throw error;
  }
}
