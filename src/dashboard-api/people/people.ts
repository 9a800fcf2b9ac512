/** `/people/:projectId`: who has a role in a project, or in all of them (`all`). */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import { Email, Role } from "../fields.ts";
import type { Parts } from "../parts.ts";
import { invite } from "./invite.ts";
import { listPeople } from "./list.ts";
import { removePerson } from "./remove.ts";
import { setRole } from "./set-role.ts";
import { withdrawInvitation } from "./withdraw.ts";

const id = Type.String();
const ofProject = Type.Object({ projectId: id });
const ofPerson = Type.Object({ projectId: id, userId: id });
const ofLink = Type.Object({ projectId: id, linkId: id });

export const peopleDoors = (parts: Parts) =>
  new Elysia({ prefix: "/people/:projectId" })
    .use(closedDoors(parts))
    .get("", ({ caller }) => listPeople(parts, caller), { params: ofProject })
    .post("/invitations", ({ caller, body }) => invite(parts, caller, body), {
      params: ofProject,
      body: Type.Object({ email: Email, role: Role }),
    })
    .post(
      "/invitations/:linkId/withdraw",
      ({ caller, params }) => withdrawInvitation(parts, caller, params.linkId),
      { params: ofLink },
    )
    .put(
      "/:userId/role",
      ({ caller, params, body }) => setRole(parts, caller, params.userId, body.role),
      { params: ofPerson, body: Type.Object({ role: Type.Union([Role, Type.Null()]) }) },
    )
    .post("/:userId/remove", ({ caller, params }) => removePerson(parts, caller, params.userId), {
      params: ofPerson,
    });
