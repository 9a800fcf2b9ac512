/**
 * Builds `dist/booking-risk`.
 *
 *     bun run build [--target bun-linux-x64|bun-linux-arm64|bun-darwin-arm64|bun-windows-x64]
 *                   [--outfile PATH] [--runtime PATH-OF-A-BUN-FOR-THE-TARGET]
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildApiReference } from "./api-reference.ts";
import { buildDashboard } from "./dashboard.ts";
import { isTarget, type Target, targets } from "./embed-onnxruntime.ts";
import { buildExecutable } from "./executable.ts";
import { buildSdk } from "./sdk.ts";

const root = resolve(import.meta.dir, "../..");

const { values } = parseArgs({
  options: {
    target: { type: "string" },
    outfile: { type: "string" },
    runtime: { type: "string" },
  },
});

const host = hostTarget();
const target = values.target ?? host;
if (!isTarget(target)) {
  process.stderr.write(`no executable for ${target}; choose one of ${targets.join(", ")}\n`);
  process.exit(2);
}

const started = performance.now();
await Promise.all([buildSdk(), buildDashboard(), buildApiReference()]);
const outfile = resolve(values.outfile ?? defaultOutfile(target));
const { bytes } = await buildExecutable({
  outfile,
  target,
  ...(values.runtime && { runtime: resolve(values.runtime) }),
});
const seconds = (performance.now() - started) / 1000;
process.stdout.write(`${outfile}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s\n`);

function hostTarget(): string {
  return `bun-${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
}

function defaultOutfile(target: Target): string {
  const suffix = target === host ? "" : `-${target.slice("bun-".length)}`;
  const extension = target === "bun-windows-x64" ? ".exe" : "";
  return join(root, `dist/booking-risk${suffix}${extension}`);
}
