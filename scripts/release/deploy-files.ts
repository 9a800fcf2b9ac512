/** What runs the executable in containers: the files of docs/deploy, and its Helm chart as an archive. */
import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { name, version } from "../../package.json";
import { archive } from "./archive.ts";

const sources = resolve(import.meta.dir, "../../docs/deploy");
const copied = [
  "Containerfile",
  "compose.yaml",
  "haproxy.cfg",
  "kubernetes-postgres.yaml",
  "kubernetes-sqlite.yaml",
];

/** Writes all of them into a folder. */
export async function deployFiles(folder: string): Promise<void> {
  for (const file of copied) copyFileSync(join(sources, file), join(folder, file));
  await packChart(folder);
}

/** @returns the path of the chart's archive, as `helm package` would make it. */
export async function packChart(folder: string): Promise<string> {
  const file = join(folder, `${name}-chart-${version}.tgz`);
  const files = ["Chart.yaml", "values.yaml", "templates/*"];
  await archive({ source: join(sources, "chart"), files, top: name, file });
  return file;
}
