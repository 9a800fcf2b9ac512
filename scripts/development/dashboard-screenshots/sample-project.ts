/** Creates a project with imported history, and one live booking with telemetry, which waits for review. */
import { join } from "node:path";
import { batchesNow, seasonOf } from "./season.ts";

const attempts = 6000;
/** Stays below the limit of twenty batches a second per collection. */
const betweenBatchesMs = 60;

export interface SampleProject {
  projectId: string;
  decisionId: string;
}

type Command = (...words: string[]) => Promise<Record<string, string>>;

/** @param command runs the executable on the data folder and reads its JSON. */
export async function createSampleProject(
  url: string,
  folder: string,
  command: Command,
): Promise<SampleProject> {
  const { projectId } = await command("project", "create", "Alder & Quay");
  const key = (kind: string) =>
    command("key", "create", "--project", projectId!, "--kind", kind, "--name", `The ${kind} one`);
  const [secret, publishable] = [await key("secret"), await key("publishable")];
  const season = seasonOf(attempts, Date.now());
  const file = join(folder, "past.ndjson");
  await Bun.write(file, season.past);
  await command("history", "import", file, "--project", projectId!);
  for (const batch of batchesNow(season.live, publishable.key!, Date.now())) {
    await send(`${url}/sdk/batch`, batch, {});
    await Bun.sleep(betweenBatchesMs);
  }
  const paid = {
    ...season.live.request,
    booking: { ...season.live.request.booking, totalAmount: { value: 45_600, currency: "EUR" } },
    payment: {
      method: "card",
      instrumentId: "fp_4mT9xKq2Lw",
      bin: "45717360",
      billingCountryMatch: true,
      avs: "match",
      cvc: "match",
      threeDSecure: "authenticated",
      previousDeclines: 1,
    },
  };
  const answer = await send(`${url}/v1/risk`, paid, { "X-Service-Key": secret.key! });
  const [ofProject, decisionId] = [["--project", projectId!], answer.decisionId!];
  await command("review", "open", decisionId, ...ofProject);
  const value = join(folder, "value.txt");
  await Bun.write(value, season.live.request.booker.email);
  const why = ["--reason", "Two chargebacks in October", "--decision", decisionId];
  const listed = ["--type", "email", "--value-file", value, ...why];
  await command("list", "add", "deny", ...ofProject, ...listed);
  return { projectId: projectId!, decisionId };
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
