/** `/session`: who is signed in and what they may; signing in, in one step or two, and out. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { openDoors } from "../door.ts";
import { Code, Email, Password } from "../fields.ts";
import type { Parts } from "../parts.ts";
import { end } from "./end.ts";
import { look } from "./look.ts";
import { secondFactor } from "./second-factor.ts";
import { start } from "./start.ts";

export const sessionDoors = (parts: Parts) =>
  new Elysia({ prefix: "/session" })
    .use(openDoors(parts))
    .get("", ({ visitor }) => look(parts, visitor))
    .post("", ({ visitor, body, set }) => start(parts, visitor, body, set), {
      body: Type.Object({ email: Email, password: Password }),
    })
    .post("/second-factor", ({ visitor, body, set }) => secondFactor(parts, visitor, body, set), {
      body: Type.Object({
        code: Code,
        kind: Type.Union([Type.Literal("app"), Type.Literal("backup")]),
        trustDevice: Type.Optional(Type.Boolean()),
      }),
    })
    .post("/end", ({ visitor, set }) => end(visitor, set));
