/** Values of a TypeBox schema, so that a fuzzed request gets past the schema's check. */
import { Kind, type TSchema } from "@sinclair/typebox";
import fc, { type Arbitrary } from "fast-check";
import { hostileValue } from "./hostile-values.ts";

/** Values that are mostly valid; where the schema is unknown, any. */
export function valuesOf(schema: TSchema | undefined): Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...(schema.anyOf as TSchema[]).map(valuesOf));
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  switch (schema[Kind] ?? schema.type) {
    case "Object":
    case "object":
      return objectsOf(schema);
    case "Array":
    case "array":
      return fc.array(valuesOf(schema.items as TSchema), {
        minLength: (schema.minItems as number | undefined) ?? 0,
        maxLength: Math.min((schema.maxItems as number | undefined) ?? 5, 5),
      });
    case "String":
    case "string":
      return textsOf(schema);
    case "Number":
    case "Integer":
    case "number":
    case "integer":
      return numbersOf(schema);
    case "Boolean":
    case "boolean":
      return fc.boolean();
    case "Null":
      return fc.constant(null);
    default:
      return hostileValue;
  }
}

function objectsOf(schema: TSchema): Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, TSchema>;
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, valuesOf(one)]),
  );
  const requiredKeys = ((schema.required ?? []) as string[]).filter((name) => name in members);
  return fc.record(members, { requiredKeys });
}

function textsOf({ minLength = 0, maxLength = 40, pattern }: TSchema): Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern as string));
  const max = Math.max(minLength as number, Math.min(maxLength as number, 300));
  return fc.string({ unit: "binary", minLength: minLength as number, maxLength: max });
}

function numbersOf({ minimum = -1e15, maximum = 1e15 }: TSchema): Arbitrary<number> {
  const edges = [0, 1, minimum as number, maximum as number, 2 ** 53];
  const inside = edges.filter((edge) => edge >= minimum && edge <= maximum);
  const some = fc.double({ min: minimum as number, max: maximum as number, noNaN: true });
  return fc.oneof(fc.constantFrom(...inside, minimum as number), some, some.map(Math.trunc));
}
