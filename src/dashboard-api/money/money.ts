/** `/projects/:projectId/money`: what each setting and cut-off earns and loses. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import type { Parts } from "../parts.ts";
import { lookAtMoney, Period } from "./look.ts";
import { setMoneyTerms } from "./set-terms.ts";

const params = Type.Object({ projectId: Type.String() });

export const moneyDoors = (parts: Parts) =>
  new Elysia({ prefix: "/projects/:projectId/money" })
    .use(closedDoors(parts))
    .get("", ({ params, query }) => lookAtMoney(parts, params.projectId, query), {
      params,
      query: Type.Object({
        period: Type.Optional(Period),
        matureDays: Type.Optional(Type.String()),
      }),
    })
    .put(
      "/terms",
      ({ caller, params, body }) => setMoneyTerms(parts, caller, params.projectId, body),
      { params, body: Type.Record(Type.String(), Type.Unknown()) },
    );
