/** The Bun of another platform, which its executable contains: from npm, checked against the lock file. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Target } from "../build/embed-onnxruntime.ts";
import { outputOf, runQuietly } from "../programs/run-quietly.ts";

const root = resolve(import.meta.dir, "../..");
/** It pins Bun with the hashes of all platforms. */
const lockFile = join(root, "scripts/bootstrap/package-lock.json");
const cache = join(root, "node_modules/.cache/bun-runtimes");

const packages: Readonly<Record<Target, { name: string; executable: string }>> = {
  "bun-linux-x64": { name: "@oven/bun-linux-x64", executable: "bin/bun" },
  "bun-linux-arm64": { name: "@oven/bun-linux-aarch64", executable: "bin/bun" },
  "bun-darwin-arm64": { name: "@oven/bun-darwin-aarch64", executable: "bin/bun" },
  "bun-windows-x64": { name: "@oven/bun-windows-x64", executable: "bin/bun.exe" },
};

/**
 * @returns the path of the pinned Bun for a platform. It is downloaded once, by npm.
 * @throws Error if it cannot be downloaded, or is not the one that the lock file names.
 */
export async function bunRuntime(target: Target): Promise<string> {
  const { name, executable } = packages[target];
  const { version, integrity } = locked(name);
  const folder = join(cache, `${name.slice("@oven/".length)}-${version}`);
  if (existsSync(folder)) return join(folder, executable);
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const archive = await download(`${name}@${version}`, partial);
  if (integrityOf(archive) !== integrity) {
    throw new Error(`${name}@${version} from npm is not the one of ${lockFile}`);
  }
  await runQuietly("tar", "-xzf", archive, "--strip-components=1", "-C", partial);
  rmSync(archive);
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(partial, folder);
  return join(folder, executable);
}

/** @returns the version of Bun that every platform's executable contains. */
export function bunVersion(): string {
  return locked(packages["bun-linux-x64"].name).version;
}

function locked(name: string): { version: string; integrity: string } {
  const lock = JSON.parse(readFileSync(lockFile, "utf8"));
  return lock.packages[`node_modules/${name}`];
}

async function download(spec: string, folder: string): Promise<string> {
  const printed = await outputOf(["npm", "pack", "--silent", "--pack-destination", folder, spec]);
  return join(folder, printed.trim().split("\n").at(-1)!);
}

function integrityOf(file: string): string {
  return `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
}
