/** Starts the executable with something in it, and sends it every target's requests. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Role } from "../../../src/storage/port/roles.ts";
import { bookingBodies } from "../../bench/bookings.ts";
import { environmentWith, startServer } from "../../bench/start-server.ts";
import { invitingBy, newPerson, type Person } from "../../programs/dashboard-client/account.ts";
import { fuzz, type TargetResult } from "./run.ts";
import { type Known, targets } from "./targets.ts";

const root = resolve(import.meta.dir, "../../..");
const executable = join(root, "dist/booking-risk");

export interface FuzzPlan {
  /** Requests of each endpoint. */
  cases: number;
  seed: number;
  /** Only endpoints whose name contains this. */
  only: string;
  onResult: (result: TargetResult) => void;
}

/** @throws Error where the service stops answering or keeps something from another request. */
export async function fuzzExecutable(plan: FuzzPlan): Promise<TargetResult[]> {
  if (!existsSync(executable)) {
    await Bun.$`${process.execPath} ${join(root, "scripts/build/build.ts")}`.cwd(root).quiet();
  }
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-fuzz-"));
  const data = join(folder, "data");
  const limits = ["--telemetry-address-limit", "0", "--telemetry-collection-limit", "0"];
  const { projectId, secret, publishable } = await newProject(data);
  const other = await newProject(data);
  const service = await startServer([
    executable,
    "serve",
    "--port",
    "0",
    "--data",
    data,
    ...limits,
  ]);
  const url = service.url.replace(/\/$/, "");
  try {
    const person = (name: string, role: Role) =>
      newPerson(invitingBy(commandOn(data)), { url }, `${name}@hotel.example`, role);
    const [owner, spare] = [await person("owner", "owner"), await person("spare", "owner")];
    await person("colleague", "viewer");
    const { userId, model } = await registered(owner, projectId);
    const known: Known = {
      projectId,
      cookie: owner.cookie,
      origin: url,
      keyId: publishable.keyId,
      secretKey: secret.key,
      publishableKey: publishable.key,
      booking: JSON.parse(bookingBodies()()) as object,
      decisionId: "",
      userId,
      model,
      spare: { projectId: other.projectId, cookie: spare.cookie },
    };
    known.decisionId = await bookingScored(url, known);
    const results: TargetResult[] = [];
    for (const target of targets(known).filter(({ name }) => name.includes(plan.only))) {
      const result = await fuzz(url, target, plan);
      plan.onResult(result);
      results.push(result);
    }
    await bookingScored(url, known);
    return results;
  } finally {
    service.process.kill("SIGTERM");
    await service.process.exited;
    rmSync(folder, { recursive: true });
  }
}

/** The colleague, and the model that comes with the product. */
async function registered(owner: Person, projectId: string) {
  const people = (await owner.get("/people/all")).body.people as {
    userId: string;
    email: string;
  }[];
  const { models } = (await owner.get(`/projects/${projectId}/models`)).body;
  const { userId } = people.find(({ email }) => email.startsWith("colleague"))!;
  return { userId, model: models[0].model as string };
}

interface Key {
  key: string;
  keyId: string;
}

async function newProject(data: string) {
  const run = commandOn(data);
  const { projectId } = await run("project", "create", "Fuzzed");
  const create = ["key", "create", "--project", projectId!, "--kind"];
  const secret = (await run(...create, "secret")) as unknown as Key;
  const publishable = (await run(...create, "publishable")) as unknown as Key;
  return { projectId: projectId!, secret, publishable };
}

function commandOn(data: string) {
  return async (...words: string[]): Promise<Record<string, string>> => {
    const child = Bun.spawn([executable, ...words, "--data", data, "--json"], {
      env: environmentWith(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    if ((await child.exited) !== 0) throw new Error(`${words.join(" ")}: ${error}`);
    return JSON.parse(out) as Record<string, string>;
  };
}

/** Whether the service still does what it is for. */
async function bookingScored(url: string, { secretKey, booking }: Known): Promise<string> {
  const response = await fetch(`${url}/v1/risk`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Service-Key": secretKey },
    body: JSON.stringify(booking),
  });
  const { decisionId } = (await response.json()) as { decisionId?: string };
  if (!decisionId) throw new Error(`a valid booking was answered with ${response.status}`);
  return decisionId;
}
