/** Reads untrusted JSON by a TypeBox schema: strict in types, lenient in what JSON allows twice. */
import { isIP } from "node:net";
import { FormatRegistry, Kind, type TArray, type TObject, type TSchema } from "@sinclair/typebox";
import { TypeCompiler, type ValueError, ValueErrorType } from "@sinclair/typebox/compiler";
import iso3166 from "iso-3166-1";
import { isCalendarDate } from "./calendar.ts";

/** One thing wrong with a request, without its value. `pointer` is a JSON Pointer (RFC 6901). */
export interface Fault {
  pointer: string;
  message: string;
}

const assignedCountries = new Set(iso3166.all().map((entry) => entry.alpha2));
// One @, a local part of at most 64 (RFC 5321), a domain of at least two labels; letters of any
// script (RFC 6531). Whether it can receive mail is a question for the features, not for the shape.
const email =
  /^[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;
const e164 = /^\+[1-9]\d{1,14}$/; // ITU-T E.164: at most 15 digits.

FormatRegistry.Set("date", isCalendarDate);
FormatRegistry.Set("email", (value) => email.test(value));
FormatRegistry.Set("e164", (value) => e164.test(value));
// Letters of the alphabet only: the dotless ı is no I, though its upper case is.
FormatRegistry.Set(
  "country",
  (value) => /^[A-Za-z]{2}$/.test(value) && assignedCountries.has(value.toUpperCase()),
);

// RFC 3339 with a zone, so that nobody has to guess one; the calendar decides on the day.
const timestamp = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;
FormatRegistry.Set("date-time", (value) => {
  const [, day] = timestamp.exec(value) ?? [];
  return isCalendarDate(day) && !Number.isNaN(Date.parse(value));
});
FormatRegistry.Set("ip", (value) => isIP(value) !== 0);
FormatRegistry.Set("outcome", (value) => /^(chargeback|fraud|legitimate)$/.test(value));

const formatMessages: Record<string, string> = {
  date: "must be a calendar day spelled YYYY-MM-DD",
  email: "must be an e-mail address",
  e164: "must be a phone number in E.164 format, such as +351912345678",
  "date-time": "must be a time in ISO 8601 with a zone, such as 2027-05-20T09:00:00Z",
  ip: "must be an IPv4 or IPv6 address",
  outcome: "must be chargeback, fraud or legitimate",
  country: "must be an officially assigned ISO 3166-1 alpha-2 country code",
};

/**
 * Makes a reader for one schema. The reader keeps the schema's own fields, takes `null` as absent,
 * trims strings, and returns every fault at once.
 */
export function schemaReader(schema: TObject) {
  const check = TypeCompiler.Compile(schema as TSchema);
  return (input: Readonly<Record<string, unknown>>): { value: unknown; faults: Fault[] } => {
    const value = pick(schema, input);
    const valid = check.Check(value);
    const faults = valid ? [] : faultsOf(check.Errors(value));
    for (const fault of textFaults(schema, value, "")) {
      if (!faults.some(({ pointer }) => pointer === fault.pointer)) faults.push(fault);
    }
    return { value, faults };
  };
}

/** A copy with the schema's own fields only, strings trimmed and nulls left out. */
function pick(schema: TSchema, value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  if (schema[Kind] === "Array" && Array.isArray(value)) {
    return value.map((item) => pick((schema as TArray).items, item));
  }
  if (schema[Kind] !== "Object" || !isRecord(value)) return value;
  const picked: Record<string, unknown> = {};
  const { properties } = schema as TObject;
  for (const key in properties) {
    const field = Object.hasOwn(value, key) ? value[key] : undefined;
    if (field !== undefined && field !== null) picked[key] = pick(properties[key]!, field);
  }
  return picked;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One message a field: the first that the schema names for it. */
function faultsOf(errors: Iterable<ValueError>): Fault[] {
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
      return `must have at most ${schema.maxLength} characters`;
    case ValueErrorType.StringPattern:
      return "must be col_ followed by 8 to 64 of A-Z a-z 0-9 _ -";
    case ValueErrorType.StringFormat:
      return formatMessages[schema.format] ?? "is malformed";
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
      return "is malformed";
  }
}

/**
 * Text that no database could give back as it came: half a surrogate pair, or a NUL. Looks only
 * where the schema has text; what stands elsewhere is a fault of another kind, however deep.
 */
function textFaults(schema: TSchema, value: unknown, pointer: string): Fault[] {
  if (typeof value === "string" && schema[Kind] === "String") {
    if (value.isWellFormed() && !value.includes("\0")) return [];
    return [{ pointer, message: "must be well-formed Unicode text without NUL characters" }];
  }
  if (schema[Kind] === "Array" && Array.isArray(value)) {
    const { items } = schema as TArray;
    return value.flatMap((item, i) => textFaults(items, item, `${pointer}/${i}`));
  }
  if (schema[Kind] !== "Object" || !isRecord(value)) return [];
  const { properties } = schema as TObject;
  return Object.entries(value).flatMap(([key, field]) =>
    textFaults(properties[key]!, field, `${pointer}/${key}`),
  );
}
