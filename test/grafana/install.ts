/**
 * Installs Grafana's published model of its dashboards.
 *
 *     bun test/grafana/install.ts
 */
import { pythonEnvironment } from "../../scripts/python-environment.ts";
import type { Program } from "../needs.ts";

const environment = pythonEnvironment(import.meta.dir);

export const python = environment.python;

export const grafanaModel: Program = {
  name: "Grafana's model of dashboards",
  isInstalled: environment.isPrepared(),
  install: "Install Python 3.11, then run `node scripts/with-bun.mjs test/grafana/install.ts`.",
};

if (import.meta.main) await environment.prepare();
