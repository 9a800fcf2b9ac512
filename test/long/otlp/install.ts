/**
 * Installs OpenTelemetry's published protobuf definitions, with which a receiver decodes what is sent.
 *
 *     bun test/long/otlp/install.ts
 */
import { pythonPackages } from "../../fixtures/python-packages.ts";

const { python, packages, prepare } = pythonPackages(
  "OpenTelemetry's protobuf definitions",
  import.meta.dir,
);

export { packages as otlpDefinitions, python };

if (import.meta.main) await prepare();
