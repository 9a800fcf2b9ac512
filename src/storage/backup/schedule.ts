/**
 * Backups that a running service has made at an interval. Each is the command `backup --into`, in a process
 * of its own, and only that process touches the folder of the backups: where its disk or its network hangs,
 * the service does not.
 */
import { lowSpaceBytes } from "../../base/disk-space.ts";
import { isoTime } from "../../base/iso-time.ts";
import { log } from "../../base/log.ts";
import { runEvery } from "../../base/periodic.ts";
import { lastBackupAt } from "./last-backup.ts";

export interface BackupSchedule {
  everyMs: number;
  /** The folder of the backups, absolute. */
  into: string;
  /** How many are kept. */
  keep: number;
  /** Public keys of age. */
  recipients: readonly string[];
  /** The file of the private key that signs them, absolute; null: they are not signed. */
  signWith: string | null;
}

export interface ScheduleDeps {
  /** The command that starts this program. */
  command: readonly string[];
  dataFolder: string;
  /** Where several services share the folder, one of them makes the backups. */
  isFirst: () => boolean;
  ended: (result: "made" | "failed") => void;
  now: () => number;
}

export interface ScheduledBackups {
  warnings(): string[];
  /** Ends a backup that is being made, which leaves nothing. */
  stop(): Promise<void>;
}

/** How often to check whether a backup is due, ms. */
const checkEveryMs = 1000;
/** After a failure the next one is tried sooner than an interval later, ms. */
const retryMs = 10 * 60 * 1000;
/** How long a backup that is told to stop may take before it is killed, ms: it works in pieces. */
const stopMs = 2000;

export function scheduleBackups(schedule: BackupSchedule, deps: ScheduleDeps): ScheduledBackups {
  const { dataFolder, now } = deps;
  const command = [...deps.command, ...argumentsOf(schedule, dataFolder)];
  let failure: { at: number; reason: string } | null = null;
  let child: ReturnType<typeof spawned> | null = null;
  let stopped = false;

  async function isDue(): Promise<boolean> {
    if (failure) return now() - failure.at >= Math.min(retryMs, schedule.everyMs);
    const last = await lastBackupAt(dataFolder);
    // A clock that was set back must not put the next one off by more than an interval.
    return last === null || last > now() || now() - last >= schedule.everyMs;
  }

  async function make(): Promise<void> {
    try {
      child = spawned(command);
      const backup = await resultOf(child);
      failure = null;
      deps.ended("made");
      log("info", "backup_made", backup);
    } catch (error) {
      if (stopped) return;
      const reason = (error as Error).message;
      failure = { at: now(), reason };
      deps.ended("failed");
      log("error", "backup_failed", { reason });
    } finally {
      child = null;
    }
  }

  const job = runEvery(
    checkEveryMs,
    "backup_failed",
    async () => {
      if (!stopped && deps.isFirst() && (await isDue()) && !stopped) await make();
    },
    { atOnce: true },
  );

  return {
    warnings: () =>
      failure ? [`the backup at ${isoTime(failure.at)} failed: ${failure.reason}`] : [],
    async stop() {
      stopped = true;
      child?.kill("SIGTERM");
      const killing = setTimeout(() => child?.kill("SIGKILL"), stopMs);
      // A process that hangs in a call to a dead disk cannot be killed, and is not waited for.
      await Promise.race([job.stop(), Bun.sleep(2 * stopMs)]);
      clearTimeout(killing);
    },
  };
}

/**
 * @returns what the command says of the backup.
 * @throws Error why there is none.
 */
async function resultOf(child: ReturnType<typeof spawned>): Promise<Record<string, unknown>> {
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const status = await child.exited;
  if (status === 0) return JSON.parse(out) as Record<string, unknown>;
  const last = error
    .trim()
    .split("\n")
    .at(-1)!
    .replace(/^booking-risk: /, "");
  throw new Error(last || `the command ended with ${status}`);
}

function argumentsOf(
  { into, keep, recipients, signWith }: BackupSchedule,
  dataFolder: string,
): string[] {
  return [
    "backup",
    "--into",
    into,
    "--keep",
    String(keep),
    "--data",
    dataFolder,
    "--json",
    "--leave-free",
    String(lowSpaceBytes / 1024 ** 2),
    ...recipients.flatMap((recipient) => ["--recipient", recipient]),
    ...(signWith === null ? [] : ["--sign-with", signWith]),
  ];
}

function spawned(command: string[]) {
  return Bun.spawn(command, { stdio: ["ignore", "pipe", "pipe"], env: process.env });
}
