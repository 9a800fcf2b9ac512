/**
 * The Helm chart of docs/deploy, and the manifests that are made of it for those without Helm:
 *
 *     bun test/long/deploy/chart.ts
 *
 * writes them again after a change of the chart.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { outputOf } from "../../../scripts/programs/run-quietly.ts";
import type { Program } from "../../fixtures/needs.ts";

export const deploy = resolve(import.meta.dir, "../../../docs/deploy");
export const chart = join(deploy, "chart");
/** Beside the Python of this folder's tests. */
export const helm = join(import.meta.dir, ".venv/bin/helm");

export const helmProgram: Program = {
  name: "Helm",
  isInstalled: existsSync(helm),
  install: "Install Go, then run `node scripts/with-bun.mjs test/long/deploy/install.ts`.",
};

/** Whoever applies a manifest has to replace it: the service does not start with it. */
const replaced = ["--set", "trustedProxies={NETWORK-OF-YOUR-INGRESS}"];

/** By file, the values that it is made with. */
export const manifests: Readonly<Record<string, readonly string[]>> = {
  "kubernetes-sqlite.yaml": replaced,
  "kubernetes-postgres.yaml": [...replaced, "--set", "database.secret=booking-risk-database"],
};

const header =
  "# Made of chart/ by Helm. Change the image and NETWORK-OF-YOUR-INGRESS to yours; with Helm, use the chart instead.\n";

/** Helm's own idea of a cluster is older than what the chart asks for. */
export const template = [helm, "template", "booking-risk", "--kube-version", "1.30.0"];

/** @param from the chart: its folder, or its archive. */
export async function rendered(flags: readonly string[], from: string = chart): Promise<string> {
  return header + (await outputOf([...template, from, ...flags]));
}

if (import.meta.main) {
  for (const [name, flags] of Object.entries(manifests)) {
    writeFileSync(join(deploy, name), await rendered(flags));
  }
}
