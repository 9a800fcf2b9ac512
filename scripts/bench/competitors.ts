/** What the benchmark measures: the executable, two references, and two services of other frameworks. */
import { Database } from "bun:sqlite";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { newKey } from "../../src/projects/key-format.ts";
import { executableOf, Installation } from "./installation.ts";
import { nodeProgram, prepareNode, preparePython, python } from "./peers/install.ts";
import { peerWork } from "./peers/work.ts";

export const competitorNames = ["service", "echo", "elysia", "fastify", "fastapi"] as const;
export type CompetitorName = (typeof competitorNames)[number];

export const titles: Readonly<Record<CompetitorName, string>> = {
  service: "Booking Risk",
  echo: "Bun.serve, echo only",
  elysia: "Elysia, one insert",
  fastify: "Fastify",
  fastapi: "FastAPI",
};

/** A competitor that is ready to be started. */
export interface Competitor {
  name: CompetitorName;
  command: readonly string[];
  path: string;
  headers: Readonly<Record<string, string>>;
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
      return service(folder, executable);
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

async function service(folder: string, given: string | undefined): Promise<Competitor> {
  const executable = await executableOf(given);
  const { key } = await new Installation(executable, folder).project();
  return {
    name: "service",
    command: [executable, "serve", "--port", "0", "--data", folder],
    path: "/v1/risk",
    headers: { ...json, "X-Service-Key": key },
    folder,
    stored: null, // The kill test and `decision verify` ask this of the executable.
  };
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
