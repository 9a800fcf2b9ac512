/**
 * Installs Schemathesis, which sends what the OpenAPI document allows and what it forbids.
 *
 *     bun test/long/schemathesis/install.ts
 */
import { join } from "node:path";
import { pythonPackages } from "../../fixtures/python-packages.ts";

const { python, packages, prepare } = pythonPackages("Schemathesis", import.meta.dir);

export const command = join(python, "../st");

export { packages as schemathesis };

if (import.meta.main) await prepare();
