/** The address and the port that the service listens on, and where this machine reaches it. */
import { isIPv6 } from "node:net";
import { type OperationsFlags, operationsConfig } from "./operations.ts";
import { addressOf, type Environment, portOf, setting } from "./setting.ts";

export interface ListenerFlags {
  host?: string;
  port?: string;
}

export interface ListenerConfig {
  host: string;
  port: number;
}

export function listenerConfig(flags: ListenerFlags, env: Environment): ListenerConfig {
  const port = setting(["--port", flags.port, "BOOKING_RISK_PORT"], env, "3000");
  return { host: listenerHost(flags, env), port: portOf(port) };
}

/** An empty variable is the default, as where a service file leaves it empty. */
export function listenerHost({ host }: Pick<ListenerFlags, "host">, env: Environment): string {
  const text = host ?? (env.BOOKING_RISK_HOST || "127.0.0.1");
  return addressOf({ name: "--host", text });
}

/** Where the service that is started with the same flags and variables answers `/readyz`. */
export function readinessUrl(
  flags: ListenerFlags & Pick<OperationsFlags, "opsHost" | "opsPort">,
  env: Environment,
): string {
  const { operations } = operationsConfig(flags, env);
  const { host, port } = operations ?? listenerConfig(flags, env);
  // What listens on every address is asked on this machine's own.
  const own = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return `http://${isIPv6(own) ? `[${own}]` : own}:${port}/readyz`;
}
