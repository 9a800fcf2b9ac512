import { expect, test } from "bun:test";
import { openApiDocument } from "./openapi.ts";

test("every schema that the document refers to is one of its components", async () => {
  const text = await openApiDocument();
  const { schemas } = JSON.parse(text).components as { schemas: object };
  const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect(Object.keys(schemas)).toContain(name);
});
