/** Which packages are in the executable, as its bundles were made: neither more nor less. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "../..");

export interface BundledPackage {
  name: string;
  version: string;
  /** Of its package.json. */
  manifest: Record<string, unknown>;
  /** The texts of its licence and notice files; empty if it has none. */
  licenceTexts: string[];
}

/**
 * @param inputs paths of the bundled files, relative to the project.
 * @returns each package once for each version, in the order of names.
 */
export function bundledPackages(inputs: Iterable<string>): BundledPackage[] {
  const folders = new Set<string>();
  for (const input of inputs) {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
    if (folder !== undefined) folders.add(folder);
  }
  const found = new Map<string, BundledPackage>();
  for (const folder of folders) {
    const bundled = readPackage(join(root, folder));
    found.set(`${bundled.name}@${bundled.version}`, bundled);
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bundled]) => bundled);
}

function readPackage(folder: string): BundledPackage {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const licenceTexts = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice|copying|thirdpartynotices)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").trim());
  return { name: manifest.name, version: manifest.version, manifest, licenceTexts };
}
