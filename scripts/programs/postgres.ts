/** A real PostgreSQL of a test's own: in a temporary folder, on a Unix socket, with what it writes synced. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { Program } from "./program.ts";

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
  install:
    "Install it with `apt-get install postgresql`; as root, also `setpriv` and `id` (util-linux, coreutils).",
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
  if (!Bun.which("id") || !Bun.which("setpriv")) return null;
  const of = (flag: string) => {
    const asked = Bun.spawnSync(["id", flag, "postgres"], { stderr: "ignore" });
    return asked.exitCode === 0 ? Number(asked.stdout.toString()) : null;
  };
  const [user, group] = [of("-u"), of("-g")];
  return user === null || group === null ? null : { user, group };
}

/** The processes that a process has started. */
export function childrenOf(process: number): number[] {
  const children = readFileSync(`/proc/${process}/task/${process}/children`, "utf8");
  return children.trim().split(" ").filter(Boolean).map(Number);
}

const urlIn = (sockets: string, database: string) =>
  `postgres://test@localhost/${database}?host=${encodeURIComponent(sockets)}`;

/** Runs one of PostgreSQL's programs. @returns its standard output. */
function outputOf(program: string, ...flags: string[]): Buffer {
  const { exitCode, stdout, stderr } = Bun.spawnSync([join(programs!, program), ...flags]);
  if (exitCode !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}

/**
 * Creates a database in the cluster of another process, and returns its URL.
 * @param template what it is a copy of: a database that nobody is connected to.
 */
export function createDatabaseIn(sockets: string, template: string): string {
  const name = newName();
  outputOf("createdb", "-h", sockets, "-U", "test", "-T", template, name);
  return urlIn(sockets, name);
}

/** All rows of a database, as SQL. */
export const dumpOf = (url: string): Buffer => outputOf("pg_dump", `--dbname=${url}`);

/** Set by `npm test` to the folder of the socket of a cluster that all tests of the run share. */
export const clusterVariable = "TEST_POSTGRES_CLUSTER";

/** Set by `npm test` to the same folder for a second run of some files, whose installations are on PostgreSQL. */
export const onPostgresVariable = "TEST_ON_POSTGRES";

/** There, the database with all tables that each installation gets a copy of. */
export const migratedDatabase = "migrated";

/** Where a test creates databases that need no cluster of their own. */
export interface Databases {
  /** Creates an empty database, and returns its URL. */
  createDatabase(name?: string): Promise<string>;
  /** The folder of the cluster's socket. */
  sockets: string;
  /** Deletes the cluster, if it is the test's own. */
  remove(): Promise<void>;
}

/**
 * The cluster of the run, or a new one for a test that runs by itself. What it writes is not synced, so it is
 * not for tests about what is left after a crash.
 */
export async function openDatabases(): Promise<Databases> {
  const sockets = process.env[clusterVariable];
  if (!sockets) return startCluster(withoutSync);
  return {
    sockets,
    createDatabase: (name) => createDatabase(sockets, name),
    remove: async () => {},
  };
}

/** Settings of a cluster whose data need not survive a crash of the machine. */
export const withoutSync: Readonly<Record<string, string>> = {
  max_connections: "800",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
};

async function createDatabase(sockets: string, name = newName()): Promise<string> {
  const client = new Client({ connectionString: urlIn(sockets, "postgres") });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return urlIn(sockets, name);
}

const newName = () => `installation_${randomBytes(6).toString("hex")}`;

export interface Cluster extends Databases {
  /** Of its first process, whose children are all others; only while it runs. */
  pid(): number;
  start(): Promise<void>;
  /** @param mode as of `pg_ctl stop`: "immediate" is a crash. */
  stop(mode?: "fast" | "immediate"): Promise<void>;
  isRunning(): boolean;
  /** Halts all of its processes where they are: connections are made, and nobody answers. */
  freeze(): void;
  /** They go on, and see what was sent meanwhile. */
  thaw(): void;
  /** Stops it and deletes its folder. */
  remove(): Promise<void>;
}

/** The folder with PostgreSQL's programs. */
export const postgresqlPrograms = programs;

interface Places {
  /** A folder for its data, except the write-ahead log. */
  data?: string;
  /** A folder for its write-ahead log. */
  log?: string;
}

/**
 * @param settings of `postgresql.conf`, such as `{ max_connections: "20" }`.
 * @param places by default all is in a temporary folder.
 */
export async function startCluster(
  settings: Record<string, string> = {},
  places: Places = {},
): Promise<Cluster> {
  const root = mkdtempSync(join(tmpdir(), "booking-risk-postgres-"));
  const sockets = join(root, "sockets");
  mkdirSync(sockets);
  const asOwner = asOwnerOf(root, sockets, ...Object.values(places));
  chmodSync(root, 0o755);
  const folder = join(places.data ?? root, "data");
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
    join(places.log ?? root, "wal"),
    "-U",
    "test",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "--no-instructions",
  );
  /** The first is the server, and the parent of the others. Without it there is no file. */
  const processes = (): number[] => {
    const file = join(folder, "postmaster.pid");
    if (!existsSync(file)) return [];
    const server = Number.parseInt(readFileSync(file, "utf8"), 10);
    return [server, ...childrenOf(server)];
  };
  let frozen: number[] = [];
  const thaw = () => {
    for (const one of frozen.splice(0)) process.kill(one, "SIGCONT");
  };
  await start();
  return {
    createDatabase: (name) => createDatabase(sockets, name),
    sockets,
    pid: () => Number.parseInt(readFileSync(join(folder, "postmaster.pid"), "utf8"), 10),
    start,
    stop,
    isRunning: () => processes().length > 0,
    freeze() {
      process.kill(processes()[0]!, "SIGSTOP"); // From then on it has no more children.
      frozen = processes();
      for (const one of frozen) process.kill(one, "SIGSTOP");
    },
    thaw,
    async remove() {
      thaw();
      await stop("immediate").catch(() => {}); // It may be stopped already.
      rmSync(root, { recursive: true });
    },
  };
}
