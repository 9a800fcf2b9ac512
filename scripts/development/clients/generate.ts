/**
 * `npm run clients`: writes the models of the clients in `sdk` from the OpenAPI document. Needs Java, Maven and Go.
 *
 * The types of TypeScript come from openapi-typescript, as the tests of the document check; those of
 * the other languages from OpenAPI Generator, with the short templates in `templates`: its own
 * give each model hundreds of lines, and transports with further packages, without a time limit for a
 * whole call, that follow redirects with the secret key.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { openApiDocument } from "../../../src/http/openapi/openapi.ts";
import { runQuietly } from "../../programs/run-quietly.ts";
import { documentForGenerators } from "./document.ts";
import { installGenerator, runGenerator } from "./openapi-generator.ts";

const sdk = resolve(import.meta.dir, "../../../sdk");

interface Language {
  /** The generator's name, and of the folders of its templates and of the client. */
  name: "go" | "java" | "php" | "python";
  properties: string;
  typeMappings?: string;
  /** Where the generator writes the models. */
  output: string;
  /** Where they belong, in `sdk`. */
  place: string;
  /** Models have files of their own, next to files that are written by hand. */
  isFile?: (name: string) => boolean;
}

export const languages: readonly Language[] = [
  {
    name: "python",
    properties: "packageName=booking_risk",
    output: "booking_risk/models",
    place: "python/src/booking_risk/models",
    isFile: (name) => name !== "__init__.py",
  },
  {
    name: "go",
    properties: "packageName=bookingrisk,generateUnmarshalJSON=false",
    typeMappings: "date=string",
    output: ".",
    place: "go",
    isFile: (name) => name.startsWith("model_"),
  },
  {
    name: "java",
    properties:
      "library=native,openApiNullable=false,dateLibrary=java8,modelPackage=bookingrisk.model",
    typeMappings: "number=Double",
    output: "src/main/java/bookingrisk/model",
    place: "java/src/main/java/bookingrisk/model",
  },
  {
    name: "php",
    properties: "invokerPackage=BookingRisk,variableNamingConvention=camelCase",
    output: "lib/Model",
    place: "php/src/Model",
  },
];

/** What a call throws instead has classes written by hand. */
const unused = /^(model_)?(problem|validation_?error)\./i;

/** Writes the generated files of a language into a folder that may have other files. */
export async function generate(language: Language, into: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "booking-risk-clients-"));
  const input = join(work, "openapi.json");
  const published = JSON.parse(await openApiDocument());
  await Bun.write(input, JSON.stringify(documentForGenerators(published)));
  await runGenerator(
    "--input-spec",
    input,
    "--output",
    work,
    "--generator-name",
    language.name,
    "--template-dir",
    join(import.meta.dir, "templates", language.name),
    "--additional-properties",
    language.properties,
    "--skip-validate-spec",
    "--global-property",
    "models,modelDocs=false,modelTests=false",
    ...(language.typeMappings ? ["--type-mappings", language.typeMappings] : []),
  );
  mkdirSync(into, { recursive: true });
  const output = join(work, language.output);
  for (const name of generatedFilesIn(language, output)) {
    const text = readFileSync(join(output, name), "utf8");
    // For code that the generator's own template of an enumeration has, and ours does not.
    writeFileSync(join(into, name), text.replace('import "fmt"\n', ""));
  }
  rmSync(work, { recursive: true });
  if (language.name === "go") await runQuietly("gofmt", "-w", into);
}

/** The names of the generated files, sorted. */
export function generatedFilesIn({ isFile = () => true }: Language, folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ name }) => name)
    .filter((name) => isFile(name) && !unused.test(name) && name !== "openapi.json")
    .toSorted();
}

if (import.meta.main) {
  await installGenerator();
  for (const language of languages) {
    const place = join(sdk, language.place);
    mkdirSync(place, { recursive: true });
    for (const name of generatedFilesIn(language, place)) rmSync(join(place, name));
    await generate(language, place);
  }
  const types = astToString(await openapiTS(JSON.parse(await openApiDocument())));
  await Bun.write(join(sdk, "typescript/src/openapi.ts"), types);
}
