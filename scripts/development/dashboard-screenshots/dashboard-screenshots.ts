/**
 * Takes screenshots of every page of the dashboard, light and dark, wide and narrow, or the README's one:
 *
 *     npm run dashboard-screenshots [-- FOLDER | --readme]
 *
 * Needs `npm run build` and Chromium.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Installation } from "../../bench/installation.ts";
import { runInNode } from "../../programs/browser/run-node.ts";
import { waitUntil } from "../../programs/wait-until.ts";
import { createSampleProject } from "./sample-project.ts";

const [wanted = "dist/screenshots"] = process.argv.slice(2);
const isForReadme = wanted === "--readme";
const folder = isForReadme ? resolve(import.meta.dir, "../../../docs") : resolve(wanted);
const data = mkdtempSync(join(tmpdir(), "booking-risk-screenshots-"));
mkdirSync(folder, { recursive: true });

const executable = join(import.meta.dir, "../../../dist/booking-risk");
const installation = new Installation(executable, data);
const service = await installation.serve();
try {
  const link = await firstOwnerLink();
  const { origin: url } = new URL(link);
  const full = await createSampleProject(url, installation);
  const argument = { url, link, folder, file: join(folder, "dashboard.webp"), full };
  const name = isForReadme ? "readme-picture.mjs" : "screenshots.mjs";
  const script = join(import.meta.dir, name);
  const { taken } = await runInNode<{ taken: string[] }>(script, argument);
  process.stdout.write(`${taken.length} screenshots in ${folder}\n`);
} finally {
  await service.stop();
  rmSync(data, { recursive: true });
}

/** The link that `serve` writes as long as there is no account. */
async function firstOwnerLink(): Promise<string> {
  const file = join(data, "owner-link");
  await waitUntil("the link", () => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"));
  return readFileSync(file, "utf8").trim();
}
