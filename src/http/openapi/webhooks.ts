/** The requests that the service sends to webhook endpoints, as OpenAPI describes them: from the types of event. */
import { type EventType, eventTypes } from "../../projects/webhooks/event-types.ts";

const header = (name: string, description: string, type = "string") => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type },
});

const headers = [
  header("webhook-id", "The event's identifier: the same in every attempt."),
  header("webhook-timestamp", "When the attempt was made, in seconds since 1970.", "integer"),
  header("webhook-signature", "`v1,` and a signature in base64; several are separated by spaces."),
];

function described(type: EventType) {
  const { description, ...data } = JSON.parse(JSON.stringify(eventTypes[type]));
  return {
    post: {
      operationId: type.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase()),
      summary: description.replace(/\.$|`/g, ""),
      description:
        "Sent to the endpoints of the project that want it, signed by Standard Webhooks 1.0. Verify the signature " +
        "before you believe anything. Events may arrive in any order, and more than once.",
      tags: ["Webhooks"],
      security: [],
      parameters: headers,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["type", "timestamp", "sequence", "data"],
              properties: {
                type: { type: "string", const: type },
                timestamp: {
                  type: "string",
                  format: "date-time",
                  description: "When it happened.",
                },
                sequence: {
                  type: "integer",
                  minimum: 1,
                  description: "Counts the events of the project, one after the other.",
                },
                data,
              },
            },
          },
        },
      },
      responses: {
        "2XX": { description: "The event is delivered. The body is not read." },
        "410": { description: "The endpoint is disabled, and gets nothing more." },
        default: { description: "It is sent again, ten times in some 75 hours." },
      },
    },
  };
}

export const openApiWebhooks = Object.fromEntries(
  (Object.keys(eventTypes) as EventType[]).map((type) => [type, described(type)]),
);
