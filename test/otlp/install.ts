/**
 * Installs OpenTelemetry's published protobuf definitions, with which a receiver decodes what is sent.
 *
 *     bun test/otlp/install.ts
 */
import { pythonEnvironment } from "../../scripts/python-environment.ts";
import type { Program } from "../needs.ts";

const environment = pythonEnvironment(import.meta.dir);

export const python = environment.python;

export const otlpDefinitions: Program = {
  name: "OpenTelemetry's protobuf definitions",
  isInstalled: environment.isPrepared(),
  install: "Install Python 3.11, then run `node scripts/with-bun.mjs test/otlp/install.ts`.",
};

if (import.meta.main) await environment.prepare();
