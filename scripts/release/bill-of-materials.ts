/** A software bill of materials as CycloneDX JSON, written and validated by the CycloneDX library. */
import { Contrib, Enums, Models, Serialize, Spec, Validation } from "@cyclonedx/cyclonedx-library";
import parseLicence from "spdx-expression-parse";
import type { BundledPackage } from "./bundled-packages.ts";

const { FromNodePackageJson, License } = Contrib;
const spec = Spec.Spec1dot6;
const references = new FromNodePackageJson.Factories.ExternalReferenceFactory();
const licences = new License.Factories.LicenseFactory(parseLicence);
const components = new FromNodePackageJson.Builders.ComponentBuilder(references, licences);

export interface Product {
  name: string;
  version: string;
  license: string;
  /** Of Bun, whose executable the product's is. */
  bun: string;
}

/**
 * @returns the document; the same input gives the same bytes.
 * @throws Error if it is not valid CycloneDX 1.6.
 */
export async function billOfMaterials(
  product: Product,
  packages: readonly BundledPackage[],
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
    const component = componentOf(manifest, Enums.ComponentType.Library);
    bom.components.add(component);
    root.dependencies.add(component.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(spec));
  const text = serializer.serialize(bom, { sortLists: true, space: 2 });
  const invalid = await new Validation.JsonStrictValidator(spec.version).validate(text);
  if (invalid) throw new Error(`The bill of materials is not valid: ${JSON.stringify(invalid)}`);
  return `${text}\n`;
}

function componentOf(manifest: Record<string, unknown>, type: Enums.ComponentType) {
  const component = components.makeComponent(manifest as { name: string }, type);
  if (!component) throw new Error(`${String(manifest.name)} has no usable package.json`);
  const name = component.group ? `${component.group}/${component.name}` : component.name;
  component.purl = `pkg:npm/${name.replace("@", "%40")}@${component.version}`;
  component.bomRef.value = `${name}@${component.version}`;
  return component;
}
