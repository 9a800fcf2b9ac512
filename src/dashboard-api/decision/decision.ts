/** `/projects/:projectId/decisions/:decisionId`: all that is known of one. */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closedDoors } from "../door.ts";
import type { Parts } from "../parts.ts";
import { lookAtFeatures } from "./features.ts";
import { lookAtJourney } from "./journey.ts";
import { lookAtLinked } from "./linked.ts";
import { lookAt } from "./look.ts";
import { oneAfterTheOther } from "./one-after-the-other.ts";
import { explain } from "./reasons.ts";
import { references } from "./references.ts";
import { setOutcome } from "./set-outcome.ts";
import { verify } from "./verify.ts";

const ofDecision = {
  params: Type.Object({ projectId: Type.String(), decisionId: Type.String({ maxLength: 128 }) }),
};

const Outcome = Type.Union([
  Type.Literal("legitimate"),
  Type.Literal("fraud"),
  Type.Literal("chargeback"),
]);

const Report = Type.Object({
  outcome: Outcome,
  occurredAt: Type.Optional(Type.String({ maxLength: 40 })),
  note: Type.Optional(Type.String({ maxLength: 512 })),
  /** The outcome that counted when the person looked; another one meanwhile is a conflict. */
  replaces: Type.Union([Outcome, Type.Null()]),
});

export const oneDecisionDoors = (parts: Parts) => {
  const inTurn = oneAfterTheOther();
  const referenceOf = references(parts);
  return new Elysia({ prefix: "/projects/:projectId/decisions/:decisionId" })
    .use(closedDoors(parts))
    .get("", ({ caller, params }) => lookAt(parts, caller, params), ofDecision)
    .get("/journey", ({ params }) => lookAtJourney(parts, params), ofDecision)
    .get("/features", ({ params }) => lookAtFeatures(parts, referenceOf, params), ofDecision)
    .get("/reasons", ({ params }) => explain(parts, inTurn, params), ofDecision)
    .get("/linked", ({ caller, params }) => lookAtLinked(parts, caller, params), ofDecision)
    .post("/verify", ({ params }) => verify(parts, inTurn, params), ofDecision)
    .post("/outcome", ({ caller, params, body }) => setOutcome(parts, caller, params, body), {
      ...ofDecision,
      body: Report,
    });
};
