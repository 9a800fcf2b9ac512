/** Bundles of pages, which the executable embeds: hashed names, compressed once, and a module that imports them. */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { BunPlugin } from "bun";

export interface WrittenFile {
  name: string;
  bytes: number;
  gzip: number;
  /** Null where it is not compressed by Brotli. */
  brotli: number | null;
  /** Whether it is loaded before the page is usable. */
  isFirst: boolean;
}

export interface BuiltPage {
  files: WrittenFile[];
  /** The bundled files, relative to the current folder. */
  inputs: string[];
}

export interface Bundle {
  /** The texts by their names, which change with what is in them. */
  texts: Map<string, string>;
  inputs: string[];
}

/** @param publicPath where the files are served, with a slash at the end. */
export async function bundle(
  entrypoints: string[],
  publicPath: string,
  plugins: BunPlugin[] = [],
): Promise<Bundle> {
  const { outputs, metafile } = await Bun.build({
    entrypoints,
    plugins,
    target: "browser",
    format: "esm",
    splitting: true,
    minify: true,
    naming: "[name]-[hash].[ext]",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    publicPath,
    metafile: true,
  });
  const texts = new Map<string, string>();
  for (const output of outputs) texts.set(basename(output.path), await output.text());
  return { texts, inputs: Object.keys(metafile!.inputs) };
}

/** The name of the one file whose name starts and ends so. */
export const nameOf = ({ texts }: Bundle, start: string, end: string): string =>
  [...texts.keys()].find((name) => name.startsWith(start) && name.endsWith(end))!;

/** Adds a text that the bundler does not make. @returns its name. */
export function addText({ texts }: Bundle, title: string, ending: string, text: string): string {
  const name = `${title}-${createHash("sha256").update(text).digest("hex").slice(0, 8)}.${ending}`;
  texts.set(name, text);
  return name;
}

/** The chunks that a script imports statically, for modulepreload links. */
export function staticImports({ texts }: Bundle, name: string): string[] {
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

export interface Target {
  folder: string;
  page: string;
  /** Files that other pages load, by what they are for. */
  assets?: Readonly<Record<string, string>>;
  /** The names of the files that are loaded before the page is usable. */
  first: ReadonlySet<string>;
  /** Brotli makes a file a sixth smaller, and takes seconds for a megabyte. */
  isBrotli: boolean;
}

/** Writes the files into an emptied folder, with `files.js` that exports `{ page, assets, files }`. */
export function writePage({ texts, inputs }: Bundle, target: Target): BuiltPage {
  rmSync(target.folder, { recursive: true, force: true });
  mkdirSync(target.folder, { recursive: true });
  const files = [...texts].map(([name, text]) => write(name, text, target));
  writeFileSync(join(target.folder, "files.js"), filesModule(target, files));
  return { files, inputs };
}

function write(name: string, text: string, { folder, first, isBrotli }: Target): WrittenFile {
  const bytes = Buffer.from(text);
  const gzip = gzipSync(bytes, { level: 9 });
  writeFileSync(join(folder, `${name}.gz`), gzip);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const brotli = isBrotli ? brotliCompressSync(bytes, { params }) : null;
  if (brotli) writeFileSync(join(folder, `${name}.br`), brotli);
  const sizes = { bytes: bytes.length, gzip: gzip.length, brotli: brotli?.length ?? null };
  return { name, ...sizes, isFirst: first.has(name) };
}

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** A module that imports every file with `type: "file"`, so that the bundler embeds it. */
function filesModule({ page, assets = {} }: Target, files: readonly WrittenFile[]): string {
  const imports: string[] = [];
  const entries = files.map(({ name, brotli }, i) => {
    const forms = { gzip: ".gz", ...(brotli !== null && { brotli: ".br" }) };
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
  assets: ${JSON.stringify(assets)},
  files: {
${entries.join("\n")}
  },
};
`;
}

/** Prints the sizes, the largest first. */
export function printSizes(title: string, { files }: BuiltPage): void {
  let sum = 0;
  for (const { name, bytes, gzip, brotli, isFirst } of files.sort((a, b) => b.gzip - a.gzip)) {
    if (isFirst) sum += gzip;
    const compressed = `${gzip} gzip${brotli === null ? "" : `, ${brotli} brotli`}`;
    process.stdout.write(`${isFirst ? "first" : "later"} ${name}: ${bytes} bytes, ${compressed}\n`);
  }
  process.stdout.write(`first load of ${title}: ${sum} bytes gzip\n`);
}
