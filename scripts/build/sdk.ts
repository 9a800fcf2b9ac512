/**
 * Builds the SDK: bundles `sdk/` into `dist/sdk/sdk.js` of at most 5,200 bytes. Bun bundles and terser minifies,
 * which together gives a smaller file than either alone.
 */
import { join } from "node:path";
import { minify } from "terser";
import { version } from "../../package.json";

const root = join(import.meta.dir, "../..");

/** The maximum size with gzip level 9, as sent by a server or CDN. */
export const sdkGzipBytesMax = 5200;

/** The required ECMAScript version. `unsafe` only fails if pages modify built-in objects. */
const language = 2020;
const compress = { passes: 4, pure_getters: true, unsafe: true, unsafe_arrows: true };

export interface BuiltSdk {
  path: string;
  version: string;
  code: string;
  rawBytes: number;
  gzipBytes: number;
  /** The value of a script tag's integrity attribute. */
  integrity: string;
}

export async function buildSdk(outFile = join(root, "dist/sdk/sdk.js")): Promise<BuiltSdk> {
  const result = await Bun.build({
    entrypoints: [join(root, "sdk/index.ts")],
    target: "browser",
    format: "iife",
    minify: true,
    define: { SDK_VERSION: JSON.stringify(version) },
  });
  const bundle = await result.outputs[0]!.text();
  const { code = "" } = await minify(bundle, { ecma: language, module: true, compress });
  const bytes = new TextEncoder().encode(code);
  const gzipBytes = Bun.gzipSync(bytes, { level: 9 }).byteLength;
  if (gzipBytes > sdkGzipBytesMax) {
    throw new Error(`sdk.js is ${gzipBytes} bytes gzipped, above the limit of ${sdkGzipBytesMax}`);
  }
  await Bun.write(outFile, bytes);
  const integrity = `sha384-${new Bun.CryptoHasher("sha384").update(bytes).digest("base64")}`;
  return { path: outFile, version, code, rawBytes: bytes.byteLength, gzipBytes, integrity };
}

if (import.meta.main) {
  try {
    const { path, rawBytes, gzipBytes } = await buildSdk();
    process.stdout.write(`${path}: ${rawBytes} bytes, ${gzipBytes} gzipped\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
