/** Finds the members of a JSON object that its schema does not have: mostly misspelt ones. */
import { Kind, type TArray, type TObject, type TSchema } from "@sinclair/typebox";

export interface UnknownMember {
  /** A JSON Pointer (RFC 6901), with `*` for the place in an array. */
  pointer: string;
  /** The member of the schema that has the same letters and digits, where there is one. */
  meant: string | null;
}

/** Longest part of a name that is shown. */
const nameMax = 64;

/** All of them, those of a member that is unknown itself not included. */
export function unknownMembers(schema: TSchema, value: unknown, at = ""): UnknownMember[] {
  if (schema[Kind] === "Array" && Array.isArray(value)) {
    const { items } = schema as TArray;
    return value.flatMap((item) => unknownMembers(items, item, `${at}/*`));
  }
  if (schema[Kind] !== "Object" || typeof value !== "object" || value === null) return [];
  const { properties, additionalProperties } = schema as TObject;
  if (additionalProperties !== undefined) return []; // Whoever reads them knows their names.
  return Object.entries(value).flatMap(([name, member]) => {
    const pointer = `${at}/${escaped(name)}`;
    if (Object.hasOwn(properties, name)) return unknownMembers(properties[name]!, member, pointer);
    return [{ pointer, meant: meantBy(name, Object.keys(properties)) }];
  });
}

const escaped = (name: string) =>
  name.slice(0, nameMax).toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1");

function meantBy(name: string, known: readonly string[]): string | null {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return known.find((one) => letters(one) === letters(name)) ?? null;
}
