/**
 * The types of event, stated once: what is sent, checked, documented and offered. A new one takes two steps: add
 * it here, and pass `webhookEvent(…)` to the storage that makes the change, which records it by the same commit.
 */
import { type Static, type TObject, Type } from "@sinclair/typebox";

const DecisionId = Type.String({ description: "As `POST /v1/risk` answered it." });
const Time = Type.String({ format: "date-time" });
const orNull = <Of extends Parameters<typeof Type.Union>[0][number]>(of: Of) =>
  Type.Union([of, Type.Null()]);

export const eventTypes = {
  "decision.denied": Type.Object(
    {
      decisionId: DecisionId,
      riskScore: Type.Integer({ minimum: 0, maximum: 99 }),
      riskLevel: Type.String(),
      suggestedAction: Type.Literal("deny"),
      decidedBy: Type.Union([Type.Literal("model"), Type.Literal("deny")], {
        description: "`model`: the score. `deny`: an entry of the deny list.",
      }),
      entryId: orNull(Type.String({ description: "The entry of the deny list that decided." })),
    },
    { description: "A booking attempt was answered with `deny`." },
  ),
  "decision.review_opened": Type.Object(
    {
      decisionId: DecisionId,
      riskScore: Type.Integer({ minimum: 0, maximum: 99 }),
      because: Type.Array(
        Type.Union(["watch", "band", "sample", "person"].map((one) => Type.Literal(one))),
        {
          description:
            "`watch`: an entry of the watch list. `band`: the score. `sample`: chance. `person`: somebody sent it there.",
        },
      ),
      deadline: Time,
    },
    { description: "A decision waits in the queue of reviews." },
  ),
  "decision.reviewed": Type.Object(
    {
      decisionId: DecisionId,
      verdict: Type.Union([Type.Literal("fraud"), Type.Literal("good")]),
      decidedAt: Time,
    },
    { description: "A person gave the verdict of a review." },
  ),
  "outcome.reported": Type.Object(
    {
      decisionId: DecisionId,
      outcome: Type.String({
        description:
          "`chargeback`, `fraud` or `legitimate`; `withdrawn`: no outcome counts any more.",
      }),
      occurredAt: orNull(Time),
      reportedAt: Time,
    },
    { description: "The outcome of a booking was reported, changed or withdrawn." },
  ),
  "list.changed": Type.Object(
    {
      change: Type.Union(["added", "imported", "archived"].map((one) => Type.Literal(one))),
      list: Type.String({ description: "`deny`, `allow` or `watch`." }),
      entryId: orNull(Type.String({ description: "The entry; null for those of a file." })),
    },
    { description: "Entries were added to a list, or one was archived." },
  ),
  "model.promoted": Type.Object(
    {
      change: Type.Union([Type.Literal("promoted"), Type.Literal("rolledBack")]),
      model: orNull(
        Type.String({
          description: "`name@version`; null: the project follows the model of all projects again.",
        }),
      ),
      appliesTo: Type.Union([Type.Literal("project"), Type.Literal("allProjects")], {
        description: "`allProjects`: where a project has no model of its own.",
      }),
    },
    { description: "Another model decides." },
  ),
  "alert.fired": Type.Object(
    {
      kind: Type.Union(
        ["denials", "telemetry", "features"].map((one) => Type.Literal(one)),
        {
          description:
            "`denials`: the share of denied bookings has changed. `telemetry`: it is lost. `features`: what guests send " +
            "has changed, and moves scores.",
        },
      ),
      since: Type.String({ format: "date-time", description: "When it was found." }),
      value: Type.Number({
        description:
          "`denials`, `telemetry`: the share of the last seven days' bookings that are denied, or have telemetry. " +
          "`features`: the number of features that have changed.",
      }),
      before: orNull(
        Type.Number({ description: "That share in the weeks before; null for `features`." }),
      ),
      link: Type.String({
        description: "The dashboard's page with the details: its path on this service.",
      }),
    },
    {
      description:
        "Bookings or telemetry of a project have changed so much that somebody has to look.",
    },
  ),
} as const satisfies Record<string, TObject>;

export type EventType = keyof typeof eventTypes;
export type EventData<Type extends EventType> = Static<(typeof eventTypes)[Type]>;

export const eventTypeNames = Object.keys(eventTypes) as EventType[];

/** Of the test button: every endpoint gets it, but only when somebody asks for it. */
export const testEventType = "webhook.test";
