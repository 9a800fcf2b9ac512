/**
 * Installs Schemathesis, which sends what the OpenAPI document allows and what it forbids.
 *
 *     bun test/openapi/schemathesis/install.ts
 */
import { join } from "node:path";
import { pythonEnvironment } from "../../../scripts/python-environment.ts";
import type { Program } from "../../needs.ts";

const environment = pythonEnvironment(import.meta.dir);

export const command = join(environment.python, "../st");

export const schemathesis: Program = {
  name: "Schemathesis",
  isInstalled: environment.isPrepared(),
  install:
    "Install Python 3.11, then run `node scripts/with-bun.mjs test/openapi/schemathesis/install.ts`.",
};

if (import.meta.main) await environment.prepare();
