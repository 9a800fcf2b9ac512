import { mkdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { embedOnnxruntime, type Target } from "./embed-onnxruntime.ts";

export interface ExecutableOptions {
  /** The program first; then each file that it starts as a `Worker`, or it is not found there. */
  entrypoints: string[];
  outfile: string;
  target: Target;
  /** A Bun of the target platform, where Bun's own download of it is not to be reached. */
  runtime?: string;
}

/**
 * Builds one executable that runs from an empty folder with an empty environment.
 *
 * @returns its size in bytes.
 * @throws AggregateError with the bundler's messages.
 */
export async function buildExecutable(options: ExecutableOptions): Promise<number> {
  mkdirSync(dirname(options.outfile), { recursive: true });
  const { outputs } = await Bun.build({
    entrypoints: options.entrypoints,
    plugins: [embedOnnxruntime(options.target)],
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    minify: true,
    sourcemap: "linked",
    // Starts 40 ms sooner for 5 MB; the default format of bytecode allows no top-level await.
    bytecode: true,
    format: "esm",
    compile: {
      target: options.target,
      outfile: options.outfile,
      ...(options.runtime && { executablePath: options.runtime }),
      // The folder that it is started in is not the program's: nothing there may steer it.
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
  // The executable carries its source maps; Bun leaves a second copy of them beside it.
  for (const { kind, path } of outputs) if (kind === "sourcemap") rmSync(path, { force: true });
  return statSync(options.outfile).size;
}
