/** Bookings at an even pace while somebody without a key sends other requests. */
import { resolve } from "node:path";
import type { Service } from "../installation.ts";
import type { Load } from "../load.ts";
import type { Latency } from "../percentiles.ts";
import { runLoad } from "../run-load.ts";
import type { Flood, Flooded } from "./flood.ts";

/** Bookings a second, and the connections that they have. */
export const pace = { rate: 100, connections: 64 } as const;

/** What somebody else does: a program that prints a line as soon as it does so, until it gets SIGTERM. */
export interface Disturbance {
  title: string;
  command: readonly string[];
}

export interface Beside {
  title: string;
  without: Bookings;
  beside: Bookings;
  /** What a flood was answered; null where it is none. */
  flooded: Flooded | null;
}

export interface Bookings {
  /** Since they were due. */
  scoredMs: Latency;
  /** Answered with another status than 200, or not at all. */
  notScored: number;
}

/** Bookings without the disturbance, and then with it, so that both share the machine's other work. */
export async function bookingsBeside({ title, command }: Disturbance, load: Load): Promise<Beside> {
  const without = await bookings(load);
  const other = Bun.spawn([...command], { stdio: ["ignore", "pipe", "inherit"] });
  const said = other.stdout.getReader();
  if ((await said.read()).done) throw new Error(`${title}: it ended before it had begun`);
  const beside = await bookings(load);
  other.kill("SIGTERM");
  const { value: last } = await said.read();
  await other.exited;
  const flooded = last ? (JSON.parse(new TextDecoder().decode(last)) as Flooded) : null;
  return { title, without, beside, flooded };
}

async function bookings(load: Load): Promise<Bookings> {
  const { scoredMs, statuses, sent, unsent } = await runLoad(load);
  return { scoredMs, notScored: sent + unsent - (statuses["200"] ?? 0) };
}

const program = (script: string, wanted: object) => [
  process.execPath,
  resolve(import.meta.dir, script),
  JSON.stringify(wanted),
];

/** @param text sent on each of them, and never completed. */
export function heldConnections(
  service: Service,
  { count, text }: { count: number; text: string },
): Disturbance {
  const what = text === "" ? "idle connections" : "unfinished requests";
  const wanted = { url: service.url("/v1/risk"), count, text };
  const title = `${count.toLocaleString("en-US")} ${what}`;
  return { title, command: program("hold-connections.ts", wanted) };
}

/** Floods of every public path, without a valid key, from one address on 16 connections, at the lowest priority. */
export async function floods(service: Service): Promise<Disturbance[]> {
  const scriptOf = async (path: string) => {
    const page = await (await fetch(service.url(path))).text();
    const script = /<script type="module" src="([^"]+)"/.exec(page)?.[1];
    if (!script) throw new Error(`${path} names no script`);
    return script;
  };
  const [asset, reference] = await Promise.all(["/dashboard", "/docs"].map(scriptOf));
  const json = { "Content-Type": "application/json" };
  const get = (path: string): [string, string, Omit<Flood, "url" | "connections">] => [
    ...([`GET ${path}`, path] as const),
    { method: "GET" },
  ];
  const post = (path: string, body: string): ReturnType<typeof get> => [
    ...([`POST ${path}`, path] as const),
    { method: "POST", headers: json, body },
  ];
  const asked = [
    ...["/openapi.json", "/docs", reference!, "/docs/features"].map(get),
    ...["/dashboard", asset!, "/sdk.js", "/readyz", "/v1/lists/deny/entries", "/unknown"].map(get),
    post("/sdk/batch", '{"key":"pk_x"}'),
    post("/v1/risk", '{"a":1}'),
    post("/dashboard/api/session", '{"email":"ada@example.com","password":"x"}'),
  ];
  return asked.map(([title, path, rest]) => {
    const flood: Flood = { url: service.url(path), connections: 16, ...rest };
    return { title, command: ["nice", "-n", "19", ...program("flood.ts", flood)] };
  });
}
