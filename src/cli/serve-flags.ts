/** The flags of `booking-risk serve`, by subject. */
import type { Command } from "commander";
import { logLevels } from "../base/log.ts";

/** Adds all of them, in the order of the help. */
export const addServeFlags = (command: Command): Command =>
  [
    addressFlags,
    loadFlags,
    retentionFlags,
    backupFlags,
    accountFlags,
    networkFlags,
    logFlags,
    otlpFlags,
  ].reduce((flagged, add) => add(flagged), command);

/** Where the service listens, and under which names it is reached. */
const addressFlags = (command: Command): Command =>
  command
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
    );

/** How much is accepted of callers and pages. */
const loadFlags = (command: Command): Command =>
  command
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
    );

/** How long data are kept, and what a start does with them. */
const retentionFlags = (command: Command): Command =>
  command
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
    );

const backupFlags = (command: Command): Command =>
  command
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
    );

/** How it stops, and what accounts need. */
const accountFlags = (command: Command): Command =>
  command
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
    );

/** Whom it trusts, and whom it calls. */
const networkFlags = (command: Command): Command =>
  command
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
    );

const logFlags = (command: Command): Command =>
  command
    .option("--log-level <level>", `${logLevels.join(" | ")} (BOOKING_RISK_LOG_LEVEL; info)`)
    .option(
      "--access-log",
      "log each response: its request ID, route, status, time and decision (BOOKING_RISK_ACCESS_LOG=1)",
    );

/** OpenTelemetry. */
const otlpFlags = (command: Command): Command =>
  command
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
    );
