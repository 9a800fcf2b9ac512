/** Turns the schemas that requests are read with into the JSON Schemas that OpenAPI publishes. */
import type { TSchema } from "@sinclair/typebox";

type Json = Record<string, unknown>;

/** What the reader checks with a format of its own, as a pattern that other tools can check too. */
const patterns: Readonly<Record<string, string>> = {
  e164: "^\\+[1-9][0-9]{1,14}$",
  country: "^[A-Za-z]{2}$",
  currency: "^[A-Za-z]{3}$",
  bin: "^[0-9]{6,8}$",
};
/** Formats that JSON Schema defines. The others mean something to the reader only. */
const standardFormats: ReadonlySet<unknown> = new Set(["date", "date-time", "email", "int64"]);

/**
 * The schema and every schema inside that has a `title`, by title: each becomes a component of its
 * own, so that generated clients have names for them. An optional field also accepts `null`, as the
 * reader does.
 */
export function publishedSchemas(schema: TSchema): Record<string, Json> {
  const components: Record<string, Json> = {};
  component(JSON.parse(JSON.stringify(schema)) as Json, components);
  return components;
}

function component(schema: Json, components: Record<string, Json>): Json {
  const { title, ...rest } = schema;
  components[title as string] = {}; // Holds its place, so that components keep the order of the schema.
  components[title as string] = published(rest, components);
  return { $ref: `#/components/schemas/${title}` };
}

function published(schema: Json, components: Record<string, Json>): Json {
  if (schema.title) return component(schema, components);
  const { format, properties, items, ...rest } = schema;
  if (rest.enum) delete rest.pattern; // Says the same, for the reader.
  const required = new Set(schema.required as string[] | undefined);
  return {
    ...rest,
    ...(standardFormats.has(format) && { format }),
    ...(patterns[format as string] && { pattern: patterns[format as string] }),
    ...(items !== undefined && { items: published(items as Json, components) }),
    ...(!isEmpty(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, Json>).map(([name, property]) => {
          const shown = published(property, components);
          return [name, required.has(name) ? shown : orNull(shown)];
        }),
      ),
    }),
  };
}

/** Of an object whose members its schema does not name. */
const isEmpty = (properties: unknown) => Object.keys(Object(properties)).length === 0;

const orNull = (schema: Json): Json =>
  "$ref" in schema
    ? { anyOf: [schema, { type: "null" }] }
    : { ...schema, type: [schema.type, "null"] };
