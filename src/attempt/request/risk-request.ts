/** The payload of `POST /v1/risk`: its schema, which the OpenAPI document publishes, and its reader. */
import { type Static, Type } from "@sinclair/typebox";
import type { Attributes, ProjectAttribute } from "../../storage/port/attributes.ts";
import { collectionIdPattern } from "../telemetry/protocol.ts";
import { attributeLimits, attributeNamePattern, readAttributes } from "./attributes.ts";
import { isCalendarDate } from "./calendar.ts";
import { schemaReader, type ValidationIssue } from "./schema-reader.ts";
import { trimmed } from "./trimmed.ts";

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

/** A component of its own in the published document, so that generated clients have one name for it. */
const choice = <const Values extends readonly string[]>(
  title: string,
  values: Values,
  description: string,
) =>
  Type.Optional(
    Type.Unsafe<Values[number]>(
      Type.String({ title, enum: values, pattern: `^(?:${values.join("|")})$`, description }),
    ),
  );

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

/** Twelve digits: more than a stay costs in any currency, and fewer than a card number has. */
export const amountMax = 999_999_999_999;

const Amount = Type.Object(
  {
    value: Type.Integer({
      minimum: 0,
      maximum: amountMax,
      format: "int64",
      description:
        "A whole number of the currency's minor units: 12550 is EUR 125.50, and JPY 12,550.",
      examples: [12550],
    }),
    currency: Type.String({
      format: "currency",
      minLength: 3,
      maxLength: 3,
      description: "A code of ISO 4217, in any letter case.",
      examples: ["EUR"],
    }),
  },
  { title: "Amount", description: "An amount of money." },
);

export const paymentMethods = [
  "card",
  "wallet",
  "bankTransfer",
  "directDebit",
  "payLater",
  "giftCard",
  "loyaltyPoints",
  "invoice",
  "payAtProperty",
  "other",
] as const;
export const avsResults = [
  "match",
  "addressMatch",
  "postalCodeMatch",
  "mismatch",
  "unavailable",
  "unchecked",
] as const;
export const cvcResults = ["match", "mismatch", "unavailable", "unchecked"] as const;
export const threeDSecureResults = [
  "authenticated",
  "attempted",
  "exempted",
  "failed",
  "unavailable",
  "notRequested",
] as const;

const Payment = Type.Object(
  {
    method: choice(
      "PaymentMethod",
      paymentMethods,
      "How the booking is paid. wallet: such as Apple Pay or PayPal. payLater: in instalments, such as Klarna. " +
        "payAtProperty: nothing is paid or guaranteed yet.",
    ),
    instrumentId: Type.Optional(
      Type.String({
        maxLength: 256,
        format: "instrument",
        description:
          "Your payment processor's token or fingerprint, the same for each use of one card or account. " +
          "Never the card number: what looks like one is refused.",
        examples: ["fp_4mT9xKq2Lw"],
      }),
    ),
    bin: Type.Optional(
      Type.String({
        format: "bin",
        description: "The first 6 to 8 digits of the card number, and no more of it.",
        examples: ["45717360"],
      }),
    ),
    billingCountryMatch: Type.Optional(
      Type.Boolean({
        description: "Whether the card was issued in the country of the billing address.",
      }),
    ),
    avs: choice(
      "AvsResult",
      avsResults,
      "The issuer's check of the billing address. addressMatch, postalCodeMatch: only one of the two matches. " +
        "unavailable: the issuer did not answer. unchecked: it was not asked.",
    ),
    cvc: choice(
      "CvcResult",
      cvcResults,
      "The issuer's check of the card's security code. unavailable: the issuer did not answer. unchecked: it was not asked.",
    ),
    threeDSecure: choice(
      "ThreeDSecureResult",
      threeDSecureResults,
      "The result of 3-D Secure. attempted: the issuer accepted the liability without authenticating the cardholder. " +
        "unavailable: the card or its issuer does not take part, or did not answer.",
    ),
    previousDeclines: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: "Payments for this booking that were declined before this request.",
      }),
    ),
  },
  {
    title: "Payment",
    description:
      "What you know of the payment. Never a card number, a security code or other data of the card.",
  },
);

const Booking = Type.Object(
  {
    checkIn: day("Check-in date, YYYY-MM-DD. A date in the past is scored, not refused."),
    checkOut: day("Check-out date, YYYY-MM-DD. Must be after checkIn."),
    groupSize: Type.Optional(GroupSize),
    totalAmount: Type.Optional(Amount),
    freeCancellationUntil: Type.Optional(
      Type.String({
        format: "date-time",
        description:
          "Until when the booking can be cancelled free of charge: ISO 8601 with a time zone. Bookings in review are " +
          "served by it.",
        examples: ["2027-04-28T18:00:00+01:00"],
      }),
    ),
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
    payment: Type.Optional(Payment),
    attributes: Type.Optional(
      // Its members are declared by the project: `readAttributes` reads them.
      Type.Unsafe<Attributes>(
        Type.Object(
          {},
          {
            maxProperties: attributeLimits.attributes,
            propertyNames: { pattern: attributeNamePattern },
            additionalProperties: Type.Any({ type: ["number", "string", "boolean", "null"] }),
            description:
              "Columns of your own, by the names under which the project declares them: a number, a text of at most " +
              `${attributeLimits.categoryCharacters} characters for a category, true or false for a flag.`,
            examples: [{ loyalty_years: 4, channel: "metasearch", corporate_rate: false }],
          },
        ),
      ),
    ),
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
 * strings are trimmed, and countries and the currency are returned in upper case. Without attributes it is the
 * same, bit for bit, whatever the project declares.
 *
 * @param declared the attributes of the project, the archived ones too; null: none.
 * @returns the request, or every issue at once. An issue never repeats the caller's value.
 */
export function readRiskRequest(
  body: Readonly<Record<string, unknown>>,
  declared: readonly ProjectAttribute[] | null = null,
): { request: RiskRequest } | { issues: ValidationIssue[] } {
  const { value, issues } = reader(body);
  const { attributes } = value as { attributes?: unknown };
  if (attributes !== undefined) addAttributes(value as Sent, issues, { body, declared });
  const stay = orderIssue(value);
  if (stay) issues.push(stay);
  if (issues.length > 0) return { issues };
  return { request: withUpperCaseCodes(value as RiskRequest) };
}

type Sent = { attributes?: unknown };

/** An object without members is left out: it says what its absence says. */
function addAttributes(
  value: Sent,
  issues: ValidationIssue[],
  { body, declared }: { body: Sent; declared: readonly ProjectAttribute[] | null },
): void {
  const { attributes: sent } = body;
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return; // It is an issue already.
  const read = readAttributes(sent as Record<string, unknown>, declared ?? []);
  if ("issues" in read) issues.push(...read.issues);
  else if (Object.keys(read.attributes).length > 0) value.attributes = read.attributes;
  else delete value.attributes;
}

/** A schema cannot express that check-out is after check-in. */
function orderIssue(value: unknown): ValidationIssue | null {
  const { booking } = value as { booking?: { checkIn?: unknown; checkOut?: unknown } };
  const { checkIn, checkOut } = Object(booking);
  if (!isCalendarDate(checkIn) || !isCalendarDate(checkOut) || checkOut > checkIn) return null;
  return { pointer: "/booking/checkOut", message: "must be after checkIn" };
}

function withUpperCaseCodes(request: RiskRequest): RiskRequest {
  request.hotel.country = request.hotel.country.toUpperCase();
  if (request.billing?.country) request.billing.country = request.billing.country.toUpperCase();
  const { totalAmount } = request.booking;
  if (totalAmount) totalAmount.currency = totalAmount.currency.toUpperCase();
  return request;
}

/** The request's correlation id, for errors to echo; `null` if it cannot be read. */
export function requestIdOf(body: unknown): string | null {
  const value = (Object(body) as { requestId?: unknown }).requestId;
  if (typeof value !== "string" || !value.isWellFormed() || value.includes("\0")) return null;
  const text = trimmed(value);
  const length = [...text].length;
  return length >= 1 && length <= 128 ? text : null;
}
