/** `booking-risk doctor`: whether this machine and this data folder can score. */
import { statfs } from "node:fs/promises";
import type { Command } from "commander";
import { openStore, withActiveModel } from "../app.ts";
import { type DataConfig, dataConfig, ipDatabasePaths } from "../config.ts";
import { ownCommand } from "../executable.ts";
import { featureNames } from "../features/index.ts";
import { readDatabase } from "../geoip/database.ts";
import { noSandbox, type Sandbox } from "../model/sandbox.ts";
import type { Attempts } from "../model/sandbox-attempts.ts";
import { version } from "../version.ts";
import { sandboxText } from "./model.ts";
import { answer, CommandFailed, counted } from "./output.ts";
import type { CommonFlags } from "./with-store.ts";

interface Check {
  name: string;
  ok: boolean;
  /** It works, and will want looking after. */
  warning?: true;
  detail: string;
}

type DoctorFlags = CommonFlags & { ipDatabase?: string[] };

/** Below this the databases could fill the disk within a busy day. */
const freeBytesMin = 1024 ** 3;
/** Addresses change hands; makers publish every week or month, and updating may have stopped. */
const databaseDaysMax = 60;

export function doctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("Check that this machine and this data folder can score")
    .option("--ip-database <file...>", "the same files as for serve (BOOKING_RISK_IP_DATABASE)")
    .action((flags: DoctorFlags) => doctor(flags));
}

async function doctor(flags: DoctorFlags): Promise<void> {
  const config = dataConfig(flags, process.env);
  const databases = ipDatabasePaths(flags, process.env);
  const checks = [
    await check("storage", () => storage(config)),
    await check("model", () => model(config)),
    await check("disk", () => disk(config)),
    await check("clock", async () => clock()),
    await sandbox(config),
    ...(await Promise.all(databases.map(ipDatabase))),
  ];
  const ok = checks.every((one) => one.ok);
  answer(flags.json, { version, ok, checks }, () =>
    checks.map((one) => `${mark(one)} ${one.name.padEnd(8)} ${one.detail}`),
  );
  if (!ok) throw new CommandFailed("not all is well; the lines marked BAD say what to do");
}

function mark({ ok, warning }: Check): string {
  if (!ok) return "BAD ";
  return warning ? "warn" : "ok  ";
}

async function check(name: string, look: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function storage(config: DataConfig): Promise<string> {
  const store = await openStore(config);
  try {
    await store.check();
    const projects = await store.projects.list();
    return `reads and writes; ${counted(projects.length, "project")}`;
  } finally {
    await store.close();
  }
}

async function model(config: DataConfig): Promise<string> {
  const store = await openStore(config);
  try {
    return await withActiveModel(config, store, "", async (model, serving) => {
      const nothingKnown = new Float64Array(featureNames.length).fill(Number.NaN);
      const start = performance.now();
      await model.score(nothingKnown);
      const ms = (performance.now() - start).toFixed(1);
      const faults = serving.flatMap(({ insteadOf }) => insteadOf ?? []);
      if (faults.length > 0) {
        throw new Error(faults.map(({ wanted, reason }) => `${wanted}: ${reason}`).join("; "));
      }
      return `${model.name}@${model.version} scores; its golden rows agree; one row in ${ms} ms`;
    });
  } finally {
    await store.close();
  }
}

async function disk({ dataFolder }: DataConfig): Promise<string> {
  const { bavail, bsize } = await statfs(dataFolder);
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  if (free < freeBytesMin)
    throw new Error(`${text}; free disk space, or decisions will be refused`);
  return text;
}

/** Whether unchecked models are read in a sandbox here; a container may forbid it. */
async function sandbox({ dataFolder }: DataConfig): Promise<Check> {
  const command = ["model", "checker", "--attempts", "--json", "--data", dataFolder];
  const child = Bun.spawn([...ownCommand(), ...command], { stdio: ["ignore", "pipe", "ignore"] });
  const found: SandboxAttempts = await child.stdout.json().catch(() => ({}));
  const { sandbox: confined = noSandbox, attempts } = found;
  const isHeld = attempts && Object.values(attempts).every((outcome) => outcome === "refused");
  return {
    name: "sandbox",
    ok: true,
    ...(!isHeld && { warning: true }),
    detail: `model checks: ${sandboxText(confined)}${isHeld ? "" : "; install only models that you trust"}`,
  };
}

interface SandboxAttempts {
  sandbox?: Sandbox;
  attempts?: Attempts | null;
}

/** Lead times, velocity and identifiers follow the clock; one set to its epoch ruins all three. */
function clock(): string {
  const now = new Date();
  if (now.getUTCFullYear() < 2026) throw new Error("the clock is years behind; set it");
  return now.toISOString();
}

async function ipDatabase(path: string): Promise<Check> {
  let days = 0;
  const found = await check("network", async () => {
    const { type, builtAt } = await readDatabase(path);
    days = Math.floor((Date.now() - builtAt.getTime()) / 86_400_000);
    return `${path}: ${type}, built on ${builtAt.toISOString().slice(0, 10)}`;
  });
  if (days <= databaseDaysMax) return found;
  return {
    ...found,
    warning: true,
    detail: `${found.detail}, ${days} days ago; fetch a newer one`,
  };
}
