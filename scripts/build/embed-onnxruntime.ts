import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { BunPlugin } from "bun";

const root = resolve(import.meta.dir, "../..");
const nativeFolder = join(root, "src/model/native-folder.ts");
const libraries = join(root, "node_modules/onnxruntime-node/bin/napi-v6");

/** The libraries for CPU inference by platform; the addon is last because it loads the other one. */
const filesByTarget = {
  "bun-linux-x64": ["linux/x64/libonnxruntime.so.1", "linux/x64/onnxruntime_binding.node"],
  "bun-linux-arm64": ["linux/arm64/libonnxruntime.so.1", "linux/arm64/onnxruntime_binding.node"],
  "bun-darwin-arm64": [
    "darwin/arm64/libonnxruntime.1.dylib",
    "darwin/arm64/onnxruntime_binding.node",
  ],
  "bun-windows-x64": ["win32/x64/onnxruntime.dll", "win32/x64/onnxruntime_binding.node"],
} as const;

/** A platform for which the executable can be built. */
export type Target = keyof typeof filesByTarget;

export const targets = Object.keys(filesByTarget) as Target[];

export const isTarget = (name: string): name is Target => targets.some((one) => one === name);

/**
 * Embeds a platform's ONNX runtime libraries into the executable. By itself, `bun build --compile` embeds
 * the addon but not the library it depends on.
 *
 * The `require` of the addon in onnxruntime-node is replaced by a call of `loadNative`, so the sources need
 * no special case.
 */
export function embedOnnxruntime(target: Target): BunPlugin {
  return {
    name: "embed-onnxruntime",
    setup(build) {
      build.onResolve({ filter: /^embedded-onnxruntime$/ }, () => ({
        path: "embedded-onnxruntime",
        namespace: "embedded",
      }));
      build.onLoad({ filter: /.*/, namespace: "embedded" }, () => ({
        contents: embeddedModule(target),
        loader: "js",
      }));
      build.onLoad({ filter: /onnxruntime-node[\\/]dist[\\/]binding\.js$/ }, ({ path }) => ({
        contents: withEmbedded(readFileSync(path, "utf8")),
        loader: "js",
      }));
    },
  };
}

function withEmbedded(bindingSource: string): string {
  const pieces = bindingSource.split(/require\(`[^`]*onnxruntime_binding\.node`\)/);
  if (pieces.length !== 2) {
    throw new Error("onnxruntime-node/dist/binding.js loads its addon in a new way: adapt this");
  }
  return pieces.join('require("embedded-onnxruntime").default');
}

function embeddedModule(target: Target): string {
  const paths = filesByTarget[target].map((file) => join(libraries, file));
  const imports = paths.map(
    (path, i) => `import source${i} from ${JSON.stringify(path)} with { type: "file" };`,
  );
  const files = paths.map((path, i) => {
    const sha256 = createHash("sha256").update(readFileSync(path)).digest("hex");
    const about = { name: basename(path), bytes: statSync(path).size, sha256 };
    return `{ ...${JSON.stringify(about)}, source: source${i} }`;
  });
  return [
    `import { loadNative } from ${JSON.stringify(nativeFolder)};`,
    ...imports,
    `export default loadNative([${files.join(", ")}]);`,
  ].join("\n");
}
