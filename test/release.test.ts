/** What a release says of itself: the bill of materials and the licences of what is in the executable. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../package.json";
import type { Target } from "../scripts/build/embed-onnxruntime.ts";
import { buildExecutable } from "../scripts/build/executable.ts";
import { billOfMaterials } from "../scripts/release/bill-of-materials.ts";
import { type BundledPackage, bundledPackages } from "../scripts/release/bundled-packages.ts";
import { licencesText } from "../scripts/release/licences.ts";

const scratch = mkdtempSync(join(tmpdir(), "booking-risk-release-"));
const product = { name: "booking-risk", version: "1.2.3", license: "MIT", bun: "1.4.5" };
let packages: BundledPackage[];

beforeAll(async () => {
  const { inputs } = await buildExecutable({
    outfile: join(scratch, "booking-risk"),
    target: `bun-${process.platform}-${process.arch}` as Target,
  });
  packages = bundledPackages(inputs);
}, 120_000);
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
  const text = await billOfMaterials(product, packages);
  expect(await billOfMaterials(product, packages)).toBe(text);
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
