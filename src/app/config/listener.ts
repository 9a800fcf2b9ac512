/** The address, the port and the certificate with which the service listens, and where this machine reaches it. */
import { isIPv6 } from "node:net";
import { resolve } from "node:path";
import type { CertificateFiles } from "../../http/tls-certificate.ts";
import { type OperationsFlags, operationsConfig } from "./operations.ts";
import {
  addressOf,
  type Environment,
  optionalSetting,
  portOf,
  setting,
  UsageError,
} from "./setting.ts";

export interface ListenerFlags {
  host?: string;
  port?: string;
  tlsCertificate?: string;
  tlsKey?: string;
}

export interface ListenerConfig {
  host: string;
  port: number;
  /** Null: every port answers HTTP; otherwise, HTTPS. */
  tls: CertificateFiles | null;
}

export function listenerConfig(flags: ListenerFlags, env: Environment): ListenerConfig {
  const port = setting(flags, env, "port", "3000");
  return { host: listenerHost(flags, env), port: portOf(port), tls: tlsFiles(flags, env) };
}

/** The paths of the files, which are not read. */
export function tlsFiles(
  flags: Pick<ListenerFlags, "tlsCertificate" | "tlsKey">,
  env: Environment,
): CertificateFiles | null {
  const certificate = optionalSetting(flags, env, "tlsCertificate");
  const key = optionalSetting(flags, env, "tlsKey");
  if (certificate === null && key === null) return null;
  if (!certificate?.text || !key?.text) {
    throw new UsageError("--tls-certificate FILE and --tls-key FILE need each other");
  }
  return { certificate: resolve(certificate.text), key: resolve(key.text) };
}

export const listenerHost = (flags: Pick<ListenerFlags, "host">, env: Environment): string =>
  addressOf(setting(flags, env, "host", "127.0.0.1"));

/** Where the service that is started with the same flags and variables answers `/readyz`. */
export function readinessUrl(
  flags: ListenerFlags & Pick<OperationsFlags, "opsHost" | "opsPort">,
  env: Environment,
): string {
  const { operations } = operationsConfig(flags, env);
  const listener = listenerConfig(flags, env);
  const { host, port } = operations ?? listener;
  // What listens on every address is asked on this machine's own.
  const own = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  const scheme = listener.tls === null ? "http" : "https";
  return `${scheme}://${isIPv6(own) ? `[${own}]` : own}:${port}/readyz`;
}
