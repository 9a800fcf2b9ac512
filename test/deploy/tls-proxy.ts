/** The HAProxy of docs/deploy/haproxy.cfg, with TLS, in front of services of this machine. */
import { expect } from "bun:test";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runQuietly } from "../../scripts/run-quietly.ts";
import { waitUntil } from "../../scripts/wait-until.ts";
import { freePort } from "../browser/run.ts";
import { debianProgram } from "../needs.ts";

export const deploy = resolve(import.meta.dir, "../../docs/deploy");
export const haproxy = debianProgram("haproxy");

export interface ConfiguredProxy {
  file: string;
  /** Made by itself, in PEM. */
  certificate: string;
  addresses: { plain: string; tls: string };
  health: string;
}

/**
 * The configuration with addresses of this machine instead of the containers'.
 * @param servers two of them.
 * @param name of the host that the certificate is for.
 */
export async function configured(
  folder: string,
  servers: readonly string[],
  name = "localhost",
): Promise<ConfiguredProxy> {
  const pem = join(folder, "proxy.pem");
  const certificate = await makeCertificate(folder, name);
  writeFileSync(pem, certificate + readFileSync(join(folder, "proxy.key"), "utf8"));
  chmodSync(pem, 0o600);
  const [plain, tls, health] = [await freePort(), await freePort(), await freePort()];
  const replaced: [string, string][] = [
    ["bind :8080", `bind 127.0.0.1:${plain}`],
    ["bind :8443", `bind 127.0.0.1:${tls}`],
    ["bind 127.0.0.1:8404", `bind 127.0.0.1:${health}`],
    ["/run/secrets/proxy.pem", pem],
    ["booking-risk-1:3000", servers[0]!],
    ["booking-risk-2:3000", servers[1]!],
  ];
  let text = readFileSync(join(deploy, "haproxy.cfg"), "utf8");
  for (const [from, to] of replaced) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, text);
  return {
    ...{ file, certificate },
    addresses: { plain: `http://${name}:${plain}`, tls: `https://${name}:${tls}` },
    health: `http://127.0.0.1:${health}/healthy`,
  };
}

async function makeCertificate(folder: string, name: string): Promise<string> {
  const file = join(folder, "proxy.crt");
  await runQuietly(
    ...["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
    ...["-nodes", "-days", "2", "-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`],
    ...["-keyout", join(folder, "proxy.key"), "-out", file],
  );
  return readFileSync(file, "utf8");
}

/** Resolves when the proxy has found a service that is ready. */
export async function startProxy({ file, health }: ConfiguredProxy): Promise<Bun.Subprocess> {
  const proxy = Bun.spawn(["haproxy", "-db", "-f", file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const isUp = async () => (await fetch(health)).status === 200;
  try {
    await waitUntil("the proxy to find a service", isUp, { ignoreErrors: true });
  } catch (error) {
    proxy.kill();
    throw error;
  }
  return proxy;
}
