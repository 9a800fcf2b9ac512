import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { openApiDocument } from "./openapi.ts";
import { publishedSchemas } from "./published-schema.ts";

test("every schema that the document refers to is one of its components", async () => {
  const text = await openApiDocument();
  const { schemas } = JSON.parse(text).components as { schemas: object };
  const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect(Object.keys(schemas)).toContain(name);
});

test("what has a title is a component, in lists too, and an optional field may be null", () => {
  const Guest = Type.Object(
    {
      country: Type.String({ format: "country" }),
      born: Type.Optional(Type.String({ format: "date" })),
    },
    { title: "Guest" },
  );
  const fields = { guests: Type.Array(Guest), main: Type.Optional(Guest) };
  const guest = { $ref: "#/components/schemas/Guest" };
  expect(publishedSchemas(Type.Object(fields, { title: "Stay" }))).toEqual({
    Stay: {
      type: "object",
      required: ["guests"],
      properties: {
        guests: { type: "array", items: guest },
        main: { anyOf: [guest, { type: "null" }] },
      },
    },
    Guest: {
      type: "object",
      required: ["country"],
      properties: {
        country: { type: "string", pattern: "^[A-Za-z]{2}$" },
        born: { type: ["string", "null"], format: "date" },
      },
    },
  });
});

test("a list of values without a title has them in place", () => {
  const schema = Type.Object(
    { phones: Type.Array(Type.String({ format: "e164" })) },
    { title: "A" },
  );
  expect(publishedSchemas(schema).A!.properties).toEqual({
    phones: { type: "array", items: { type: "string", pattern: "^\\+[1-9][0-9]{1,14}$" } },
  });
});
