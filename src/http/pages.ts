/** `/docs`: Swagger UI from the executable itself, the list of problems, the features. No CDN. */

import styleFile from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import scriptFile from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { featuresPage } from "./features-page.ts";
import { dashboardProblems, problems, scriptProblems } from "./problem.ts";

const asFile = (file: unknown) => Bun.file(file as string);

/** Swagger UI styles its elements inline; nothing else is allowed to come from elsewhere. */
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
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const startScript = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  validatorUrl: null,
});
`;

const problemsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Problems · Booking Risk API</title>
<link rel="icon" href="data:,">
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
:root { color-scheme: light dark; }
td, th { text-align: left; padding: .4rem 1rem .4rem 0; border-bottom: 1px solid #8884; }
tr:target { background: #fc03; }
</style>
</head>
<body>
<h1>Problems</h1>
<p>Every failure is <code>application/problem+json</code> (RFC 9457) with one of these codes in
<code>code</code>, and the <code>requestId</code> of the request where it could be read.</p>
<table>
<thead><tr><th>Status</th><th>Code</th><th>When</th></tr></thead>
<tbody>
${Object.entries({ ...problems, ...scriptProblems, ...dashboardProblems })
  .map(
    ([code, { status, title }]) =>
      `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${title}</td></tr>`,
  )
  .join("\n")}
</tbody>
</table>
<p><a href="/docs">The API</a> · <a href="/docs/features">Features</a></p>
</body>
</html>
`;

let featuresText: string | null = null;

/** Written when first asked for: few services ever are, and all of them start. */
function featuresOnce(): string {
  featuresText ??= featuresPage();
  return featuresText;
}

/** The pages and their files by path. */
export const docs: Readonly<Record<string, () => Response>> = {
  "/docs": () => new Response(docsPage, { headers: pageHeaders }),
  "/docs/problems": () => new Response(problemsPage, { headers: pageHeaders }),
  "/docs/features": () => new Response(featuresOnce(), { headers: pageHeaders }),
  "/docs/start.js": () => new Response(startScript, { headers: cached("text/javascript") }),
  "/docs/swagger-ui.js": () =>
    new Response(asFile(scriptFile), { headers: cached("text/javascript") }),
  "/docs/swagger-ui.css": () => new Response(asFile(styleFile), { headers: cached("text/css") }),
};
