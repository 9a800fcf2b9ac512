/** What is generated in the clients is what the OpenAPI document says today. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  generate,
  generatedFilesIn,
  languages,
} from "../../../scripts/development/clients/generate.ts";
import { isGeneratorInstalled } from "../../../scripts/development/clients/openapi-generator.ts";
import { version } from "../../../src/base/version.ts";
import { openApiDocument } from "../../../src/http/openapi/openapi.ts";
import { debianProgram, describeWith, type Program } from "../../fixtures/needs.ts";

const sdk = resolve(import.meta.dir, "../../../sdk");
const textOf = (path: string) => readFileSync(join(sdk, path), "utf8");
const generator: Program = {
  name: "OpenAPI Generator",
  isInstalled: isGeneratorInstalled(),
  install:
    "Install it with `apt-get install maven default-jre-headless`, then " +
    "`node scripts/with-bun.mjs scripts/development/clients/openapi-generator.ts`.",
};
const java = debianProgram("java", "default-jre-headless");

describe("models", () => {
  describe.each(languages.map((language) => [language.name, language] as const))(
    "%s",
    (name, language) => {
      const needed = [
        generator,
        java,
        ...(name === "go" ? [debianProgram("gofmt", "golang-go")] : []),
      ];
      describeWith(...needed)("", () => {
        test("are those that `npm run clients` writes", async () => {
          const folder = mkdtempSync(join(tmpdir(), "booking-risk-generated-"));
          await generate(language, folder);
          const filesIn = (from: string) =>
            generatedFilesIn(language, from).map((file) => [
              file,
              readFileSync(join(from, file), "utf8"),
            ]);
          expect(filesIn(join(sdk, language.place))).toEqual(filesIn(folder));
          expect(filesIn(folder).length).toBeGreaterThan(15);
          rmSync(folder, { recursive: true });
        });
      });
    },
  );
});

test("the document has no other operation than those that the clients have written by hand", async () => {
  const { paths } = JSON.parse(await openApiDocument()) as { paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(operations.sort()).toEqual([
    "get /v1/decisions/{decisionId}",
    "get /v1/lists/{kind}/entries",
    "post /v1/decisions/{decisionId}/outcome",
    "post /v1/lists/{kind}/entries",
    "post /v1/lists/{kind}/entries/{entryId}/archive",
    "post /v1/risk",
  ]);
});

/** Where each client says its version. */
const versions: readonly [file: string, version: RegExp][] = [
  ["typescript/package.json", /"version": "(.*)"/],
  ["typescript/src/version.ts", /version = "(.*)"/],
  ["python/pyproject.toml", /^version = "(.*)"/m],
  ["python/src/booking_risk/version.py", /__version__ = "(.*)"/],
  ["go/version.go", /Version = "(.*)"/],
  ["java/pom.xml", /<version>(.*)<\/version>/],
  ["java/src/main/java/bookingrisk/BookingRisk.java", /VERSION = "(.*)"/],
  ["php/composer.json", /"version": "(.*)"/],
  ["php/src/BookingRisk.php", /VERSION = '(.*)'/],
];

test.each(versions)("%s has the version of the service", (file, pattern) => {
  expect(pattern.exec(textOf(file))?.[1]).toBe(version);
});
