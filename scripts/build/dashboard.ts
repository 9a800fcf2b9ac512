/**
 * Builds the dashboard: `src/dashboard` becomes hashed and precompressed files in `dist/dashboard`, and
 * `files.js`, with which the executable embeds them.
 *
 *     bun scripts/build/dashboard.ts    also prints the size of each file
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = resolve(import.meta.dir, "../..");
const source = join(root, "src/dashboard");
const target = join(root, "dist/dashboard");

/** The maximum gzipped size of everything that is loaded before the first page is usable. */
export const firstLoadGzipBytesMax = 120 * 1024;

export interface BuiltDashboard {
  /** The files with their sizes. */
  files: { name: string; bytes: number; gzip: number; brotli: number; isFirst: boolean }[];
  /** The bundled files, relative to the current folder. */
  inputs: string[];
}

export async function buildDashboard(): Promise<BuiltDashboard> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [join(source, "main.tsx"), join(source, "theme/first.ts")],
    target: "browser",
    format: "esm",
    splitting: true,
    minify: true,
    naming: "[name]-[hash].[ext]",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    publicPath: "/dashboard/assets/",
    metafile: true,
  });
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const nameOf = (start: string, end: string) =>
    outputs.map(({ path }) => basename(path)).find((n) => n.startsWith(start) && n.endsWith(end))!;
  const first = {
    style: nameOf("main-", ".css"),
    script: nameOf("main-", ".js"),
    theme: nameOf("first-", ".js"),
  };
  const texts = new Map<string, string>();
  for (const output of outputs) texts.set(basename(output.path), await output.text());
  const needed = staticImports(first.script, texts);
  const firstNames = new Set([...Object.values(first), ...needed]);
  const files = [...texts].map(([name, text]) => write(name, text, firstNames.has(name)));
  const page = pageOf(first, needed);
  await Bun.write(join(target, "index.html"), page);
  await Bun.write(join(target, "files.js"), filesModule(page, [...texts.keys()]));
  return { files, inputs: Object.keys(metafile!.inputs) };
}

/** The chunks that a script imports statically, for modulepreload links. */
function staticImports(name: string, texts: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  const visit = (one: string) => {
    const text = texts.get(one) ?? "";
    for (const [, path = ""] of text.matchAll(/(?:from|import)\s*"([^"]+\.js)"/g)) {
      const next = basename(path);
      if (!texts.has(next) || found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(name);
  return [...found];
}

function write(name: string, text: string, isFirst: boolean) {
  const bytes = Buffer.from(text);
  const gzip = gzipSync(bytes, { level: 9 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const brotli = brotliCompressSync(bytes, { params });
  const path = join(target, name);
  for (const [file, content] of [
    [path, bytes],
    [`${path}.gz`, gzip],
    [`${path}.br`, brotli],
  ] as const) {
    writeFileSync(file, content);
  }
  return { name, bytes: bytes.length, gzip: gzip.length, brotli: brotli.length, isFirst };
}

function pageOf(
  first: { style: string; script: string; theme: string },
  needed: readonly string[],
): string {
  const at = (name: string) => `/dashboard/assets/${name}`;
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

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** A module that imports every file with `type: "file"`, so that the bundler embeds it. */
function filesModule(page: string, names: readonly string[]): string {
  const forms = { plain: "", gzip: ".gz", brotli: ".br" };
  const imports: string[] = [];
  const entries = names.map((name, i) => {
    const paths = Object.entries(forms).map(([form, ending]) => {
      imports.push(`import ${form}${i} from "./${name}${ending}" with { type: "file" };`);
      return `${form}: ${form}${i}`;
    });
    const type = JSON.stringify(types[name.split(".").at(-1)!]);
    return `  ${JSON.stringify(name)}: { type: ${type}, ${paths.join(", ")} },`;
  });
  return `${imports.join("\n")}
export default {
  page: ${JSON.stringify(page)},
  files: {
${entries.join("\n")}
  },
};
`;
}

if (import.meta.main) {
  const { files } = await buildDashboard();
  let sum = 0;
  for (const { name, bytes, gzip, brotli, isFirst } of files.sort((a, b) => b.gzip - a.gzip)) {
    if (isFirst) sum += gzip;
    process.stdout.write(
      `${isFirst ? "first" : "later"} ${name}: ${bytes} bytes, ${gzip} gzip, ${brotli} brotli\n`,
    );
  }
  process.stdout.write(`first load: ${sum} bytes gzip\n`);
}
