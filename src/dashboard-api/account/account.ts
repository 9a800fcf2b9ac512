/** `/account`: what everybody may change of their own. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import { Code, Name, NewPassword, Password } from "../fields.ts";
import type { Parts } from "../parts.ts";
import { renameMyself } from "./name.ts";
import { changePassword } from "./password.ts";
import { endMySession, endOtherSessions, mySessions } from "./sessions.ts";
import { confirm, endTwoFactor, newBackupCodes, startTwoFactor } from "./two-factor.ts";

export const accountDoors = (parts: Parts) =>
  new Elysia({ prefix: "/account" })
    .use(closedDoors(parts))
    .put("/name", ({ caller, body }) => renameMyself(parts, caller, body.name), {
      body: Type.Object({ name: Name }),
    })
    .put("/password", ({ caller, body }) => changePassword(parts, caller, body), {
      body: Type.Object({ currentPassword: Password, password: NewPassword }),
    })
    .get("/sessions", ({ caller }) => mySessions(parts, caller))
    .post("/sessions/end-others", ({ caller }) => endOtherSessions(parts, caller))
    .post(
      "/sessions/:sessionId/end",
      ({ caller, params }) => endMySession(parts, caller, params.sessionId),
      { params: Type.Object({ sessionId: Type.String() }) },
    )
    .post("/two-factor", ({ caller, body }) => startTwoFactor(parts, caller, body.password), {
      body: Type.Object({ password: Password }),
    })
    .post(
      "/two-factor/confirm",
      ({ caller, body, set }) => confirm(parts, caller, body.code, set),
      { body: Type.Object({ code: Code }) },
    )
    .post(
      "/two-factor/backup-codes",
      ({ caller, body }) => newBackupCodes(parts, caller, body.password),
      { body: Type.Object({ password: Password }) },
    )
    .post(
      "/two-factor/end",
      ({ caller, body, set }) => endTwoFactor(parts, caller, body.password, set),
      { body: Type.Object({ password: Password }) },
    );
