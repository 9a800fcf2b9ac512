/**
 * Installs what checks the Kubernetes manifests: the schemas, from PyPI, and Helm, built by Go (two
 * minutes the first time).
 *
 *     bun test/long/deploy/install.ts
 */
import { dirname } from "node:path";
import { outputOf } from "../../../scripts/programs/run-quietly.ts";
import { pythonPackages } from "../../fixtures/python-packages.ts";
import { helm, helmProgram } from "./chart.ts";

/** The newest that Debian 12's Go can build. */
const helmModule = "helm.sh/helm/v3/cmd/helm@v3.12.3";

const { python, packages, prepare } = pythonPackages("Kubernetes' schemas", import.meta.dir);

export { packages as kubernetesSchemas, python };

if (import.meta.main) {
  await prepare();
  if (!helmProgram.isInstalled) {
    await outputOf(["go", "install", helmModule], { environment: { GOBIN: dirname(helm) } });
  }
}
