/** `booking-risk ready`: whether the service of this machine can score, as its `/readyz` says. */
import type { Command } from "commander";
import { readinessUrl } from "../app/config/listener.ts";
import { answer, CommandFailed, examples } from "./output.ts";
import type { CommonFlags } from "./with-store.ts";

type ReadyFlags = CommonFlags & Parameters<typeof readinessUrl>[0];

/** Longer than a write to a slow disk takes; health checks are repeated after some seconds. */
const answerMsMax = 5000;

export function readyCommand(program: Command): void {
  program
    .command("ready")
    .description("Ask the running service whether it can score: for health checks of containers")
    .option("--host <address>", "the same as for serve (BOOKING_RISK_HOST; 127.0.0.1)")
    .option("--port <number>", "the same as for serve (BOOKING_RISK_PORT; 3000)")
    .option("--ops-host <address>", "the same as for serve (BOOKING_RISK_OPS_HOST; 127.0.0.1)")
    .option("--ops-port <number>", "the same as for serve (BOOKING_RISK_OPS_PORT; none)")
    .option(
      "--tls-certificate <file>",
      "the same as for serve (BOOKING_RISK_TLS_CERTIFICATE; none)",
    )
    .option("--tls-key <file>", "the same as for serve (BOOKING_RISK_TLS_KEY; none)")
    .addHelpText(...examples("ready", "ready --port 8080 --json"))
    .action((flags: ReadyFlags) => ready(flags));
}

async function ready(flags: ReadyFlags): Promise<void> {
  const url = readinessUrl(flags, process.env);
  const response = await fetch(url, {
    signal: AbortSignal.timeout(answerMsMax),
    tls: { rejectUnauthorized: false }, // The certificate is for another name than this machine's own address.
  }).catch(() => {
    throw new CommandFailed(`not ready: nothing answers at ${url}`);
  });
  if (response.status !== 200) {
    const { detail = "" } = (await response.json().catch(() => ({}))) as { detail?: string };
    throw new CommandFailed(`not ready: ${response.status} ${detail}`.trimEnd());
  }
  answer(flags.json, { ready: true }, () => ["ready"]);
}
