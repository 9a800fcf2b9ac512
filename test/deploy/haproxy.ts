/** A real HAProxy with docs/deploy/haproxy.cfg, on addresses of this machine instead of the containers'. */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { waitUntil } from "../../scripts/wait-until.ts";
import { freePort } from "../browser/run.ts";
import type { Program } from "../needs.ts";

/** Debian's package puts it where only root's PATH leads. */
const program = Bun.which("haproxy", { PATH: `${process.env.PATH ?? ""}:/usr/sbin` });

export const haproxy: Program = {
  name: "HAProxy",
  isInstalled: program !== null,
  install: "Install it with `apt-get install haproxy`.",
};

export const haproxyProgram = program;

export interface HaproxyPlan {
  /** For its configuration. */
  folder: string;
  /** The copies, as `127.0.0.1:3000`. */
  servers: readonly string[];
  /** A file with its certificate and key; null: plain HTTP where the configuration has TLS. */
  pem: string | null;
}

export interface HaproxyConfiguration {
  file: string;
  /** What redirects to TLS, what leads to the copies, and the proxy's own health check. */
  ports: { plain: number; main: number; health: number };
}

export interface Haproxy extends HaproxyConfiguration {
  process: Bun.Subprocess;
  stop(): Promise<void>;
}

/** @throws Error where docs/deploy/haproxy.cfg does not have what is replaced. */
export async function writeHaproxyConfiguration({
  folder,
  servers,
  pem,
}: HaproxyPlan): Promise<HaproxyConfiguration> {
  const ports = { plain: await freePort(), main: await freePort(), health: await freePort() };
  const main = `bind 127.0.0.1:${ports.main}`;
  const lines = servers.map((address, i) => `  server copy-${i + 1} ${address}\n`).join("");
  const replaced: [RegExp, string][] = [
    [/bind :8080/, `bind 127.0.0.1:${ports.plain}`],
    [/bind :8443 ssl crt \S+ (.*)/, pem === null ? main : `${main} ssl crt ${pem} $1`],
    [/bind 127\.0\.0\.1:8404/, `bind 127.0.0.1:${ports.health}`],
    [/( {2}server \w+ booking-risk-\d:3000\n)+/, lines],
  ];
  let text = readFileSync(resolve(import.meta.dir, "../../docs/deploy/haproxy.cfg"), "utf8");
  for (const [from, to] of replaced) {
    if (!from.test(text)) throw new Error(`haproxy.cfg has nothing like ${from}`);
    text = text.replace(from, to);
  }
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, text);
  return { file, ports };
}

/** Starts it, and waits until it has found a copy. */
export async function startHaproxy(plan: HaproxyPlan): Promise<Haproxy> {
  const { file, ports } = await writeHaproxyConfiguration(plan);
  const child = Bun.spawn([program!, "-db", "-f", file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const isUp = async () => (await fetch(`http://127.0.0.1:${ports.health}/healthy`)).status === 200;
  await waitUntil("the proxy to find a copy", isUp, { ignoreErrors: true });
  return {
    ...{ file, ports, process: child },
    async stop() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
