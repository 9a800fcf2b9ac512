/** The payload of `POST /v1/risk`: its schema, which the OpenAPI document publishes, and its reader. */
import { type Static, Type } from "@sinclair/typebox";
import { collectionIdPattern } from "../telemetry/protocol.ts";
import { isCalendarDate } from "./calendar.ts";
import { schemaReader, type ValidationIssue } from "./schema-reader.ts";

const name = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 256, description, examples: [example] });
const optionalText = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ maxLength, description, examples: [example] }));
const country = (description: string) =>
  Type.String({
    format: "country",
    minLength: 2,
    maxLength: 2,
    description: `${description} An officially assigned ISO 3166-1 alpha-2 code, in any letter case.`,
    examples: ["PT"],
  });
const day = (description: string) => Type.String({ format: "date", description });
const headcount = (of: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, description: `Number of ${of}.` }));

const Booker = Type.Object(
  {
    referenceId: optionalText(256, "Your own identifier for the booker.", "user-4711"),
    firstName: name("Given name.", "Ada"),
    lastName: name("Family name.", "Lovelace"),
    email: Type.String({
      format: "email",
      minLength: 1,
      maxLength: 254,
      description: "E-mail address.",
      examples: ["ada@example.com"],
    }),
    phone: Type.String({
      format: "e164",
      minLength: 1,
      description: "Phone number in E.164 format.",
      examples: ["+351912345678"],
    }),
  },
  { title: "Booker", description: "The person who places the booking." },
);

const Guest = Type.Object(
  {
    firstName: optionalText(256, "Given name.", "Ada"),
    lastName: optionalText(256, "Family name.", "Lovelace"),
  },
  { title: "Guest", description: "A named guest." },
);

const Billing = Type.Object(
  {
    addressLine: optionalText(512, "Street address.", "Rua Augusta 1, Lisboa"),
    country: Type.Optional(country("Country of the billing address.")),
  },
  { title: "Billing", description: "The billing address given at checkout." },
);

const Hotel = Type.Object(
  {
    referenceId: optionalText(256, "Your own identifier for the property.", "hotel-12"),
    giataId: optionalText(256, "GIATA property ID. Strongly recommended.", "3956"),
    name: name("Name of the property.", "Hotel Avenida"),
    address: optionalText(
      512,
      "Street address of the property.",
      "Avenida da Liberdade 185, Lisboa",
    ),
    country: country("Country of the property."),
  },
  { title: "Hotel", description: "The property being booked." },
);

const GroupSize = Type.Object(
  {
    adultCount: headcount("adults"),
    childCount: headcount("children"),
    infantCount: headcount("infants"),
  },
  {
    title: "GroupSize",
    description: "The size of the party. Send it when more people stay than guests are named.",
  },
);

const Booking = Type.Object(
  {
    checkIn: day("Check-in date, YYYY-MM-DD. A date in the past is scored, not refused."),
    checkOut: day("Check-out date, YYYY-MM-DD. Must be after checkIn."),
    groupSize: Type.Optional(GroupSize),
  },
  { title: "Booking", description: "The stay." },
);

export const RiskRequest = Type.Object(
  {
    collectionId: Type.Optional(
      Type.String({
        pattern: collectionIdPattern,
        description:
          "The collection ID of the guest's browser tab, from window.Service.getCollectionId(). " +
          "An ID that is unknown, expired or of another project is a signal, never an error.",
        examples: ["col_m3k9x2ab7Qw4ZrT1uVbN8sYp"],
      }),
    ),
    booker: Booker,
    guests: Type.Optional(
      Type.Array(Guest, {
        maxItems: 100,
        description: "The named guests. Always an array, even for one guest.",
      }),
    ),
    billing: Type.Optional(Billing),
    hotel: Hotel,
    booking: Booking,
    requestId: Type.String({
      minLength: 1,
      maxLength: 128,
      description:
        "Your correlation ID for this request. Returned in errors and stored with the decision.",
      examples: ["checkout-000123"],
    }),
  },
  {
    title: "RiskRequest",
    description:
      "One booking attempt. Optional fields may be absent or null. Unknown fields are ignored " +
      "and not stored. Strings are trimmed.",
  },
);
export type RiskRequest = Static<typeof RiskRequest>;

const reader = schemaReader(RiskRequest);

/**
 * Reads a parsed JSON object as a risk request. Unknown fields are dropped, `null` counts as absent,
 * strings are trimmed, and countries are returned in upper case.
 *
 * @returns the request, or every issue at once. An issue never repeats the caller's value.
 */
export function readRiskRequest(
  body: Readonly<Record<string, unknown>>,
): { request: RiskRequest } | { issues: ValidationIssue[] } {
  const { value, issues } = reader(body);
  const stay = orderIssue(value);
  if (stay) issues.push(stay);
  if (issues.length > 0) return { issues };
  return { request: withUpperCaseCountries(value as RiskRequest) };
}

/** A schema cannot express that check-out is after check-in. */
function orderIssue(value: unknown): ValidationIssue | null {
  const { booking } = value as { booking?: { checkIn?: unknown; checkOut?: unknown } };
  const { checkIn, checkOut } = Object(booking);
  if (!isCalendarDate(checkIn) || !isCalendarDate(checkOut) || checkOut > checkIn) return null;
  return { pointer: "/booking/checkOut", message: "must be after checkIn" };
}

function withUpperCaseCountries(request: RiskRequest): RiskRequest {
  request.hotel.country = request.hotel.country.toUpperCase();
  if (request.billing?.country) request.billing.country = request.billing.country.toUpperCase();
  return request;
}

/** The request's correlation id, for errors to echo; `null` if it cannot be read. */
export function requestIdOf(body: unknown): string | null {
  const value = (Object(body) as { requestId?: unknown }).requestId;
  if (typeof value !== "string" || !value.isWellFormed() || value.includes("\0")) return null;
  const trimmed = value.trim();
  const length = [...trimmed].length;
  return length >= 1 && length <= 128 ? trimmed : null;
}
