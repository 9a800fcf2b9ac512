/**
 * A primary and a standby that take over from each other: PostgreSQL with Debian's pg_auto_failover, on this
 * machine. Commits are synchronous: the standby has them when the primary confirms them.
 * https://pg-auto-failover.readthedocs.io/en/v2.0/
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import {
  asOwnerOf,
  childrenOf,
  postgresql,
  postgresqlPrograms,
} from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { Program } from "../../fixtures/needs.ts";

export const autoFailover: Program = {
  name: "pg_auto_failover",
  isInstalled: postgresql.isInstalled && Bun.which("pg_autoctl") !== null,
  install: "Install it with `apt-get install postgresql-15-auto-failover`.",
};

export interface FailoverPair {
  /** Of both hosts, with an empty database. */
  url: string;
  primaryUrl(): string;
  /** Kills all of the primary's processes at once, as if its machine were gone. */
  killPrimary(): void;
  /** Halts all of the primary's processes where they are, as if its machine hung. */
  freezePrimary(): void;
  /** They go on. Resolves when it follows the other one, and commits are synchronous again. */
  thawFrozen(): Promise<void>;
  /** Starts the server that was killed: it follows the other one. Resolves when commits are synchronous again. */
  startKilled(): Promise<void>;
  /** Changes the roles, as before maintenance. Resolves when it is done. */
  switchOver(): Promise<void>;
  remove(): Promise<void>;
}

/** The monitor decides within seconds; by default it waits for 20 s. */
const monitorSettings = {
  health_check_period: 500,
  health_check_timeout: 500,
  health_check_retry_delay: 200,
  health_check_max_retries: 1,
  node_considered_unhealthy_timeout: 2000,
  startup_grace_period: 1000,
  primary_demote_timeout: 3000,
};

export async function startFailoverPair(): Promise<FailoverPair> {
  const root = mkdtempSync(join(tmpdir(), "booking-risk-failover-"));
  chmodSync(root, 0o755);
  const asOwner = asOwnerOf(root);
  const environment = {
    HOME: root,
    XDG_RUNTIME_DIR: join(root, "run"),
    PATH: `${postgresqlPrograms}:/usr/bin:/bin`,
    LC_ALL: "C.UTF-8",
  };
  mkdirSync(environment.XDG_RUNTIME_DIR);
  asOwnerOf(environment.XDG_RUNTIME_DIR);
  const running = new Map<string, Bun.Subprocess>();
  /** In a process group of its own, so that all of it can be killed. */
  const start = (name: string, ...args: string[]) => {
    const command = [...asOwner, "pg_autoctl", ...args, "--pgdata", join(root, name)];
    const log = Bun.file(join(root, `${name}.log`));
    const options = { cwd: root, env: environment, detached: true } as const;
    running.set(name, Bun.spawn(command, { ...options, stdio: ["ignore", log, log] }));
  };
  const ports = await freePorts(3);
  const local = ["--hostname", "localhost", "--auth", "trust", "--no-ssl", "--run"];
  const monitor = `postgres://autoctl_node@localhost:${ports[0]}/pg_auto_failover`;
  const nodes = ["one", "two"];
  const portOf = (node: string) => ports[1 + nodes.indexOf(node)]!;

  start("monitor", "create", "monitor", "--pgport", `${ports[0]}`, ...local);
  await waitUntil("the monitor", () => ask(monitor, "SELECT 1"), { ignoreErrors: true });
  const superuser = monitor.replace("autoctl_node", "postgres");
  for (const [name, value] of Object.entries(monitorSettings)) {
    await ask(superuser, `ALTER SYSTEM SET pgautofailover.${name} = ${value}`);
  }
  await ask(superuser, "SELECT pg_reload_conf()");
  const states = async () => {
    const rows = await ask(
      monitor,
      "SELECT nodename AS name, reportedstate AS state FROM pgautofailover.node WHERE reportedstate = goalstate",
    );
    return new Map(rows.map(({ name, state }) => [state as string, name as string]));
  };
  /** One is primary, the other follows it, and both know. */
  const paired = () =>
    waitUntil(
      "a primary with a standby",
      async () => {
        const now = await states();
        return now.has("primary") && now.has("secondary");
      },
      { intervalMs: 200, ignoreErrors: true },
    );
  for (const node of nodes) {
    const named = ["--name", node, "--pgport", `${portOf(node)}`, "--monitor", monitor];
    start(node, "create", "postgres", ...named, ...local);
  }
  await paired();
  let primary = (await states()).get("primary")!;
  const urlOf = (node: string, database = "bookings") =>
    `postgres://postgres@127.0.0.1:${portOf(node)}/${database}`;
  await ask(urlOf(primary, "postgres"), "CREATE DATABASE bookings");

  const kill = (name: string) => {
    try {
      process.kill(-running.get(name)!.pid, "SIGKILL");
    } catch {} // It has ended.
  };
  const frozen: number[] = [];
  /** A process that is halted has no more children. */
  const freeze = (process_: number): void => {
    process.kill(process_, "SIGSTOP");
    frozen.push(process_);
    childrenOf(process_).forEach(freeze);
  };
  /** Those that were thawed before may have ended it meanwhile. */
  const thaw = (process_: number): void => {
    try {
      process.kill(process_, "SIGCONT");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  };
  /** The one that was primary is back, and follows. */
  const followed = async () => {
    await paired();
    primary = (await states()).get("primary")!;
  };
  return {
    url: `postgres://postgres@${nodes.map((node) => `127.0.0.1:${portOf(node)}`).join(",")}/bookings`,
    primaryUrl: () => urlOf(primary),
    killPrimary: () => kill(primary),
    async startKilled() {
      start(primary, "run");
      await followed();
    },
    freezePrimary() {
      freeze(running.get(primary)!.pid);
    },
    async thawFrozen() {
      frozen.splice(0).forEach(thaw);
      await followed();
    },
    async switchOver() {
      await ask(monitor, "SELECT pgautofailover.perform_failover()");
      await waitUntil(
        "the other primary",
        async () => {
          const now = await states();
          return now.has("secondary") && now.has("primary") && now.get("primary") !== primary;
        },
        { intervalMs: 100, ignoreErrors: true },
      );
      primary = (await states()).get("primary")!;
    },
    async remove() {
      for (const one of frozen) process.kill(one, "SIGKILL");
      for (const name of running.keys()) kill(name);
      await Promise.all([...running.values()].map(({ exited }) => exited));
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Free at the same moment. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports: number[] = [];
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ports.push((server.address() as { port: number }).port);
  }
  for (const server of servers) server.close();
  return ports;
}
