/** `booking-risk serve` */
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { UnusableList } from "../accounts/breached-passwords.ts";
import type { Service } from "../app/service.ts";
import { operationsConfig } from "../config/operations.ts";
import { UsageError } from "../config/setting.ts";
import { type ServeConfig, type ServeFlags, serveConfig } from "../config.ts";
import { setAccessLog } from "../http/request-log.ts";
import { UnusableCertificate } from "../http/tls-certificate.ts";
import { log, logLevels, setLogLevel, writeRepeats } from "../log.ts";
import { commit, version } from "../version.ts";
import { CommandFailed, examples } from "./output.ts";
import { removeOwnerLink, writeOwnerLink } from "./owner-link.ts";
import { type Notifier, systemdNotifier } from "./systemd.ts";

/** @returns the command: its flags that have a variable are the settings. */
export function serveCommand(program: Command): Command {
  return program
    .command("serve")
    .description("Start the service. It logs one JSON object per line")
    .option("--host <address>", "the address to listen on (BOOKING_RISK_HOST; 127.0.0.1)")
    .option("--port <number>", "the port; 0 for any free port (BOOKING_RISK_PORT; 3000)")
    .option(
      "--tls-certificate <file>",
      "answer HTTPS with this certificate and its chain, in PEM format; read again on SIGHUP " +
        "(BOOKING_RISK_TLS_CERTIFICATE; none)",
    )
    .option(
      "--tls-key <file>",
      "the certificate's private key, in PEM format (BOOKING_RISK_TLS_KEY; none)",
    )
    .option(
      "--ops-port <number>",
      "serve the dashboard, /metrics and /readyz on this port instead (BOOKING_RISK_OPS_PORT; none)",
    )
    .option("--ops-host <address>", "the address of --ops-port (BOOKING_RISK_OPS_HOST; 127.0.0.1)")
    .option(
      "--metrics-token <token>",
      "lets other machines read /metrics, as Authorization: Bearer (BOOKING_RISK_METRICS_TOKEN; none)",
    )
    .option(
      "--metrics-token-file <file>",
      "a file with that token, read again on SIGHUP (BOOKING_RISK_METRICS_TOKEN_FILE; none)",
    )
    .option(
      "--allowed-host <host...>",
      "names under which the dashboard and /metrics are reached, besides addresses and localhost " +
        "(BOOKING_RISK_ALLOWED_HOST, with commas; none)",
    )
    .option(
      "--rate-limit <number>",
      "scoring requests a second for each project, 0 for no limit (BOOKING_RISK_RATE_LIMIT; 0)",
    )
    .option(
      "--telemetry-rate-limit <number>",
      "telemetry batches a second with each publishable key, 0 for no limit " +
        "(BOOKING_RISK_TELEMETRY_RATE_LIMIT; 2000)",
    )
    .option(
      "--telemetry-address-limit <number>",
      "telemetry batches a second from each address, 0 for no limit " +
        "(BOOKING_RISK_TELEMETRY_ADDRESS_LIMIT; 200)",
    )
    .option(
      "--telemetry-collection-limit <number>",
      "telemetry batches a second of each collection, 0 for no limit " +
        "(BOOKING_RISK_TELEMETRY_COLLECTION_LIMIT; 20)",
    )
    .option(
      "--telemetry-key-quota <MiB>",
      "telemetry a day with each publishable key, 0 for no limit " +
        "(BOOKING_RISK_TELEMETRY_KEY_QUOTA; 2048)",
    )
    .option(
      "--telemetry-project-quota <MiB>",
      "telemetry a day for each project, 0 for no limit " +
        "(BOOKING_RISK_TELEMETRY_PROJECT_QUOTA; 4096)",
    )
    .option(
      "--telemetry-address-quota <MiB>",
      "telemetry a day from each address for a project, 0 for no limit " +
        "(BOOKING_RISK_TELEMETRY_ADDRESS_QUOTA; 512)",
    )
    .option(
      "--telemetry-free-space <MiB>",
      "free disk space below which telemetry is refused, while decisions continue; 0 for none " +
        "(BOOKING_RISK_TELEMETRY_FREE_SPACE; 1024)",
    )
    .option(
      "--telemetry-retention <days>",
      "how long telemetry is kept in projects without a setting of their own, 0 for ever " +
        "(BOOKING_RISK_TELEMETRY_RETENTION_DAYS; 90)",
    )
    .option(
      "--decision-retention <days>",
      "how long decisions keep the guest's data in projects without a setting of their own, 31 or " +
        "more, 0 for ever (BOOKING_RISK_DECISION_RETENTION_DAYS; 0)",
    )
    .option(
      "--skip-upgrade-copy",
      "upgrade databases of an older version without copying them in the data folder first",
    )
    .option(
      "--backup-every <interval>",
      "back the data folder up at this interval, such as 6h (BOOKING_RISK_BACKUP_EVERY; none)",
    )
    .option(
      "--backup-to <folder>",
      "the folder of those backups, preferably on another machine's disk (BOOKING_RISK_BACKUP_TO)",
    )
    .option("--backup-keep <number>", "how many of them to keep (BOOKING_RISK_BACKUP_KEEP; 7)")
    .option(
      "--backup-recipient <key...>",
      "encrypt them for these public keys of age (BOOKING_RISK_BACKUP_RECIPIENT, with commas; none)",
    )
    .option(
      "--backup-sign-with <file>",
      "sign them with the private key of Ed25519 in this file, in PEM (BOOKING_RISK_BACKUP_SIGN_WITH; none)",
    )
    .option(
      "--drain <seconds>",
      "after SIGTERM, how long to keep answering while /readyz says 503 (BOOKING_RISK_DRAIN_SECONDS; 1)",
    )
    .option(
      "--require-two-factor",
      "require a second factor of every account in every project (BOOKING_RISK_REQUIRE_TWO_FACTOR=1)",
    )
    .option(
      "--breached-passwords <file>",
      "a list of SHA-1 hashes of breached passwords, ordered by hash, as Pwned Passwords is published: " +
        "nobody may choose one of them (BOOKING_RISK_BREACHED_PASSWORDS; none)",
    )
    .option(
      "--trusted-proxy <address...>",
      "proxies and networks whose X-Forwarded-For is trusted (BOOKING_RISK_TRUSTED_PROXY)",
    )
    .option(
      "--agent <host...>",
      "agents whose signatures are verified (Web Bot Auth): HOST, whose keys are fetched from " +
        "there, or HOST=FILE (BOOKING_RISK_AGENT, with commas; none)",
    )
    .option(
      "--agent-authority <host...>",
      "hosts under which agents reach this service, including those of your own sites " +
        "(BOOKING_RISK_AGENT_AUTHORITY, with commas; none)",
    )
    .option(
      "--webhook-network <address...>",
      "addresses and networks that webhooks may be sent to although they are not public, and without " +
        "TLS (BOOKING_RISK_WEBHOOK_NETWORK, with commas; none)",
    )
    .option(
      "--ip-database <file...>",
      "MaxMind-format files with the location and the kind of IP addresses; reloaded when " +
        "replaced (BOOKING_RISK_IP_DATABASE, with commas; none)",
    )
    .option("--log-level <level>", `${logLevels.join(" | ")} (BOOKING_RISK_LOG_LEVEL; info)`)
    .option(
      "--access-log",
      "log each response: its request ID, route, status, time and decision (BOOKING_RISK_ACCESS_LOG=1)",
    )
    .option(
      "--otlp-endpoint <url>",
      "send OpenTelemetry traces and metrics to this receiver, by OTLP over HTTP " +
        "(OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, " +
        "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT; none)",
    )
    .option(
      "--otlp-headers-file <file>",
      "a file of headers for it, NAME=VALUE in each line, such as a token " +
        "(OTEL_EXPORTER_OTLP_HEADERS; none)",
    )
    .option(
      "--otlp-header <name=value...>",
      "headers for it that are not secret: others on this machine can read a command's flags",
    )
    .option(
      "--otlp-signal <signal...>",
      "traces, metrics (OTEL_TRACES_EXPORTER=none, OTEL_METRICS_EXPORTER=none; both)",
    )
    .option(
      "--otlp-trace-ratio <number>",
      "the fraction of decisions that is traced if the caller sends no traceparent " +
        "(OTEL_TRACES_SAMPLER_ARG; 0.01)",
    )
    .option(
      "--otlp-metrics-interval <ms>",
      "how often metrics are sent (OTEL_METRIC_EXPORT_INTERVAL; 60000)",
    )
    .addHelpText(
      "after",
      examples(
        "serve --data /var/lib/booking-risk",
        "serve --host 0.0.0.0 --trusted-proxy 10.0.0.5 --log-level warning",
      ),
    )
    .action((flags: ServeFlags) => serve(flags));
}

async function serve(flags: ServeFlags): Promise<void> {
  const config = serveConfig(flags, process.env);
  setLogLevel(config.logLevel);
  setAccessLog(config.accessLog);
  const systemd = systemdNotifier(process.env); // First: what it removes is not for the processes that are started.
  // Loaded only here: other commands start without what answers requests.
  const { startService } = await import("../app/service.ts");
  const service = await startService(config).catch((error) => {
    if (error instanceof UnusableList) {
      throw new UsageError(`--breached-passwords: ${error.message}`);
    }
    if (error instanceof UnusableCertificate) {
      throw new UsageError(`--tls-certificate, --tls-key: ${error.message}`);
    }
    if ((error as { code?: string }).code !== "EADDRINUSE") throw error;
    throw new CommandFailed(
      config.operations === null
        ? `port ${config.port} is in use; choose another with --port`
        : `port ${config.port} or ${config.operations.port} is in use; choose another with --port or --ops-port`,
    );
  });
  stopAtSignal(service, config, systemd); // First: whoever reads the line `serving` may stop it at once.
  reloadAtHangup(service, flags);
  const opsUrl = service.operationsUrl?.href;
  log("info", "serving", { version, commit, url: service.url.href, ...(opsUrl && { opsUrl }) });
  warnOfExposure(config);
  if (service.ownerLink) showOwnerLink(config, service.ownerLink);
  else removeOwnerLink(config.dataFolder);
  systemd.ready(`Listening on ${service.url.href}`);
  await new Promise(() => {}); // Until a signal.
}

/** How long closing may take after the time for draining: a write to a failing disk may never return. */
const closeMsMax = 20_000;

/**
 * Ends the process when everything that was accepted is answered, or when closing fails or takes too long: all
 * that was acknowledged is on disk. A second signal ends it at once.
 */
function stopAtSignal(service: Service, { drainS }: ServeConfig, systemd: Notifier): void {
  const stopMsMax = drainS * 1000 + closeMsMax;
  let stopping = false;
  const end = (failure?: string) => {
    writeRepeats();
    if (failure === undefined) log("info", "stopped");
    else log("error", "stopped", { reason: failure });
    process.exit(failure === undefined ? 0 : 1);
  };
  const stop = (signal: string) => {
    if (stopping) return end(`${signal} while it was stopping`);
    stopping = true;
    log("info", "stopping", { signal });
    systemd.stopping(stopMsMax);
    const late = `it was not closed ${closeMsMax / 1000} s after draining`;
    setTimeout(() => end(late), stopMsMax);
    service.stop().then(
      () => end(),
      (error) => end(String(error)),
    );
  };
  process.on("SIGINT", () => stop("SIGINT"));
  process.on("SIGTERM", () => stop("SIGTERM"));
}

/** Windows sends SIGHUP only where a console is closed, and ends the process. */
function reloadAtHangup(service: Service, flags: ServeFlags): void {
  if (process.platform === "win32" || ignoresHangup()) return;
  process.on("SIGHUP", () => {
    try {
      service.reload(operationsConfig(flags, process.env).metricsToken);
      log("info", "reloaded");
    } catch (error) {
      log("error", "reload_failed", { reason: (error as Error).message });
    }
  });
}

/** As under `nohup`, which is to stay so. Only Linux tells. */
function ignoresHangup(): boolean {
  if (process.platform !== "linux") return false;
  const status = readFileSync("/proc/self/status", "latin1");
  const [, ignored = "0"] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(status) ?? [];
  return (BigInt(`0x${ignored}`) & 1n) === 1n; // The lowest bit is for signal 1.
}

/** Keys, passwords and guests' data would cross the network as they are. */
function warnOfExposure({ host, operations, tls, trustedProxies }: ServeConfig): void {
  if (tls !== null) return;
  const exposed = [host, operations?.host].filter((one) => one !== undefined && !isLoopback(one));
  if (exposed.length === 0 || trustedProxies.length > 0) return;
  log("warning", "no_tls", {
    hosts: exposed,
    note:
      "other machines reach the service without TLS; put a proxy with TLS in front, and name it in --trusted-proxy, " +
      "or start with --tls-certificate and --tls-key",
  });
}

const isLoopback = (host: string) => host === "localhost" || host === "::1" || /^127\./.test(host);

/** Anyone with the link can become the owner, so only a terminal or a private file gets it. */
function showOwnerLink({ dataFolder }: ServeConfig, link: string): void {
  if (!process.stderr.isTTY) {
    log("info", "owner_link", {
      file: writeOwnerLink(dataFolder, link),
      note: "no account exists yet; the file has a link, good for an hour, that creates the owner's",
    });
    return;
  }
  process.stderr.write(
    `\nNo account exists yet. To create the owner account, open this link within an hour (single use):\n\n` +
      `    ${link}\n\n` +
      "To create another link: booking-risk user create --email YOU@EXAMPLE.COM\n\n",
  );
}
