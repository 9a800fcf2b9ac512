/** A real HAProxy with docs/deploy/haproxy.cfg, on addresses of this machine instead of the containers'. */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "./free-port.ts";
import type { Program } from "./program.ts";
import { runQuietly } from "./run-quietly.ts";
import { waitUntil } from "./wait-until.ts";

/** The files for deployment, which operators copy. */
export const deploy = resolve(import.meta.dir, "../../docs/deploy");

/** Debian's package puts it where only root's PATH leads. */
export const haproxyProgram = Bun.which("haproxy", {
  PATH: `${process.env.PATH ?? ""}:/usr/sbin`,
});

export const haproxy: Program = {
  name: "HAProxy",
  isInstalled: haproxyProgram !== null,
  install: "Install it with `apt-get install haproxy`.",
};

export interface HaproxyPlan {
  /** For its configuration and certificate. */
  folder: string;
  /** The copies, as `127.0.0.1:3000`. */
  servers: readonly string[];
  /** The name that it is reached by, "localhost" by default. */
  host?: string;
  /** False: plain HTTP where the configuration has TLS. */
  tls: boolean;
}

export interface HaproxyConfiguration {
  file: string;
  /** Of its own making, in PEM; "" without TLS. */
  certificate: string;
  /** What redirects to TLS, what leads to the copies, and the proxy's own health check. */
  urls: { plain: string; main: string; health: string };
}

export interface Haproxy extends HaproxyConfiguration {
  process: Bun.Subprocess;
  stop(): Promise<void>;
}

/** @throws Error where docs/deploy/haproxy.cfg does not have what is replaced. */
export async function writeHaproxyConfiguration(plan: HaproxyPlan): Promise<HaproxyConfiguration> {
  const { folder, servers, host = "localhost", tls } = plan;
  const ports = { plain: await freePort(), main: await freePort(), health: await freePort() };
  const made = tls ? await makeCertificate(folder, host) : null;
  const main = `bind 127.0.0.1:${ports.main}`;
  const lines = servers.map((address, i) => `  server copy-${i + 1} ${address}\n`).join("");
  const replaced: [RegExp, string][] = [
    [/bind :8080/, `bind 127.0.0.1:${ports.plain}`],
    [/bind :8443 ssl crt \S+ (.*)/, made ? `${main} ssl crt ${made.pem} $1` : main],
    [/bind 127\.0\.0\.1:8404/, `bind 127.0.0.1:${ports.health}`],
    [/( {2}server \w+ booking-risk-\d:3000\n)+/, lines],
  ];
  let text = readFileSync(join(deploy, "haproxy.cfg"), "utf8");
  for (const [from, to] of replaced) {
    if (!from.test(text)) throw new Error(`haproxy.cfg has nothing like ${from}`);
    text = text.replace(from, to);
  }
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, text);
  return {
    file,
    certificate: made?.certificate ?? "",
    urls: {
      plain: `http://${host}:${ports.plain}`,
      main: `${tls ? "https" : "http"}://${host}:${ports.main}`,
      health: `http://127.0.0.1:${ports.health}/healthy`,
    },
  };
}

/** @returns the certificate, and the file with it and its key, as HAProxy reads them. */
async function makeCertificate(folder: string, host: string) {
  const pem = join(folder, "proxy.pem");
  const crt = join(folder, "proxy.crt");
  await runQuietly(
    "openssl",
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-days",
    "2",
    "-subj",
    `/CN=${host}`,
    "-addext",
    `subjectAltName=DNS:${host}`,
    "-keyout",
    pem,
    "-out",
    crt,
  );
  const certificate = readFileSync(crt, "utf8");
  writeFileSync(pem, certificate + readFileSync(pem, "utf8"));
  chmodSync(pem, 0o600);
  return { pem, certificate };
}

/** Starts it, and waits until it has found a copy that is ready. */
export async function startHaproxy(plan: HaproxyPlan): Promise<Haproxy> {
  const configuration = await writeHaproxyConfiguration(plan);
  const child = Bun.spawn([haproxyProgram!, "-db", "-f", configuration.file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
  const isUp = async () => (await fetch(configuration.urls.health)).status === 200;
  try {
    await waitUntil("the proxy to find a copy", isUp, { ignoreErrors: true });
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...configuration, process: child, stop };
}
