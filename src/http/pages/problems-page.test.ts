import { expect, test } from "bun:test";
import {
  dashboardProblems,
  operationsProblems,
  problems,
  problemType,
  scriptProblems,
} from "../problems/problem.ts";
import { contentResponse } from "./content.ts";
import { docs } from "./pages.ts";

test("each code has a place of its own with its cause, its remedy and an example", async () => {
  const text = await contentResponse(docs["/docs/problems"]!()).text();
  const codes = Object.keys({
    ...problems,
    ...scriptProblems,
    ...dashboardProblems,
    ...operationsProblems,
  });
  for (const code of codes as (keyof typeof problems)[]) {
    expect(text).toContain(`<article id="${problemType(code).split("#")[1]}">`);
    expect(text).toContain(`&quot;code&quot;: &quot;${code}&quot;`);
  }
  expect(text.match(/<dt>Cause<\/dt><dd>[^<]{20,}/g)).toHaveLength(codes.length);
  expect(text.match(/<dt>Remedy<\/dt><dd>[^<]{6,}/g)).toHaveLength(codes.length);
});

test("has no script, and no text that is taken for markup", async () => {
  const text = await contentResponse(docs["/docs/problems"]!()).text();
  expect(text).not.toMatch(/<script|https?:|undefined|\[object/);
});
