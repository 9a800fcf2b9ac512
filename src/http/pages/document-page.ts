/** The frame that `/docs/problems` and `/docs/features` share. */
import { apiReference } from "./api-reference.ts";

const { documentStyle } = apiReference.assets;

/**
 * @param body is HTML; text in it has to be escaped.
 * @param script the address of a script, if the page has one.
 */
export function documentPage(title: string, body: string, script?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Booking Risk API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${documentStyle}">
${script ? `<script type="module" src="${script}"></script>\n` : ""}</head>
<body>
<header><nav aria-label="Pages"><a href="/docs">API reference</a> <a href="/docs/problems">Problems</a>
<a href="/docs/features">Features</a> <a href="/dashboard">Dashboard</a></nav></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => entities[character]!);
