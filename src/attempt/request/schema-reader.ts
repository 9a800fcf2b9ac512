/** Reads untrusted JSON against a TypeBox schema: strict about types, lenient about `null` and spaces. */
import { isIP } from "node:net";
import { FormatRegistry, Kind, type TArray, type TObject, type TSchema } from "@sinclair/typebox";
import { TypeCompiler, type ValueError, ValueErrorType } from "@sinclair/typebox/compiler";
import iso3166 from "iso-3166-1";
import { isRecord } from "../../base/is-record.ts";
import { isCalendarDate } from "./calendar.ts";
import { isCardNumber } from "./card-number.ts";
import { isCurrency } from "./currency.ts";
import { trimmed } from "./trimmed.ts";

/** One validation error, without the value that caused it. `pointer` is a JSON Pointer (RFC 6901). */
export interface ValidationIssue {
  pointer: string;
  message: string;
}

const assignedCountries = new Set(iso3166.all().map((entry) => entry.alpha2));
// One @, a local part of at most 64 (RFC 5321), a domain of at least two labels; letters of any
// script (RFC 6531). Whether it can receive mail is a question for the features, not for the format.
const email =
  /^[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;
const e164 = /^\+[1-9]\d{1,14}$/; // ITU-T E.164: at most 15 digits.

FormatRegistry.Set("date", isCalendarDate);
FormatRegistry.Set("email", (value) => email.test(value));
FormatRegistry.Set("e164", (value) => e164.test(value));
// ASCII letters only: the dotless ı is not an I, although its upper case is.
FormatRegistry.Set(
  "country",
  (value) => /^[A-Za-z]{2}$/.test(value) && assignedCountries.has(value.toUpperCase()),
);
FormatRegistry.Set(
  "currency",
  (value) => /^[A-Za-z]{3}$/.test(value) && isCurrency(value.toUpperCase()),
);
FormatRegistry.Set("bin", (value) => /^[0-9]{6,8}$/.test(value));
FormatRegistry.Set("instrument", (value) => !isCardNumber(value));

// RFC 3339 with a time zone, so that none has to be guessed. `isCalendarDate` checks the day.
const timestamp = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;
FormatRegistry.Set("date-time", (value) => {
  const [, day] = timestamp.exec(value) ?? [];
  return isCalendarDate(day) && !Number.isNaN(Date.parse(value));
});
FormatRegistry.Set("ip", (value) => isIP(value) !== 0);
FormatRegistry.Set("outcome", (value) => /^(chargeback|fraud|legitimate)$/.test(value));

const formatMessages: Record<string, string> = {
  date: "must be a calendar date in the form YYYY-MM-DD",
  email: "must be an e-mail address",
  e164: "must be a phone number in E.164 format, such as +351912345678",
  "date-time": "must be an ISO 8601 time with a time zone, such as 2026-05-20T09:00:00Z",
  ip: "must be an IPv4 or IPv6 address",
  outcome: "must be chargeback, fraud or legitimate",
  currency: "must be a code of ISO 4217, such as EUR",
  bin: "must be the first 6 to 8 digits of the card number, and no more of it",
  instrument:
    "looks like a card number: send your payment processor's token; a token of 13 to 19 digits needs a prefix, such as tok_",
  country: "must be an officially assigned ISO 3166-1 alpha-2 country code, such as PT",
};

/**
 * Creates a reader for a schema. The reader drops unknown fields, treats `null` as absent, trims
 * strings, and returns every issue at once.
 */
export function schemaReader(schema: TObject) {
  const check = TypeCompiler.Compile(schema as TSchema);
  return (
    input: Readonly<Record<string, unknown>>,
  ): { value: unknown; issues: ValidationIssue[] } => {
    const seen = { hasIllText: false };
    const value = pick(schema, input, seen);
    const valid = check.Check(value);
    if (valid && !seen.hasIllText) return { value, issues: [] };
    const issues = valid ? [] : issuesOf(check.Errors(value));
    for (const issue of textIssues(schema, value, "")) {
      if (!issues.some(({ pointer }) => pointer === issue.pointer)) issues.push(issue);
    }
    return { value, issues };
  };
}

/**
 * Copies only the fields of the schema, with strings trimmed and nulls left out.
 * @param seen whether there was text for `textIssues`, which a valid request never has: a walk of
 *   its own through every request takes 3 µs.
 */
function pick(schema: TSchema, value: unknown, seen: { hasIllText: boolean }): unknown {
  if (typeof value === "string") {
    const text = trimmed(value);
    if (!isWholeText(text)) seen.hasIllText = true;
    return text;
  }
  if (schema[Kind] === "Array" && Array.isArray(value)) {
    const { items, maxItems = Number.POSITIVE_INFINITY } = schema as TArray;
    // One too many is enough to refuse it: a list of thousands would cost as many issues.
    return value.slice(0, maxItems + 1).map((item) => pick(items, item, seen));
  }
  if (schema[Kind] !== "Object" || !isRecord(value)) return value;
  const picked: Record<string, unknown> = {};
  const { properties } = schema as TObject;
  for (const key in properties) {
    const field = value[key];
    if (field === undefined || field === null || !Object.hasOwn(value, key)) continue;
    picked[key] = pick(properties[key]!, field, seen);
  }
  return picked;
}

const isWholeText = (text: string) => text.isWellFormed() && !text.includes("\0");

/** One message per field: the first that the schema reports for it. */
function issuesOf(errors: Iterable<ValueError>): ValidationIssue[] {
  const byPointer = new Map<string, string>();
  for (const error of errors) {
    // TypeBox counts UTF-16 units; the contract and JSON Schema count characters.
    if (error.type === ValueErrorType.StringMaxLength && withinCharacters(error)) continue;
    if (!byPointer.has(error.path)) byPointer.set(error.path, messageOf(error));
  }
  return Array.from(byPointer, ([pointer, message]) => ({ pointer, message }));
}

function withinCharacters({ schema, value }: ValueError): boolean {
  return [...(value as string)].length <= (schema.maxLength as number);
}

function messageOf({ type, schema }: ValueError): string {
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return "is required";
    case ValueErrorType.String:
      return "must be a string";
    case ValueErrorType.StringMinLength:
      return schema.minLength === 1 ? "must not be empty" : formatMessages[schema.format]!;
    case ValueErrorType.StringMaxLength:
      // Of a code with one length, its format says it all.
      if (schema.minLength === schema.maxLength) return formatMessages[schema.format]!;
      return `must have at most ${schema.maxLength} characters`;
    case ValueErrorType.Boolean:
      return "must be true or false";
    case ValueErrorType.StringPattern:
      if (schema.enum) return `must be one of ${(schema.enum as string[]).join(", ")}`;
      return "must be col_ followed by 8 to 64 characters from A-Z, a-z, 0-9, _ and -";
    case ValueErrorType.StringFormat:
      return formatMessages[schema.format] ?? "is not valid";
    case ValueErrorType.Object:
      return "must be an object";
    case ValueErrorType.Array:
      return "must be an array";
    case ValueErrorType.ArrayMaxItems:
      return `must have at most ${schema.maxItems} items`;
    case ValueErrorType.Integer:
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.IntegerMaximum:
      return `must be a whole number from ${schema.minimum} to ${schema.maximum}`;
    default:
      return "is not valid";
  }
}

/**
 * Finds text that a database could not return unchanged: half a surrogate pair, or a NUL. Only
 * fields that the schema declares as text are checked; a value of another type is reported as such.
 */
function textIssues(schema: TSchema, value: unknown, pointer: string): ValidationIssue[] {
  if (typeof value === "string" && schema[Kind] === "String") {
    if (isWholeText(value)) return [];
    return [{ pointer, message: "must be well-formed Unicode text without NUL characters" }];
  }
  if (schema[Kind] === "Array" && Array.isArray(value)) {
    const { items } = schema as TArray;
    return value.flatMap((item, i) => textIssues(items, item, `${pointer}/${i}`));
  }
  if (schema[Kind] !== "Object" || !isRecord(value)) return [];
  const { properties } = schema as TObject;
  return Object.entries(value).flatMap(([key, field]) =>
    textIssues(properties[key]!, field, `${pointer}/${key}`),
  );
}
