/** The listener for the team and for monitoring, and who may read the metrics. */
import {
  addressOf,
  contentOf,
  type Environment,
  hostOf,
  listed,
  optionalSetting,
  portOf,
  UsageError,
} from "./setting.ts";

export interface OperationsFlags {
  opsHost?: string;
  opsPort?: string;
  metricsToken?: string;
  metricsTokenFile?: string;
  allowedHost?: string[];
}

export interface OperationsConfig {
  /** Null: the public listener answers everything. */
  operations: { host: string; port: number } | null;
  metricsToken: string | null;
  /** Names under which the dashboard and the metrics are reached, in lower case, without a port. */
  allowedHosts: readonly string[];
}

/** A token of fewer characters is guessed, and one of more is a wrong file. */
const tokenCharacters = { min: 16, max: 256 } as const;

export function operationsConfig(flags: OperationsFlags, env: Environment): OperationsConfig {
  const hosts = flags.allowedHost ?? listed(env.BOOKING_RISK_ALLOWED_HOST);
  return {
    operations: operationsListener(flags, env),
    metricsToken: metricsToken(flags, env),
    allowedHosts: hosts.map(hostName),
  };
}

function operationsListener(flags: OperationsFlags, env: Environment) {
  const port = optionalSetting(flags, env, "opsPort");
  const host = optionalSetting(flags, env, "opsHost");
  const address = host === null ? "127.0.0.1" : addressOf(host);
  if (port !== null) return { host: address, port: portOf(port) };
  if (host !== null) throw new UsageError("--ops-host needs --ops-port");
  return null;
}

function metricsToken(flags: OperationsFlags, env: Environment): string | null {
  const { min, max } = tokenCharacters;
  const given = optionalSetting(flags, env, "metricsToken");
  const file = optionalSetting(flags, env, "metricsTokenFile");
  if (file !== null && given !== null) {
    throw new UsageError("use either --metrics-token or --metrics-token-file");
  }
  const source = file ?? given;
  if (source === null) return null;
  const token = file === null ? source.text : contentOf(file);
  if (/^[\x21-\x7e]+$/.test(token) && token.length >= min && token.length <= max) return token;
  throw new UsageError(
    `${source.name}: the token must have ${min} to ${max} characters, without spaces`,
  );
}

/** @returns a name as URLs spell it, without a port. */
function hostName(text: string): string {
  const host = hostOf(text);
  const name = host === null ? undefined : URL.parse(`https://${host}`)?.hostname;
  if (name && name === host) return name;
  throw new UsageError("--allowed-host must be a host without a port, such as risk.example.com");
}
