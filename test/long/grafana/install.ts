/**
 * Installs Grafana's published model of its dashboards.
 *
 *     bun test/long/grafana/install.ts
 */
import { pythonPackages } from "../../fixtures/python-packages.ts";

const { python, packages, prepare } = pythonPackages(
  "Grafana's model of dashboards",
  import.meta.dir,
);

export { packages as grafanaModel, python };

if (import.meta.main) await prepare();
