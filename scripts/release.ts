/**
 * `npm run release`: everything that a release has, in `dist/release`: the executables of all platforms, a
 * Debian package, the files to build and run containers of them, the bill of materials, the licences of
 * what is inside, and the SHA-256 sums of all.
 *
 *     npm run release -- [--target bun-linux-x64,bun-linux-arm64,bun-darwin-arm64,bun-windows-x64]
 *
 * The Bun of the other platforms comes from npm once, checked against the lock file. The Debian packages need
 * `dpkg-deb`, and are left out with a message where it is missing.
 */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import manifest from "../package.json";
import { buildDashboard } from "./build/dashboard.ts";
import { isTarget, type Target, targets } from "./build/embed-onnxruntime.ts";
import { buildExecutable } from "./build/executable.ts";
import { buildSdk } from "./build-sdk.ts";
import { billOfMaterials } from "./release/bill-of-materials.ts";
import { bunRuntime, bunVersion } from "./release/bun-runtime.ts";
import { bundledPackages } from "./release/bundled-packages.ts";
import { debianPackage } from "./release/debian-package.ts";
import { licencesText } from "./release/licences.ts";

const root = resolve(import.meta.dir, "..");
const folder = join(root, "dist/release");
const { name, version, license } = manifest;
const deployFiles = [
  "Containerfile",
  "compose.yaml",
  "haproxy.cfg",
  "kubernetes-postgres.yaml",
  "kubernetes-sqlite.yaml",
];
const log = (line: string) => process.stderr.write(`${line}\n`);

try {
  await release(wantedTargets());
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

function wantedTargets(): Target[] {
  const { values } = parseArgs({ options: { target: { type: "string" } } });
  const wanted = values.target?.split(",") ?? targets;
  const unknown = wanted.find((one) => !isTarget(one));
  if (unknown === undefined) return wanted.filter(isTarget);
  throw new Error(`--target takes some of ${targets.join(",")}, and not ${unknown}`);
}

async function release(wanted: readonly Target[]): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [, dashboard] = await Promise.all([buildSdk(), buildDashboard()]);
  const inputs = new Set(dashboard.inputs);
  for (const target of wanted) {
    log(`Building ${fileNameOf(target)} …`);
    const built = await build(target);
    for (const input of built.inputs) inputs.add(input);
  }
  const packages = bundledPackages(inputs);
  const bun = bunVersion();
  const product = { name, version, license, bun };
  write(`${name}-${version}.cdx.json`, await billOfMaterials(product, packages));
  write("THIRD-PARTY-LICENCES.txt", licencesText(packages, bun));
  await debianPackages(wanted);
  for (const file of deployFiles) copyFileSync(join(root, "docs/deploy", file), join(folder, file));
  writeSums();
}

async function build(target: Target) {
  return buildExecutable({
    outfile: join(folder, fileNameOf(target)),
    target,
    runtime: await bunRuntime(target),
  });
}

async function debianPackages(wanted: readonly Target[]): Promise<void> {
  if (Bun.which("dpkg-deb") === null) {
    log("No Debian packages: there is no dpkg-deb here (on Debian: apt-get install dpkg).");
    return;
  }
  for (const [target, architecture] of [
    ["bun-linux-x64", "amd64"],
    ["bun-linux-arm64", "arm64"],
  ] as const) {
    if (!wanted.includes(target)) continue;
    log(`Packing ${name}_${version}_${architecture}.deb …`);
    const executable = join(folder, fileNameOf(target));
    const licences = [join(root, "LICENSE"), join(folder, "THIRD-PARTY-LICENCES.txt")];
    await debianPackage({ executable, licences, version, architecture, folder });
  }
}

function fileNameOf(target: Target): string {
  const extension = target === "bun-windows-x64" ? ".exe" : "";
  return `${name}-${version}-${target.slice("bun-".length)}${extension}`;
}

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
}

/** In the format of `sha256sum --check`; the table on standard output has the sizes. */
function writeSums(): void {
  const files = readdirSync(folder).sort();
  const sums = files.map((file) => {
    const bytes = readFileSync(join(folder, file));
    return `${createHash("sha256").update(bytes).digest("hex")}  ${file}\n`;
  });
  write("SHA256SUMS", sums.join(""));
  for (const file of files) {
    const megabytes = (statSync(join(folder, file)).size / 1e6).toFixed(1);
    process.stdout.write(`${megabytes.padStart(8)} MB  ${file}\n`);
  }
}
