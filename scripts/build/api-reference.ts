/**
 * Builds the API reference: `src/dashboard/api-reference` becomes hashed and compressed files in
 * `dist/api-reference`, and `files.js`, with which the executable embeds them.
 *
 *     bun scripts/build/api-reference.ts    also prints the size of each file
 */
import { join, resolve } from "node:path";
import type { BunPlugin } from "bun";
import {
  addText,
  type BuiltPage,
  bundle,
  nameOf,
  printSizes,
  staticImports,
  writePage,
} from "./browser-files.ts";

const root = resolve(import.meta.dir, "../..");
const publicPath = "/docs/assets/";

/** Bun's bundler does not read Scalar's style sheet: they are joined as they are. */
const tokens = "src/dashboard/styles/tokens.css";
const styles = {
  reference: [
    "node_modules/@scalar/api-reference/dist/style.css",
    tokens,
    "src/dashboard/api-reference/theme.css",
  ],
  document: [tokens, "src/dashboard/api-reference/document.css"],
};

/** Scalar's chat with an AI, which is off: neither it nor its packages have a place in the executable. */
const withoutChat: BunPlugin = {
  name: "without Scalar's chat",
  setup(build) {
    const filter = /@scalar\/api-reference\/.*\/AgentScalarDrawer\.vue\.js$/;
    build.onLoad({ filter }, () => ({ contents: "export default {};", loader: "js" }));
  },
};

export async function buildApiReference(): Promise<BuiltPage> {
  const source = join(root, "src/dashboard/api-reference");
  const entrypoints = [join(source, "main.ts"), join(source, "feature-search.ts")];
  const bundled = await bundle(entrypoints, publicPath, [withoutChat]);
  const style = addText(bundled, "style", "css", await joined(styles.reference));
  const document = addText(bundled, "document", "css", await joined(styles.document));
  const search = nameOf(bundled, "feature-search-", ".js");
  const script = nameOf(bundled, "main-", ".js");
  return writePage(bundled, {
    folder: join(root, "dist/api-reference"),
    page: pageOf(style, script),
    assets: { documentStyle: publicPath + document, featureSearch: publicPath + search },
    first: new Set([style, script, ...staticImports(bundled, script)]),
    isBrotli: false,
  });
}

async function joined(paths: readonly string[]): Promise<string> {
  const texts = await Promise.all(paths.map((path) => Bun.file(join(root, path)).text()));
  return texts.join("\n");
}

function pageOf(style: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Booking Risk API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${publicPath}${style}">
<script type="module" src="${publicPath}${script}"></script>
</head>
<body>
<noscript>The API reference needs JavaScript; <a href="/openapi.json">the OpenAPI document</a> does not.</noscript>
<div id="reference"></div>
</body>
</html>
`;
}

if (import.meta.main) printSizes("the API reference", await buildApiReference());
