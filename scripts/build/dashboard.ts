/**
 * Builds the dashboard: `src/dashboard` becomes hashed and precompressed files in `dist/dashboard`, and
 * `files.js`, with which the executable embeds them.
 *
 *     bun scripts/build/dashboard.ts    also prints the size of each file
 */
import { join, resolve } from "node:path";
import {
  type BuiltPage,
  bundle,
  nameOf,
  printSizes,
  staticImports,
  writePage,
} from "./browser-files.ts";

const root = resolve(import.meta.dir, "../..");
const source = join(root, "src/dashboard");
const publicPath = "/dashboard/assets/";

export async function buildDashboard(): Promise<BuiltPage> {
  const entrypoints = [join(source, "main.tsx"), join(source, "theme/first.ts")];
  const bundled = await bundle(entrypoints, publicPath);
  const first = {
    style: nameOf(bundled, "main-", ".css"),
    script: nameOf(bundled, "main-", ".js"),
    theme: nameOf(bundled, "first-", ".js"),
  };
  const needed = staticImports(bundled, first.script);
  return writePage(bundled, {
    folder: join(root, "dist/dashboard"),
    page: pageOf(first, needed),
    first: new Set([...Object.values(first), ...needed]),
    isBrotli: true,
  });
}

function pageOf(
  first: { style: string; script: string; theme: string },
  needed: readonly string[],
): string {
  const at = (name: string) => `${publicPath}${name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Booking Risk</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%234f46e5'/%3E%3Cpath d='M9 20.5a7 7 0 0 1 14 0M16 20.5l3.6-5' stroke='%23fff' stroke-width='2.6' stroke-linecap='round' fill='none'/%3E%3C/svg%3E">
<script src="${at(first.theme)}"></script>
<link rel="stylesheet" href="${at(first.style)}">
${needed.map((name) => `<link rel="modulepreload" href="${at(name)}">\n`).join("")}<script type="module" src="${at(first.script)}"></script>
</head>
<body>
<noscript>The dashboard needs JavaScript.</noscript>
<div id="root"></div>
</body>
</html>
`;
}

if (import.meta.main) printSizes("the dashboard", await buildDashboard());
