/** Creates a project with imported history, and one live booking with telemetry, which waits for review. */
import { join } from "node:path";
import { examplePayment } from "../../../src/http/openapi/examples.ts";
import type { Installation } from "../../bench/installation.ts";
import { batchesOf, seasonOf } from "./season.ts";

const attempts = 6000;
/** Stays below the limit of twenty batches a second per collection. */
const betweenBatchesMs = 60;

export interface SampleProject {
  projectId: string;
  decisionId: string;
}

/** @param url of the service that runs on the installation's folder. */
export async function createSampleProject(
  url: string,
  installation: Installation,
): Promise<SampleProject> {
  const { folder } = installation;
  const { projectId, key } = await installation.project("Alder & Quay");
  const publishableKey = await installation.key(projectId, "publishable");
  const season = seasonOf(attempts, Date.now());
  const file = join(folder, "past.ndjson");
  await Bun.write(file, season.past);
  await installation.command("history", "import", file, "--project", projectId);
  for (const batch of batchesOf(season.live, publishableKey)) {
    await send(`${url}/sdk/batch`, batch, {});
    await Bun.sleep(betweenBatchesMs);
  }
  const paid = {
    ...season.live.request,
    booking: { ...season.live.request.booking, totalAmount: { value: 45_600, currency: "EUR" } },
    payment: { ...examplePayment, previousDeclines: 1 },
  };
  const answer = await send(`${url}/v1/risk`, paid, { "X-Service-Key": key });
  const [ofProject, decisionId] = [["--project", projectId], answer.decisionId!];
  await installation.command("review", "open", decisionId, ...ofProject);
  const value = join(folder, "value.txt");
  await Bun.write(value, season.live.request.booker.email);
  const why = ["--reason", "Two chargebacks in October", "--decision", decisionId];
  const listed = ["--type", "email", "--value-file", value, ...why];
  await installation.command("list", "add", "deny", ...ofProject, ...listed);
  return { projectId, decisionId };
}

async function send(url: string, body: object, headers: Record<string, string>) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return (text ? JSON.parse(text) : {}) as Record<string, string>;
}
