/**
 * `/projects/:projectId/decisions`: looked up, listed, exported.
 *
 * What somebody looks up may be a guest's mailbox or phone, and an address ends up in the logs of
 * servers and proxies. So everything that is typed comes in a body, also where nothing is changed.
 */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { decisionsOf } from "../../decisions/decisions.ts";
import { textMax } from "../../decisions/readings.ts";
import { closedDoors } from "../door.ts";
import type { Parts } from "../parts.ts";
import { exportDecisions } from "./export.ts";
import { findDecisions } from "./find.ts";
import { suggestHotels } from "./hotels.ts";
import { listDecisions } from "./list.ts";
import { modelNames } from "./models.ts";
import { orderExport } from "./order-export.ts";
import { exportOrders } from "./orders.ts";
import { SentView } from "./sent-view.ts";

const ofProject = Type.Object({ projectId: Type.String() });
const ofOrder = Type.Object({ projectId: Type.String(), orderId: Type.String() });
/** Longer texts than can be looked up find nothing; far longer ones are refused. */
const Typed = Type.String({ maxLength: textMax * 4 });
const Cursor = Type.String({ maxLength: 100 });

export function decisionDoors(parts: Parts) {
  const decisions = decisionsOf(parts.store, parts.now);
  const room = { ...parts, decisions, orders: exportOrders(parts.now) };
  return new Elysia({ prefix: "/projects/:projectId/decisions" })
    .use(closedDoors(parts))
    .post(
      "/list",
      ({ caller, params, body }) => listDecisions(room, caller, params.projectId, body),
      {
        params: ofProject,
        body: Type.Object({ view: SentView, cursor: Type.Optional(Cursor) }),
      },
    )
    .post(
      "/find",
      ({ caller, params, body }) => findDecisions(room, caller, params.projectId, body.text),
      { params: ofProject, body: Type.Object({ text: Typed }) },
    )
    .post("/hotels", ({ params, body }) => suggestHotels(room, params.projectId, body.text), {
      params: ofProject,
      body: Type.Object({ text: Typed }),
    })
    .get("/models", () => modelNames(room), { params: ofProject })
    .post(
      "/exports",
      ({ caller, params, body }) => orderExport(room, caller, params.projectId, body.view),
      { params: ofProject, body: Type.Object({ view: SentView }) },
    )
    .get("/exports/:orderId", ({ caller, params }) => exportDecisions(room, caller, params), {
      params: ofOrder,
    });
}
