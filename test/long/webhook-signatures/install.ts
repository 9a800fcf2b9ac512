/**
 * Installs the published library of Standard Webhooks for Python, by which signatures are verified.
 *
 *     bun test/long/webhook-signatures/install.ts
 */
import { pythonPackages } from "../../fixtures/python-packages.ts";

const { python, packages, prepare } = pythonPackages(
  "the library of Standard Webhooks for Python",
  import.meta.dir,
);

export { packages as standardWebhooks, python };

if (import.meta.main) await prepare();
