/** What a release says of itself, what it is not made without, and that its archives are reproducible. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json";
import type { Target } from "../../scripts/build/embed-onnxruntime.ts";
import { buildExecutable } from "../../scripts/build/executable.ts";
import { billOfMaterials } from "../../scripts/release/bill-of-materials.ts";
import { type BundledPackage, bundledPackages } from "../../scripts/release/bundled-packages.ts";
import { packGo, packPhp } from "../../scripts/release/client-packages.ts";
import { packChart } from "../../scripts/release/deploy-files.ts";
import { licencesText } from "../../scripts/release/licences.ts";

const scratch = mkdtempSync(join(tmpdir(), "booking-risk-release-"));
const product = { name: "booking-risk", version: "1.2.3", license: "MIT", bun: "1.4.5" };
let packages: BundledPackage[];

beforeAll(async () => {
  const { inputs } = await buildExecutable({
    outfile: join(scratch, "booking-risk"),
    target: `bun-${process.platform}-${process.arch}` as Target,
  });
  packages = bundledPackages(inputs);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test("the bundled packages have the versions of package.json", () => {
  const bundled = new Map(packages.map(({ name, version }) => [name, version]));
  const { elysia, "drizzle-orm": drizzle, "onnxruntime-node": onnx } = manifest.dependencies;
  expect(bundled.get("elysia")).toBe(elysia);
  expect(bundled.get("drizzle-orm")).toBe(drizzle);
  expect(bundled.get("onnxruntime-node")).toBe(onnx);
  for (const tool of Object.keys(manifest.devDependencies)) {
    // It is also a dependency of a bundled package, in its own version.
    if (tool !== "hyparquet") expect([...bundled.keys()]).not.toContain(tool);
  }
});

test("every bundled package has a licence that lets it be passed on in an executable", () => {
  const permissive = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
  ];
  const others = packages
    .map(({ name, manifest }) => ({ name, license: manifest.license }))
    .filter(({ license }) => ![...permissive, "Unlicense"].includes(String(license)));
  expect(others).toEqual([]);
});

test("the bill of materials is valid CycloneDX, names every package, and is reproducible", async () => {
  const text = await billOfMaterials(product, packages, []);
  expect(await billOfMaterials(product, packages, [])).toBe(text);
  const { bomFormat, components, metadata } = JSON.parse(text);
  expect(bomFormat).toBe("CycloneDX");
  expect(metadata.component).toMatchObject({ name: "booking-risk", version: "1.2.3" });
  const named = components.map(({ purl }: { purl: string }) => purl);
  expect(named).toContain("pkg:npm/bun@1.4.5");
  expect(named).toContain(`pkg:npm/elysia@${manifest.dependencies.elysia}`);
  expect(named).toHaveLength(packages.length + 1);
});

test("the licences contain the text of each package that has one", () => {
  const text = licencesText(packages, "1.4.5");
  for (const { name, version, licenceTexts } of packages) {
    expect(text).toContain(`\n${name} ${version}\n`);
    for (const licence of licenceTexts) expect(text).toContain(licence);
  }
  expect(text).toContain("LGPL-2.0");
});

test("the bill of materials names each client, its files with their sums, and what it needs", async () => {
  const requires = [
    { name: "urllib3", versions: ">=2,<3", purl: "pkg:pypi/urllib3" },
    { name: "group:part", versions: "2.1.0", purl: "pkg:maven/group/part@2.1.0" },
  ];
  const sum = "ab".repeat(32);
  const client = { language: "Any", name: "a-client", files: ["a.zip"], requires };
  const text = await billOfMaterials(product, packages, [{ ...client, hashes: { "a.zip": sum } }]);
  const { components, dependencies } = JSON.parse(text);
  const named = (name: string) => components.find((one: { name: string }) => one.name === name);
  expect(named("a-client")).toMatchObject({
    version: "1.2.3",
    licenses: [{ license: { id: "MIT" } }],
    components: [{ type: "file", name: "a.zip", hashes: [{ alg: "SHA-256", content: sum }] }],
  });
  expect(named("urllib3")).toMatchObject({ description: "Versions >=2,<3" });
  expect(named("urllib3")).not.toHaveProperty("version");
  expect(named("group:part")).toMatchObject({ version: "2.1.0" });
  expect(dependencies).toContainEqual({
    ref: "Any client",
    dependsOn: ["pkg:maven/group/part@2.1.0", "pkg:pypi/urllib3"],
  });
  const { dependsOn } = dependencies.find(({ ref }: { ref: string }) => /^booking-risk/.test(ref));
  expect(dependsOn).not.toContain("Any client");
});

test("the archives of the same sources have the same bytes, and nothing but sources", async () => {
  const [first, second] = ["first", "second"].map((name) => join(scratch, name)) as [
    string,
    string,
  ];
  for (const folder of [first, second]) {
    mkdirSync(folder);
    for (const pack of [packGo, packPhp, packChart]) await pack(folder);
  }
  const files = readdirSync(first);
  expect(files).toHaveLength(3);
  for (const file of files) {
    const archive = readFileSync(join(first, file));
    expect(archive).toEqual(readFileSync(join(second, file)));
    const names = [...(await new Bun.Archive(archive).files()).keys()];
    expect(names.length).toBeGreaterThan(5);
    const [top] = names[0]!.split("/");
    const kinds = /\.(go|mod|php|json|ya?ml|tpl|txt|md)$|\/LICENSE$/;
    expect(names.filter((name) => !name.startsWith(`${top}/`) || !kinds.test(name))).toEqual([]);
  }
});

/** Runs `npm run release` where it has to refuse before it builds anything. */
function refused(args: readonly string[], environment: Record<string, string | undefined> = {}) {
  const command = [
    process.execPath,
    join(import.meta.dir, "../../scripts/release/release.ts"),
    ...args,
  ];
  const { exitCode, stderr } = Bun.spawnSync(command, { env: { ...process.env, ...environment } });
  expect(exitCode).toBe(1);
  return stderr.toString();
}

test("a release is not made where a program is missing that a part of it needs", () => {
  const out = join(scratch, "missing");
  const said = refused(["--out", out], { PATH: scratch });
  for (const line of [
    /^Debian packages: needs dpkg-deb\. Install it with `apt-get install dpkg`\.$/m,
    /^Java client: needs mvn\./m,
    /^Python client: needs python3\./m,
    /^--partial goes without\.$/m,
  ]) {
    expect(said).toMatch(line);
  }
  expect(readdirSync(scratch)).not.toContain("missing");
});

test("a release is not written into a folder that has something", () => {
  const out = join(scratch, "taken");
  mkdirSync(out);
  writeFileSync(join(out, "mine.txt"), "mine");
  expect(refused(["--partial", "--out", out])).toContain("--out takes a new or an empty folder");
  expect(readdirSync(out)).toEqual(["mine.txt"]);
});
