/** What is compared: a bare echo, the executable on SQLite, and copies of it on one PostgreSQL behind HAProxy. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Haproxy, startHaproxy } from "../../programs/haproxy.ts";
import type { Cluster } from "../../programs/postgres.ts";
import { titles } from "../competitors.ts";
import type { Load, LoadResult } from "../load.ts";
import { processFacts } from "../process-facts.ts";
import { runLoad } from "../run-load.ts";
import type { Running } from "../running.ts";
import type { StartedServer } from "../start-server.ts";

/** The processes of which the CPU time is counted; "service" is the executable, or the echo. */
export const parts = ["service", "database", "proxy"] as const;
export type Part = (typeof parts)[number];

export type Wanted = Pick<Load, "seconds" | "connections" | "rate">;

export interface Subject {
  title: string;
  /** Null without PostgreSQL. */
  copies: number | null;
  load(wanted: Wanted): Promise<LoadResult>;
  /** CPU time since the start, µs, of the parts that it has; NaN where the system does not tell. */
  cpuUs(): Partial<Record<Part, number>>;
  /** Statements sent to PostgreSQL since the start; null without it. */
  roundTrips(): Promise<number | null>;
}

export function single(running: Running): Subject {
  const isEcho = running.competitor.name === "echo";
  return {
    title: isEcho ? titles.echo : "SQLite, one process",
    copies: null,
    load: (wanted) => running.load(wanted),
    cpuUs: () => ({ service: running.facts?.cpuUs ?? Number.NaN }),
    roundTrips: async () => null,
  };
}

export interface Behind {
  /** For the proxy's configuration. */
  folder: string;
  cluster: Cluster;
  copies: readonly StartedServer[];
  key: string;
}

/** Starts a proxy of their own before some copies. */
export async function behindProxy({
  folder,
  cluster,
  copies,
  key,
}: Behind): Promise<{ subject: Subject; proxy: Haproxy }> {
  const own = join(folder, `proxy-${copies.length}`);
  mkdirSync(own);
  const servers = copies.map(({ url }) => new URL(url).host);
  // Without TLS, as the load generator, the echo and SQLite are.
  const proxy = await startHaproxy({ folder: own, servers, host: "127.0.0.1", tls: false });
  const cpuOf = (pid: number) => processFacts(pid)?.cpuUs ?? Number.NaN;
  const subject: Subject = {
    title: `PostgreSQL, ${copies.length} ${copies.length === 1 ? "copy" : "copies"}`,
    copies: copies.length,
    load: (wanted) =>
      runLoad({
        ...wanted,
        url: `${proxy.urls.main}/v1/risk`,
        headers: { "Content-Type": "application/json", "X-Service-Key": key },
      }),
    cpuUs: () => ({
      service: sum(copies.map(({ process }) => cpuOf(process.pid))),
      database: cpuOf(cluster.pid()),
      proxy: cpuOf(proxy.process.pid),
    }),
    roundTrips: async () => sum(await Promise.all(copies.map(roundTripsOf))),
  };
  return { subject, proxy };
}

async function roundTripsOf({ url }: StartedServer): Promise<number> {
  const metrics = await (await fetch(new URL("/metrics", url))).text();
  return Number(/^booking_risk_database_round_trips_total (\d+)$/m.exec(metrics)![1]);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
