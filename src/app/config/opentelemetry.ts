/** Where OpenTelemetry's traces and metrics are sent. */
import type { OtlpConfig } from "../../http/otlp/config.ts";
import {
  contentOf,
  type Environment,
  optionalSetting,
  type Setting,
  UsageError,
  wholeNumber,
} from "./setting.ts";

export interface OtlpFlags {
  otlpEndpoint?: string;
  otlpHeader?: string[];
  otlpHeadersFile?: string;
  otlpSignal?: string[];
  otlpTraceRatio?: string;
  otlpMetricsInterval?: string;
}

/** The environment variables are OpenTelemetry's own: its SDK reads the further ones that it knows. */
export function otlpConfig(flags: OtlpFlags, env: Environment): OtlpConfig | null {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === "true") return null;
  const tracesUrl = signalUrl("traces", flags, env);
  const metricsUrl = signalUrl("metrics", flags, env);
  if (tracesUrl === null && metricsUrl === null) return null;
  assertSupported(env);
  return {
    tracesUrl,
    metricsUrl,
    headers: otlpHeaders(flags),
    traceRatio: ratio(optionalSetting(flags, env, "otlpTraceRatio", "OTEL_TRACES_SAMPLER_ARG")),
    metricsEveryMs: metricsEveryMs(
      optionalSetting(flags, env, "otlpMetricsInterval", "OTEL_METRIC_EXPORT_INTERVAL"),
    ),
  };
}

const otlpSignals = ["traces", "metrics"] as const;

/** The address of a signal by the rules of OTLP: one for all signals gets the signal's path. */
function signalUrl(
  signal: (typeof otlpSignals)[number],
  flags: OtlpFlags,
  env: Environment,
): string | null {
  const unknown = flags.otlpSignal?.find((one) => !otlpSignals.includes(one as never));
  if (unknown !== undefined) throw new UsageError("--otlp-signal must be traces or metrics");
  const name = signal.toUpperCase();
  const isWanted = flags.otlpSignal?.includes(signal) ?? env[`OTEL_${name}_EXPORTER`] !== "none";
  if (!isWanted) return null;
  const own = env[`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`] || undefined;
  if (flags.otlpEndpoint === undefined && own !== undefined) return receiver(own).href;
  const all = flags.otlpEndpoint ?? (env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined);
  if (all === undefined) return null;
  const url = receiver(all);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/v1/${signal}`;
  return url.href;
}

function receiver(text: string): URL {
  const url = URL.parse(text);
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (isUsable) return url;
  throw new UsageError(
    "--otlp-endpoint must be an address such as http://127.0.0.1:4318; put a token into " +
      "--otlp-headers-file",
  );
}

/** What asks for something else than is done would be obeyed by other programs, and not by this one. */
function assertSupported(env: Environment): void {
  const only: readonly [RegExp, string][] = [
    [/^OTEL_EXPORTER_OTLP_(TRACES_|METRICS_)?PROTOCOL$/, "http/protobuf"],
    [/^OTEL_TRACES_SAMPLER$/, "parentbased_traceidratio"],
  ];
  for (const [names, value] of only) {
    const wrong = Object.keys(env).find(
      (name) => names.test(name) && env[name] && env[name] !== value,
    );
    if (wrong) throw new UsageError(`${wrong} must be ${value}, which is all that is supported`);
  }
}

/** From the flags, and over them from the file: `NAME=VALUE`, in the file one a line. */
function otlpHeaders({ otlpHeader = [], otlpHeadersFile }: OtlpFlags): Record<string, string> {
  const file = { name: "--otlp-headers-file", text: otlpHeadersFile ?? "" };
  const lines = otlpHeadersFile === undefined ? "" : contentOf(file);
  const inFile = lines.split("\n").filter((line) => line.trim() !== "");
  return Object.fromEntries([
    ...otlpHeader.map((text) => header({ name: "--otlp-header", text })),
    ...inFile.map((text) => header({ name: file.name, text })),
  ]);
}

/** @throws UsageError without the text, which has a secret in it. */
function header({ name: flag, text }: Setting): [string, string] {
  const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)=([\x20-\x7e\t]+)$/.exec(text.trimEnd()) ?? [];
  if (name !== undefined && value !== undefined) return [name, value.trim()];
  throw new UsageError(`${flag} must be headers such as Authorization=Bearer TOKEN, one a line`);
}

function ratio(setting: Setting | null): number {
  if (setting === null) return 0.01;
  const { name, text } = setting;
  const value = Number(text);
  if (/^\d*\.?\d+$/.test(text) && value <= 1) return value;
  throw new UsageError(`${name} must be a number from 0 to 1`);
}

function metricsEveryMs(setting: Setting | null): number {
  if (setting === null) return 60_000;
  const value = wholeNumber(setting, 3_600_000);
  if (value >= 1000) return value;
  throw new UsageError(`${setting.name} must be 1000 milliseconds or more`);
}
