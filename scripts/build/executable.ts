import { mkdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { workerModules } from "../../src/base/executable.ts";
import { commitOf } from "./commit.ts";
import { embedOnnxruntime, type Target } from "./embed-onnxruntime.ts";

const root = resolve(import.meta.dir, "../..");
const sources = join(root, "src");
/** The program first, then each `Worker` file, which would otherwise not be found. */
const entrypoints = ["main", ...workerModules].map((name) => join(sources, `${name}.ts`));

export interface ExecutableOptions {
  outfile: string;
  target: Target;
  /** A Bun executable of the target platform, to avoid downloading it. */
  runtime?: string;
}

export interface BuiltExecutable {
  bytes: number;
  /** The bundled files, relative to the current folder. */
  inputs: string[];
}

/**
 * Builds a single executable that runs in an empty folder with an empty environment.
 *
 * @throws AggregateError with the bundler's messages.
 */
export async function buildExecutable(options: ExecutableOptions): Promise<BuiltExecutable> {
  mkdirSync(dirname(options.outfile), { recursive: true });
  const { outputs, metafile } = await Bun.build({
    entrypoints,
    // Otherwise it depends on the entry points under which folder the executable finds its threads.
    root: sources,
    plugins: [embedOnnxruntime(options.target)],
    define: {
      "process.env.NODE_ENV": JSON.stringify("production"),
      BUILD_COMMIT: JSON.stringify(commitOf(root)),
    },
    minify: true,
    sourcemap: "linked",
    metafile: true,
    // Starts 40 ms faster at a cost of 5 MB; ESM, because CommonJS bytecode has no top-level await.
    bytecode: true,
    format: "esm",
    compile: {
      target: options.target,
      outfile: options.outfile,
      ...(options.runtime && { executablePath: options.runtime }),
      // Files in the current directory must not influence the program.
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
  // The executable contains its source maps; Bun writes a second copy next to it.
  for (const { kind, path } of outputs) if (kind === "sourcemap") rmSync(path, { force: true });
  return { bytes: statSync(options.outfile).size, inputs: Object.keys(metafile!.inputs) };
}
