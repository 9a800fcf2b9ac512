/** A real PostgreSQL of a test's own: in a temporary folder, on a Unix socket, with what it writes synced. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { Program } from "../needs.ts";

const debianFolder = "/usr/lib/postgresql";
/** The newest release that Debian has installed; Debian puts none of them on the PATH. */
const programs = existsSync(debianFolder)
  ? readdirSync(debianFolder)
      .sort((a, b) => Number(b) - Number(a))
      .map((release) => join(debianFolder, release, "bin"))
      .find((folder) => existsSync(join(folder, "initdb")))
  : undefined;

export const postgresql: Program = {
  name: "PostgreSQL",
  isInstalled: programs !== undefined && (process.getuid?.() !== 0 || owner() !== null),
  install: "Install it with `apt-get install postgresql`.",
};

/**
 * The words before a command that has to run as another user than root, which PostgreSQL refuses: as the one
 * whom Debian's package creates. The folders are given to that user.
 */
export function asOwnerOf(...folders: string[]): string[] {
  if (process.getuid?.() !== 0) return [];
  const { user, group } = owner()!;
  for (const folder of folders) chownSync(folder, user, group);
  return ["setpriv", `--reuid=${user}`, `--regid=${group}`, "--clear-groups"];
}

function owner(): { user: number; group: number } | null {
  if (!Bun.which("id")) return null;
  const of = (flag: string) => {
    const asked = Bun.spawnSync(["id", flag, "postgres"], { stderr: "ignore" });
    return asked.exitCode === 0 ? Number(asked.stdout.toString()) : null;
  };
  const [user, group] = [of("-u"), of("-g")];
  return user === null || group === null ? null : { user, group };
}

const urlIn = (sockets: string, database: string) =>
  `postgres://test@localhost/${database}?host=${encodeURIComponent(sockets)}`;

/** Creates an empty database in the cluster of another process, and returns its URL. */
export function createDatabaseIn(sockets: string): string {
  const name = `installation_${randomBytes(6).toString("hex")}`;
  const command = [join(programs!, "createdb"), "-h", sockets, "-U", "test", name];
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd: sockets });
  if (exitCode !== 0) throw new Error(`createdb: ${stderr}`);
  return urlIn(sockets, name);
}

export interface Cluster {
  /** Creates an empty database, and returns its URL. */
  createDatabase(): Promise<string>;
  /** The folder of its socket, by which another process finds it. */
  sockets: string;
  start(): Promise<void>;
  /** @param mode as of `pg_ctl stop`: "immediate" is a crash. */
  stop(mode?: "fast" | "immediate"): Promise<void>;
  /** Stops it and deletes its folder. */
  remove(): Promise<void>;
}

/** The folder with PostgreSQL's programs. */
export const postgresqlPrograms = programs;

/**
 * @param settings of `postgresql.conf`, such as `{ max_connections: "20" }`.
 * @param data where its data is, except the write-ahead log: by default with the rest in a temporary folder.
 */
export async function startCluster(
  settings: Record<string, string> = {},
  data?: string,
): Promise<Cluster> {
  const root = mkdtempSync(join(tmpdir(), "booking-risk-postgres-"));
  const sockets = join(root, "sockets");
  mkdirSync(sockets);
  const asOwner = asOwnerOf(root, sockets, ...(data ? [data] : []));
  chmodSync(root, 0o755);
  const folder = join(data ?? root, "data");
  async function run(program: string, ...flags: string[]): Promise<void> {
    const child = Bun.spawn([...asOwner, join(programs!, program), ...flags], {
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const errors = new Response(child.stderr).text();
    if ((await child.exited) !== 0) throw new Error(`${program}: ${await errors}`);
  }
  const all = { listen_addresses: "", unix_socket_directories: sockets, ...settings };
  const flags = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  const log = join(root, "log");
  const start = () => run("pg_ctl", "start", "-w", "-D", folder, "-l", log, "-o", flags.join(" "));
  const stop = (mode = "fast") => run("pg_ctl", "stop", "-w", "-D", folder, "-m", mode);
  await run(
    "initdb",
    "-D",
    folder,
    "-X",
    join(root, "wal"),
    "-U",
    "test",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "--no-instructions",
  );
  await start();
  const urlOf = (database: string) => urlIn(sockets, database);
  let databases = 0;
  return {
    async createDatabase() {
      const name = `booking_risk_${databases++}`;
      const client = new Client({ connectionString: urlOf("postgres") });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return urlOf(name);
    },
    sockets,
    start,
    stop,
    async remove() {
      await stop("immediate").catch(() => {}); // It may be stopped already.
      rmSync(root, { recursive: true });
    },
  };
}
