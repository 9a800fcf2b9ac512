/** A software bill of materials as CycloneDX JSON, written and validated by the CycloneDX library. */
import { Contrib, Enums, Models, Serialize, Spec, Validation } from "@cyclonedx/cyclonedx-library";
import parseLicence from "spdx-expression-parse";
import type { BundledPackage } from "./bundled-packages.ts";
import type { ClientPackage } from "./client-packages.ts";

const { FromNodePackageJson, License } = Contrib;
const spec = Spec.Spec1dot6;
const references = new FromNodePackageJson.Factories.ExternalReferenceFactory();
const library = Enums.ComponentType.Library;
const sha256 = Enums.HashAlgorithm["SHA-256"];
const licences = new License.Factories.LicenseFactory(parseLicence);
const components = new FromNodePackageJson.Builders.ComponentBuilder(references, licences);

export interface Product {
  name: string;
  version: string;
  license: string;
  /** Of Bun, whose executable the product's is. */
  bun: string;
}

/** A client, and the SHA-256 of each of its files. */
export interface HashedClient extends ClientPackage {
  hashes: Readonly<Record<string, string>>;
}

/**
 * @param packages what is in the executable.
 * @param clients what is released with it.
 * @returns the document; the same input gives the same bytes.
 * @throws Error if it is not valid CycloneDX 1.6.
 */
export async function billOfMaterials(
  product: Product,
  packages: readonly BundledPackage[],
  clients: readonly HashedClient[],
): Promise<string> {
  const bom = new Models.Bom();
  const root = componentOf(
    { name: product.name, version: product.version, license: product.license },
    Enums.ComponentType.Application,
  );
  delete root.purl; // It is not published on npm.
  bom.metadata.component = root;
  const runtime = { name: "bun", version: product.bun, license: "MIT" };
  for (const manifest of [runtime, ...packages.map((one) => one.manifest)]) {
    const component = componentOf(manifest, library);
    bom.components.add(component);
    root.dependencies.add(component.bomRef);
  }
  for (const client of clients) addClient(bom, client, product);
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(spec));
  const text = serializer.serialize(bom, { sortLists: true, space: 2 });
  const invalid = await new Validation.JsonStrictValidator(spec.version).validate(text);
  if (invalid) throw new Error(`The bill of materials is not valid: ${JSON.stringify(invalid)}`);
  return `${text}\n`;
}

/** The client with its files, and what is installed with it. */
function addClient(bom: Models.Bom, client: HashedClient, { version, license }: Product): void {
  const component = new Models.Component(library, client.name, {
    bomRef: `${client.language} client`,
    description: `Client for ${client.language}`,
    version,
  });
  component.licenses.add(licences.makeFromString(license));
  for (const file of client.files) {
    const hashes = new Models.HashDictionary([[sha256, client.hashes[file]!]]);
    component.components.add(
      new Models.Component(Enums.ComponentType.File, file, { bomRef: file, hashes }),
    );
  }
  for (const { name, versions, purl } of client.requires) {
    const required = new Models.Component(library, name, { bomRef: purl, purl });
    // CycloneDX 1.6 has a place for one version, and none for a range.
    if (purl.endsWith(`@${versions}`)) required.version = versions;
    else required.description = `Versions ${versions}`;
    bom.components.add(required);
    component.dependencies.add(required.bomRef);
  }
  bom.components.add(component);
}

function componentOf(manifest: Record<string, unknown>, type: Enums.ComponentType) {
  const component = components.makeComponent(manifest as { name: string }, type);
  if (!component) throw new Error(`${String(manifest.name)} has no usable package.json`);
  const name = component.group ? `${component.group}/${component.name}` : component.name;
  component.purl = `pkg:npm/${name.replace("@", "%40")}@${component.version}`;
  component.bomRef.value = `${name}@${component.version}`;
  return component;
}
