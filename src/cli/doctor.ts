/** `booking-risk doctor`: whether this machine and this data folder can score. */
import type { Command } from "commander";
import { breachedPasswordsPath, ipDatabasePaths, proxyConfig } from "../app/config/config.ts";
import { type DataConfig, dataConfig } from "../app/config/data.ts";
import { openStore, withActiveModel } from "../app/open.ts";
import { readDatabase } from "../attempt/geoip/database.ts";
import { ownCommand } from "../base/executable.ts";
import { version } from "../base/version.ts";
import { storageWarnings } from "../http/monitoring/readiness.ts";
import { noSandbox, type Sandbox } from "../model/sandbox.ts";
import type { Attempts } from "../model/sandbox-attempts.ts";
import { describeBreachedPasswords } from "../projects/accounts/breached-passwords.ts";
import { featureNames } from "../risk/features/index.ts";
import { type Check, check, Worrying } from "./doctor/check.ts";
import * as deployment from "./doctor/deployment.ts";
import { sandboxText } from "./model.ts";
import { answer, CommandFailed, counted, examples } from "./output.ts";
import type { CommonFlags } from "./with-store.ts";

type DoctorFlags = CommonFlags & {
  ipDatabase?: string[];
  breachedPasswords?: string;
  host?: string;
  trustedProxy?: string[];
  tlsCertificate?: string;
  tlsKey?: string;
};

/** Addresses change hands; makers publish every week or month, and updating may have stopped. */
const databaseDaysMax = 60;

export function doctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("Check that this machine and this data folder can score")
    .option("--ip-database <file...>", "the same files as for serve (BOOKING_RISK_IP_DATABASE)")
    .option(
      "--breached-passwords <file>",
      "the same file as for serve (BOOKING_RISK_BREACHED_PASSWORDS)",
    )
    .option("--host <address>", "the same as for serve (BOOKING_RISK_HOST; 127.0.0.1)")
    .option("--trusted-proxy <address...>", "the same as for serve (BOOKING_RISK_TRUSTED_PROXY)")
    .option("--tls-certificate <file>", "the same as for serve (BOOKING_RISK_TLS_CERTIFICATE)")
    .option("--tls-key <file>", "the same as for serve (BOOKING_RISK_TLS_KEY)")
    .addHelpText(...examples("doctor --data /var/lib/booking-risk --host 0.0.0.0"))
    .action((flags: DoctorFlags) => doctor(flags));
}

async function doctor(flags: DoctorFlags): Promise<void> {
  const config = dataConfig(flags, process.env);
  const databases = ipDatabasePaths(flags, process.env);
  const passwords = breachedPasswordsPath(flags, process.env);
  const proxy = proxyConfig(flags, process.env);
  const { tls } = proxy;
  const { dataFolder, databaseUrl } = config;
  // First of all: the others write to the folder, and so does nobody who looks at its clock.
  const clock = await check("clock", () => deployment.clock(dataFolder));
  const checks = [
    await check("storage", () => storage(config)),
    ...(databaseUrl
      ? [
          await check("transport", () => deployment.databaseConnection(databaseUrl)),
          await check("timeouts", () => timeouts(config)),
        ]
      : [await check("integrity", () => deployment.integrity(dataFolder))]),
    await check("model", () => model(config)),
    await check("disk", () => deployment.disk(dataFolder)),
    clock,
    await check("folder", () => deployment.permissions(dataFolder)),
    await check("files", deployment.openFiles),
    await check("proxy", () => deployment.proxy(proxy)),
    await check("backup", () =>
      databaseUrl ? "the database is backed up by its own tools" : deployment.backup(dataFolder),
    ),
    await sandbox(config),
    ...(await Promise.all(databases.map(ipDatabase))),
    ...(passwords === null ? [] : [await check("passwords", () => breachedPasswords(passwords))]),
    ...(tls === null ? [] : [await check("tls", () => deployment.certificate(tls))]),
  ];
  const ok = checks.every((one) => one.ok);
  answer(flags.json, { version, ok, checks }, () =>
    checks.map(
      (one) => `${mark(one)} ${one.name.padEnd(9)} ${one.detail.replaceAll(/\s*\n\s*/g, " ")}`,
    ),
  );
  if (!ok) throw new CommandFailed("some checks failed; the lines marked BAD say what to do");
}

function mark({ ok, warning }: Check): string {
  if (!ok) return "BAD ";
  return warning ? "warn" : "ok  ";
}

async function storage(config: DataConfig): Promise<string> {
  const store = await openStore(config);
  try {
    await store.check();
    const projects = await store.projects.list();
    const warnings = await storageWarnings(store);
    if (warnings.length > 0) throw new Worrying(warnings.join("; "));
    return `reads and writes; ${counted(projects.length, "project")}`;
  } finally {
    await store.close();
  }
}

/** A pooler may refuse the time limits that are requested for each connection. */
async function timeouts(config: DataConfig): Promise<string> {
  const store = await openStore(config);
  try {
    if (await store.endsAbandoned()) return "the database ends statements that were given up";
    throw new Worrying(
      "the database does not end statements that were given up: its user has no time limits, and a pooler such as " +
        "PgBouncer refuses those that are requested; ALTER ROLE risk SET statement_timeout = '6s', and " +
        "ALTER ROLE risk SET idle_in_transaction_session_timeout = '10s', where risk is the user",
    );
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
      const ms = (performance.now() - start).toFixed(2);
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

async function breachedPasswords(path: string): Promise<string> {
  const { bytes, changedAt } = await describeBreachedPasswords(path);
  const day = changedAt.toISOString().slice(0, 10);
  return `${path}: breached passwords, ${Math.ceil(bytes / 1e6).toLocaleString("en")} MB, of ${day}`;
}
