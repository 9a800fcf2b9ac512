/** OpenAPI Generator, a Java program from Maven Central, which writes the models of the clients. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { runQuietly } from "../../programs/run-quietly.ts";

const generator = {
  artifact: "org.openapitools:openapi-generator-cli:7.25.0",
  sha256: "41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae",
};
const folder = resolve(import.meta.dir, "../../../node_modules/.cache/openapi-generator");
const file = join(folder, `${generator.sha256}.jar`);

export const isGeneratorInstalled = () => existsSync(file);

/**
 * Fetches it by Maven, unless it is there: 32 MB, kept in `node_modules/.cache`.
 * @throws Error that says what failed.
 */
export async function installGenerator(): Promise<void> {
  if (isGeneratorInstalled()) return;
  await runQuietly(
    "mvn",
    "--quiet",
    "--batch-mode",
    "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
    `-Dartifact=${generator.artifact}:jar`,
    `-DoutputDirectory=${folder}`,
  );
  const [, name, version] = generator.artifact.split(":");
  const fetched = join(folder, `${name}-${version}.jar`);
  const sha256 = createHash("sha256").update(readFileSync(fetched)).digest("hex");
  if (sha256 !== generator.sha256) throw new Error(`${fetched} has the SHA-256 ${sha256}`);
  renameSync(fetched, file);
}

export const runGenerator = (...args: string[]) =>
  runQuietly("java", "-jar", file, "generate", ...args);

if (import.meta.main) await installGenerator();
