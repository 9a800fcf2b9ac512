import { expect, test } from "bun:test";
import { catalogue } from "../../risk/features/index.ts";
import { apiReference } from "./api-reference.ts";
import { contentResponse } from "./content.ts";
import { docs } from "./pages.ts";

const page = async (path: string) => {
  const answer = contentResponse(docs[path]!());
  return { headers: answer.headers, text: await answer.text() };
};

test("tells every feature's meaning, reason, source and what missing means", async () => {
  const { text } = await page("/docs/features");
  for (const { name, group, source } of catalogue) {
    expect(text).toContain(`<article id="${name}">`);
    expect(text).toContain(`<li><a href="#${group}">`);
    expect(text).toContain(`<section id="${group}">`);
    for (const one of source) expect(text).toContain(`<code>${one}</code>`);
  }
  const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(text.match(/<dt>Why<\/dt>/g)).toHaveLength(catalogue.length);
});

test("has no script but its search, nothing from elsewhere, and no text that is taken for markup", async () => {
  const { text } = await page("/docs/features");
  expect(text.match(/<script[^>]*>/g)).toEqual([
    `<script type="module" src="${apiReference.assets.featureSearch}">`,
  ]);
  expect(text).not.toMatch(/https?:|undefined|\[object/);
  const tags = new Set([...text.matchAll(/<\/?([^\s>]+)/g)].map(([, tag]) => tag!));
  const known =
    "!doctype html head meta title link script body header main search label input h1 h2 h3 p nav ul li a section " +
    "article dl dt dd code";
  expect([...tags].filter((tag) => !known.split(" ").includes(tag))).toEqual([]);
});

test("is served as the other pages are, and is found from them", async () => {
  const features = await page("/docs/features");
  const problems = await page("/docs/problems");
  expect([...features.headers]).toEqual([...problems.headers]);
  expect(problems.text).toContain('href="/docs/features"');
  expect(features.text).toContain('href="/docs/problems"');
});
