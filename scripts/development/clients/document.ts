/** The OpenAPI document in the form that generators of clients understand best. */
type Json = Record<string, unknown>;

interface Published {
  info: Json;
  components: { schemas: Record<string, Json> };
}

/**
 * OpenAPI 3.0, which all generators read without loss, and without what would only make clients
 * harder to use:
 *
 * - An optional field of a request takes `null` as if it were absent; a client leaves it out, so its
 *   type needs no third state.
 * - Examples follow the calendar, which generated sources must not.
 * - Paths: the calls are written by hand.
 *
 * @param published the parsed `/openapi.json`.
 */
export function documentForGenerators({ info, components }: Published): Json {
  const schemas = Object.entries(components.schemas);
  return {
    openapi: "3.0.3",
    info: { title: info.title, version: info.version },
    paths: {},
    components: {
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, simplified(schema)])),
    },
  };
}

function simplified(schema: Json): Json {
  const {
    examples: _,
    propertyNames: __,
    properties,
    items,
    additionalProperties,
    ...rest
  } = schema;
  return nullableOf({
    ...rest,
    // Of some types, which the languages have no type for.
    ...(typeof additionalProperties === "object" && { additionalProperties: {} }),
    ...(typeof additionalProperties === "boolean" && { additionalProperties }),
    ...(items !== undefined && { items: simplified(items as Json) }),
    ...(properties !== undefined && {
      properties: simplifiedProperties(properties as Record<string, Json>, rest.required),
    }),
  });
}

function simplifiedProperties(properties: Record<string, Json>, names: unknown): Json {
  const required = new Set(names as string[] | undefined);
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      simplified(required.has(name) ? property : withoutNull(property)),
    ]),
  );
}

const isNull = (schema: Json) => schema.type === "null";
const notNull = (types: string[]) => types.find((type) => type !== "null");

function withoutNull(schema: Json): Json {
  const { type, anyOf } = schema;
  if (Array.isArray(type)) return { ...schema, type: notNull(type) };
  if (Array.isArray(anyOf)) return (anyOf as Json[]).find((one) => !isNull(one))!;
  return schema;
}

/** `null` among the types, as OpenAPI 3.0 says it. */
function nullableOf(schema: Json): Json {
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type)) return { ...rest, type: notNull(type), nullable: true };
  if (Array.isArray(anyOf)) {
    return { ...rest, allOf: (anyOf as Json[]).filter((one) => !isNull(one)), nullable: true };
  }
  return schema;
}
