/** `/links`: what somebody with a one-time link can do. The token is the only proof that counts. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { openDoors } from "../door.ts";
import { Email, Name, NewPassword, Token } from "../fields.ts";
import type { Parts } from "../parts.ts";
import { joinByLink } from "./join.ts";
import { lookAtLink } from "./look.ts";
import { passwordByLink } from "./password.ts";

export const linkDoors = (parts: Parts) =>
  new Elysia({ prefix: "/links" })
    .use(openDoors(parts))
    .post("/look", ({ visitor, body }) => lookAtLink(parts, visitor, body.token), {
      body: Type.Object({ token: Token }),
    })
    .post("/join", ({ visitor, body, set }) => joinByLink(parts, visitor, body, set), {
      body: Type.Object({
        token: Token,
        name: Name,
        email: Type.Optional(Email),
        password: NewPassword,
      }),
    })
    .post("/password", ({ visitor, body }) => passwordByLink(parts, visitor, body), {
      body: Type.Object({ token: Token, password: NewPassword }),
    });
