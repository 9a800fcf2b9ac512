/**
 * Installs OpenTelemetry's published protobuf definitions, with which a receiver decodes what is sent.
 *
 *     bun test/otlp/install.ts
 */
import { pythonPackages } from "../python-packages.ts";

const { python, packages, prepare } = pythonPackages(
  "OpenTelemetry's protobuf definitions",
  import.meta.dir,
);

export { packages as otlpDefinitions, python };

if (import.meta.main) await prepare();
