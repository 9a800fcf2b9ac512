/** `booking-risk serve` */
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { type ServeConfig, type ServeFlags, serveConfig } from "../app/config/config.ts";
import { operationsConfig } from "../app/config/operations.ts";
import { UsageError } from "../app/config/setting.ts";
import type { Service } from "../app/service.ts";
import { log, setLogLevel, writeRepeats } from "../base/log.ts";
import { commit, version } from "../base/version.ts";
import { setAccessLog } from "../http/monitoring/request-log.ts";
import { UnusableCertificate } from "../http/tls-certificate.ts";
import { UnusableList } from "../projects/accounts/breached-passwords.ts";
import { CommandFailed, examples } from "./output.ts";
import { removeOwnerLink, writeOwnerLink } from "./owner-link.ts";
import { addServeFlags } from "./serve-flags.ts";
import { type Notifier, systemdNotifier } from "./systemd.ts";

/** @returns the command: its flags that have a variable are the settings. */
export function serveCommand(program: Command): Command {
  const command = program
    .command("serve")
    .description("Start the service. It logs one JSON object per line");
  return addServeFlags(command)
    .addHelpText(
      ...examples(
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
    if ((error as { syscall?: string }).syscall !== "listen") throw error;
    throw new CommandFailed(listenFailure((error as { code: string }).code, config));
  });
  stopAtSignal(service, config, systemd); // First: whoever reads the line `serving` may stop it at once.
  reloadAtHangup(service, flags);
  ignoreUserSignals();
  const opsUrl = service.operationsUrl?.href;
  log("info", "serving", { version, commit, url: service.url.href, ...(opsUrl && { opsUrl }) });
  warnOfExposure(config);
  if (service.ownerLink) showOwnerLink(config, service.ownerLink);
  else removeOwnerLink(config.dataFolder);
  systemd.ready(`Listening on ${service.url.href}`);
  await new Promise(() => {}); // Until a signal.
}

/** The error does not say which of the two listeners failed. */
function listenFailure(code: string, { host, port, operations }: ServeConfig): string {
  const either = (own: string | number, ofOperations: string | number | undefined) =>
    ofOperations === undefined || ofOperations === own ? `${own}` : `${own} or ${ofOperations}`;
  const ports = either(port, operations?.port);
  const hosts = either(host, operations?.host);
  const portFlags = operations ? "--port or --ops-port" : "--port";
  const hostFlags = operations ? "--host or --ops-host" : "--host";
  if (code === "EADDRINUSE" && operations?.port === port && operations.host === host) {
    return `port ${port} is in use; choose different ports with --port and --ops-port`;
  }
  if (code === "EADDRINUSE") return `port ${ports} is in use; choose another with ${portFlags}`;
  if (code === "EACCES") {
    return `this user may not listen on port ${ports}; choose one above 1023 with ${portFlags}`;
  }
  return (
    `cannot listen on ${hosts} (${code}); choose an address of this machine with ${hostFlags}, such as 127.0.0.1, or ` +
    "0.0.0.0 for all of them"
  );
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

/** Some programs send these to reload or to rotate logs. Without a listener they end the process at once. */
function ignoreUserSignals(): void {
  if (process.platform === "win32") return;
  for (const signal of ["SIGUSR1", "SIGUSR2"]) process.on(signal, () => {});
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
