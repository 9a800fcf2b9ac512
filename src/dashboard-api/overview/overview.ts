/** `/projects/:projectId/overview`: a project in figures, and how far its bookings have moved. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { hotelsOf } from "../../decisions/hotels.ts";
import { closedDoors } from "../door.ts";
import type { Parts } from "../parts.ts";
import { driftLook } from "./drift.ts";
import { lookAtOverview } from "./look.ts";
import { RangeQuery } from "./range.ts";

const of = { params: Type.Object({ projectId: Type.String() }), query: RangeQuery };

export const overviewDoors = (parts: Parts) => {
  const hotels = hotelsOf(parts.store, parts.now);
  const drift = driftLook(parts);
  return new Elysia({ prefix: "/projects/:projectId/overview" })
    .use(closedDoors(parts))
    .get("", ({ params, query }) => lookAtOverview(parts, hotels, params.projectId, query), of)
    .get("/drift", ({ params, query }) => drift(params.projectId, query), of);
};
