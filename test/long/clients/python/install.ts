/**
 * Installs what builds the Python client, and what it depends on.
 *
 *     bun test/long/clients/python/install.ts
 */
import { pythonPackages } from "../../../fixtures/python-packages.ts";

const { python, packages, prepare } = pythonPackages(
  "the Python client's packages",
  import.meta.dir,
);

export { packages as clientPackages, python };

if (import.meta.main) await prepare();
