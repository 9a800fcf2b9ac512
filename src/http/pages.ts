/** `/docs`: the API reference in Swagger UI, the problems and the features. Nothing from a CDN. */

import styleFile from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import scriptFile from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import type { Content } from "./content.ts";
import { featuresPage } from "./features-page.ts";
import { problemsPage } from "./problems-page.ts";

const asFile = (file: unknown) => Bun.file(file as string);

/** Swagger UI styles its elements inline. Everything else has to come from this origin. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const pageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": policy,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

const cached = (type: string) => ({
  "Content-Type": type,
  "Cache-Control": "public, max-age=3600",
  "X-Content-Type-Options": "nosniff",
});

const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Booking Risk API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>
:root { color-scheme: light dark; }
nav { font: 15px/1.5 system-ui, sans-serif; max-width: 1460px; margin: 0 auto; padding: 12px 20px 0; }
</style>
</head>
<body>
<nav aria-label="Pages"><a href="/docs/problems">Problems</a> · <a href="/docs/features">Features</a> ·
<a href="/dashboard">Dashboard</a></nav>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const startScript = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  validatorUrl: null,
});
`;

/** Renders a page when it is first requested, because few services ever serve it. */
function once(render: () => string): () => Content {
  let text: string | null = null;
  return () => {
    text ??= render();
    return { body: text, headers: pageHeaders };
  };
}

/** The pages and their files by path. */
export const docs: Readonly<Record<string, () => Content>> = {
  "/docs": () => ({ body: docsPage, headers: pageHeaders }),
  "/docs/problems": once(problemsPage),
  "/docs/features": once(featuresPage),
  "/docs/start.js": () => ({ body: startScript, headers: cached("text/javascript") }),
  "/docs/swagger-ui.js": () => ({ body: asFile(scriptFile), headers: cached("text/javascript") }),
  "/docs/swagger-ui.css": () => ({ body: asFile(styleFile), headers: cached("text/css") }),
};
