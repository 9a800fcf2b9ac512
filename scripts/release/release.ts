/**
 * `npm run release`: everything that a release has, in `dist/release`: the executables of all platforms, a
 * Debian package, the clients for merchants' servers, the files to build and run containers, the bill of
 * materials, the licences of what is inside, and the SHA-256 sums of all.
 *
 *     npm run release -- [--target bun-linux-x64,bun-linux-arm64,bun-darwin-arm64,bun-windows-x64]
 *                        [--out FOLDER] [--partial]
 *
 * The Bun of the other platforms comes from npm once, checked against the lock file. Some parts need further
 * programs. Where one is missing, nothing is built; with `--partial` those parts are left out, and named.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import manifest from "../../package.json";
import { buildApiReference } from "../build/api-reference.ts";
import { buildDashboard } from "../build/dashboard.ts";
import { isTarget, type Target, targets } from "../build/embed-onnxruntime.ts";
import { buildExecutable } from "../build/executable.ts";
import { buildSdk } from "../build/sdk.ts";
import { pythonEnvironment } from "../programs/python-environment.ts";
import { billOfMaterials, type HashedClient } from "./bill-of-materials.ts";
import { bunRuntime, bunVersion } from "./bun-runtime.ts";
import { bundledPackages } from "./bundled-packages.ts";
import {
  type ClientPackage,
  packGo,
  packJava,
  packPhp,
  packPython,
  packTypeScript,
} from "./client-packages.ts";
import { debianPackage } from "./debian-package.ts";
import { deployFiles } from "./deploy-files.ts";
import { licencesText } from "./licences.ts";
import { missingPrograms, type Part } from "./programs.ts";

const root = resolve(import.meta.dir, "../..");
const { name, version, license } = manifest;
const log = (line: string) => process.stderr.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    target: { type: "string" },
    out: { type: "string" },
    partial: { type: "boolean", default: false },
  },
});
const folder = resolve(values.out ?? join(root, "dist/release"));

try {
  await release(wantedTargets(), leftOut());
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

function wantedTargets(): Target[] {
  const wanted = values.target?.split(",") ?? targets;
  const unknown = wanted.find((one) => !isTarget(one));
  if (unknown === undefined) return wanted.filter(isTarget);
  throw new Error(`--target takes some of ${targets.join(",")}, and not ${unknown}`);
}

/** @throws Error that names what is missing, unless a part of a release is enough. */
function leftOut(): Part[] {
  const missing = missingPrograms();
  const lines = missing.map(
    ({ part, program, install }) => `${part}: needs ${program}. ${install}`,
  );
  if (missing.length > 0 && !values.partial) {
    throw new Error(
      ["This machine cannot make all of a release:", ...lines, "--partial goes without."].join(
        "\n",
      ),
    );
  }
  for (const line of lines) log(`Left out: ${line}`);
  return missing.map(({ part }) => part);
}

async function release(wanted: readonly Target[], without: readonly Part[]): Promise<void> {
  emptyFolder();
  const clients = await clientPackages(without);
  const pages = await Promise.all([buildDashboard(), buildApiReference(), buildSdk()]);
  const inputs = new Set([...pages[0].inputs, ...pages[1].inputs]);
  for (const target of wanted) {
    log(`Building ${fileNameOf(target)} …`);
    const built = await build(target);
    for (const input of built.inputs) inputs.add(input);
  }
  const packages = bundledPackages(inputs);
  const bun = bunVersion();
  const product = { name, version, license, bun };
  write(`${name}-${version}.cdx.json`, await billOfMaterials(product, packages, clients));
  write("THIRD-PARTY-LICENCES.txt", licencesText(packages, bun));
  if (!without.includes("Debian packages")) await debianPackages(wanted);
  await deployFiles(folder);
  writeSums();
}

/** A folder that somebody named is not emptied. */
function emptyFolder(): void {
  if (values.out === undefined) rmSync(folder, { recursive: true, force: true });
  else if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`--out takes a new or an empty folder, and not ${values.out}`);
  }
  mkdirSync(folder, { recursive: true });
}

async function clientPackages(without: readonly Part[]): Promise<HashedClient[]> {
  log("Packing the clients …");
  const packed: ClientPackage[] = [await packTypeScript(folder)];
  if (!without.includes("Python client")) {
    const environment = pythonEnvironment(join(root, "test/long/clients/python"));
    await environment.prepare();
    packed.push(await packPython(folder, environment.python));
  }
  packed.push(await packGo(folder));
  if (!without.includes("Java client")) packed.push(await packJava(folder));
  packed.push(await packPhp(folder));
  return packed.map((client) => ({
    ...client,
    hashes: Object.fromEntries(client.files.map((file) => [file, sha256Of(file)])),
  }));
}

async function build(target: Target) {
  return buildExecutable({
    outfile: join(folder, fileNameOf(target)),
    target,
    runtime: await bunRuntime(target),
  });
}

async function debianPackages(wanted: readonly Target[]): Promise<void> {
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

function sha256Of(file: string): string {
  const bytes = readFileSync(join(folder, file));
  return createHash("sha256").update(bytes).digest("hex");
}

/** In the format of `sha256sum --check`; the table on standard output has the sizes. */
function writeSums(): void {
  const files = readdirSync(folder).sort();
  const sums = files.map((file) => `${sha256Of(file)}  ${file}\n`);
  write("SHA256SUMS", sums.join(""));
  for (const file of files) {
    const megabytes = (statSync(join(folder, file)).size / 1e6).toFixed(1);
    process.stdout.write(`${megabytes.padStart(8)} MB  ${file}\n`);
  }
}
