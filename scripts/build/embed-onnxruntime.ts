import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { BunPlugin } from "bun";

const ROOT = resolve(import.meta.dir, "../..");
const NATIVE_FOLDER = join(ROOT, "src/model/native-folder.ts");
const LIBRARIES = join(ROOT, "node_modules/onnxruntime-node/bin/napi-v6");

/** What a platform needs for the CPU; the addon is last, since it loads the one before it. */
const FILES = {
  "bun-linux-x64": ["linux/x64/libonnxruntime.so.1", "linux/x64/onnxruntime_binding.node"],
  "bun-linux-arm64": ["linux/arm64/libonnxruntime.so.1", "linux/arm64/onnxruntime_binding.node"],
  "bun-darwin-arm64": [
    "darwin/arm64/libonnxruntime.1.dylib",
    "darwin/arm64/onnxruntime_binding.node",
  ],
  "bun-windows-x64": ["win32/x64/onnxruntime.dll", "win32/x64/onnxruntime_binding.node"],
} as const;

/** A platform that an executable can be built for. */
export type Target = keyof typeof FILES;

export const TARGETS = Object.keys(FILES) as Target[];

/**
 * Embeds the ONNX runtime's libraries of one platform into the executable. `bun build --compile`
 * by itself embeds the addon but not the library beside it, which the addon then does not find.
 *
 * onnxruntime-node's one `require` of its addon becomes a call of `loadNative`, so the sources
 * know nothing of all this.
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
  const paths = FILES[target].map((file) => join(LIBRARIES, file));
  const imports = paths.map(
    (path, i) => `import source${i} from ${JSON.stringify(path)} with { type: "file" };`,
  );
  const files = paths.map((path, i) => {
    const sha256 = createHash("sha256").update(readFileSync(path)).digest("hex");
    const about = { name: basename(path), bytes: statSync(path).size, sha256 };
    return `{ ...${JSON.stringify(about)}, source: source${i} }`;
  });
  return [
    `import { loadNative } from ${JSON.stringify(NATIVE_FOLDER)};`,
    ...imports,
    `export default loadNative([${files.join(", ")}]);`,
  ].join("\n");
}
