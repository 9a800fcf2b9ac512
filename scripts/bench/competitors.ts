/** What the benchmark measures: the executable, two references, and two services of other frameworks. */
import { Database } from "bun:sqlite";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { newKey } from "../../src/projects/key-format.ts";
import { type BookingMix, benchAttributes } from "./bookings.ts";
import { executableOf, Installation } from "./installation.ts";
import { nodeProgram, prepareNode, preparePython, python } from "./peers/install.ts";
import { peerWork } from "./peers/work.ts";

/** Those that are measured where none are named. */
export const usualCompetitors = ["service", "echo", "elysia", "fastify", "fastapi"] as const;
/** `extended`: the service, with all optional members in each request. */
export const competitorNames = [...usualCompetitors, "extended"] as const;
export type CompetitorName = (typeof competitorNames)[number];

export const titles: Readonly<Record<CompetitorName, string>> = {
  service: "Booking Risk",
  echo: "Bun.serve, echo only",
  elysia: "Elysia, one insert",
  fastify: "Fastify",
  fastapi: "FastAPI",
  extended: "Booking Risk, amount, payment and attributes sent",
};

/** A competitor that is ready to be started. */
export interface Competitor {
  name: CompetitorName;
  command: readonly string[];
  path: string;
  headers: Readonly<Record<string, string>>;
  /** What is unusual about its bookings. */
  bookings?: BookingMix;
  /** The folder of its data; null where it stores nothing. */
  folder: string | null;
  /** The number of decisions on disk, asked while it is stopped; null where it stores none. */
  stored: (() => number) | null;
}

/**
 * Prepares one competitor in a folder of its own.
 * @param executable of the service; without it the one that is built here.
 * @throws Error that says why it cannot take part.
 */
export async function prepare(
  name: CompetitorName,
  parent: string,
  executable?: string,
): Promise<Competitor> {
  const folder = join(parent, name);
  mkdirSync(folder);
  switch (name) {
    case "service":
      return (await service(name, folder, executable)).competitor;
    case "extended": {
      const { competitor, installation, projectId } = await service(name, folder, executable);
      for (const [attribute, type] of Object.entries(benchAttributes)) {
        const of = ["--type", type, "--meaning", attribute, "--project", projectId];
        await installation.command("project", "attribute", "set", attribute, ...of);
      }
      return { ...competitor, bookings: { hasAllMembers: true } };
    }
    case "echo":
      return { ...bun(name, "echo.ts"), path: "/", folder: null, stored: null };
    case "elysia": {
      const database = join(folder, "decisions.db");
      return { ...bun(name, "elysia.ts", database), folder, stored: () => rowsIn(database) };
    }
    case "fastify":
      await prepareNode();
      return peer(name, folder, [nodeProgram(), join(import.meta.dir, "peers/fastify.mjs")]);
    case "fastapi":
      await preparePython();
      return peer(name, folder, [python, join(import.meta.dir, "peers/with_fastapi.py")]);
  }
}

const json = { "Content-Type": "application/json" } as const;

function bun(name: CompetitorName, script: string, ...args: string[]) {
  const command = [process.execPath, join(import.meta.dir, script), ...args];
  return { name, command, path: "/v1/risk", headers: json };
}

async function service(name: CompetitorName, folder: string, given: string | undefined) {
  const executable = await executableOf(given);
  const installation = new Installation(executable, folder);
  const { projectId, key } = await installation.project();
  const competitor: Competitor = {
    name,
    command: [executable, "serve", "--port", "0", "--data", folder],
    path: "/v1/risk",
    headers: { ...json, "X-Service-Key": key },
    folder,
    stored: null, // The kill test and `decision verify` ask this of the executable.
  };
  return { competitor, installation, projectId };
}

/** A peer reads what it has to do, where it stores it, and the hash of the key that it accepts. */
function peer(name: CompetitorName, folder: string, program: string[]): Competitor {
  const key = newKey("secret");
  const database = join(folder, "decisions.db");
  const config = join(folder, "config.json");
  const keyHash = new Bun.CryptoHasher("sha256").update(key).digest("hex");
  const processes = availableParallelism(); // Only FastAPI has several.
  writeFileSync(config, JSON.stringify({ work: peerWork(), database, keyHash, processes }));
  return {
    name,
    command: [...program, config],
    path: "/v1/risk",
    headers: { ...json, "X-Service-Key": key },
    folder,
    stored: () => rowsIn(database),
  };
}

function rowsIn(database: string): number {
  const db = new Database(database);
  try {
    return db.query<{ rows: number }, []>("SELECT count(*) AS rows FROM decision").get()!.rows;
  } finally {
    db.close();
  }
}
