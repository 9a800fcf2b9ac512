/** Backups that the service makes at an interval. */
import type { KeyObject } from "node:crypto";
import { resolve, sep } from "node:path";
import { parsePrivateKey } from "../../storage/backup/signature.ts";
import { type DataFlags, dataConfig } from "./data.ts";
import {
  contentOf,
  type Environment,
  listed,
  optionalSetting,
  type Setting,
  UsageError,
  wholeNumber,
} from "./setting.ts";

export interface BackupFlags extends DataFlags {
  backupEvery?: string;
  backupTo?: string;
  backupKeep?: string;
  backupRecipient?: string[];
  backupSignWith?: string;
}

export interface BackupConfig {
  backups: {
    everyMs: number;
    /** The folder of the backups, absolute. */
    into: string;
    keep: number;
    /** Public keys of age; none: it is not encrypted, unless there is a passphrase. */
    recipients: readonly string[];
    /** The file of the private key that signs them, absolute; null: they are not signed. */
    signWith: string | null;
  } | null;
}

/** Each is a copy of everything: more often than this, the next one would begin before the last has ended. */
const backupEveryS = { min: 10, max: 31 * 86_400 } as const;
const secondsOf = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
/** How many backups are kept, if nobody says. */
const keptByDefault = 7;
/** A folder of more files is listed slowly; every hour for a year is 8,760. */
const backupsKeptMax = 10_000;

export function backupConfig(flags: BackupFlags, env: Environment): BackupConfig {
  const every = optionalSetting(flags, env, "backupEvery");
  const keep = optionalSetting(flags, env, "backupKeep");
  const to = flags.backupTo ?? (env.BOOKING_RISK_BACKUP_TO || undefined);
  const recipients = flags.backupRecipient ?? listed(env.BOOKING_RISK_BACKUP_RECIPIENT);
  const signWith = optionalSetting(flags, env, "backupSignWith");
  if (every === null && to === undefined) {
    if (keep === null && recipients.length === 0 && signWith === null) return { backups: null };
    throw new UsageError(
      "--backup-keep, --backup-recipient and --backup-sign-with need --backup-every",
    );
  }
  if (every === null || !to) {
    throw new UsageError("--backup-every INTERVAL and --backup-to FOLDER need each other");
  }
  const { dataFolder, databaseUrl } = dataConfig(flags, env);
  if (databaseUrl) {
    throw new UsageError(
      "--backup-every is for a data folder; back PostgreSQL up with its own tools",
    );
  }
  const into = resolve(to);
  if (isWithin(into, dataFolder)) {
    throw new UsageError("--backup-to must not be in the data folder: both would be lost together");
  }
  if (signWith) signingKey(signWith, dataFolder); // Noticed at the start, as a wrong recipient is.
  return {
    backups: Object.freeze({
      everyMs: interval(every),
      into,
      keep: backupsKept(keep),
      recipients: Object.freeze(recipients.map(ageRecipient)),
      signWith: signWith && resolve(signWith.text),
    }),
  };
}

/** `90s`, `30m`, `6h` or `1d`. @returns ms */
function interval({ name, text }: Setting): number {
  const [, number, unit] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const seconds = Number(number) * secondsOf[unit as keyof typeof secondsOf];
  const { min, max } = backupEveryS;
  if (seconds >= min && seconds <= max) return seconds * 1000;
  throw new UsageError(`${name} must be a time such as 30m, 6h or 1d, from 10s to 31d`);
}

const isWithin = (path: string, folder: string) =>
  path === folder || path.startsWith(`${folder}${sep}`);

/** The private key of Ed25519, in PEM, by which backups of a data folder are signed. */
export function signingKey(file: Setting, dataFolder: string): KeyObject {
  const { name, text } = file;
  if (isWithin(resolve(text), dataFolder)) {
    throw new UsageError(`${name} must not be in the data folder: each backup would contain it`);
  }
  const key = parsePrivateKey(contentOf(file));
  if (key) return key;
  throw new UsageError(
    `${name} must name a private key of Ed25519 in PEM without a passphrase, as ` +
      "`openssl genpkey -algorithm ed25519` generates",
  );
}

/** How many backups are kept in a folder. */
export function backupsKept(setting: Setting | null): number {
  if (setting === null) return keptByDefault;
  const kept = wholeNumber(setting, backupsKeptMax);
  if (kept > 0) return kept;
  throw new UsageError(`${setting.name} must be 1 or more`);
}

/** A mistyped one is noticed at the start, not by a failed backup hours later. */
function ageRecipient(text: string): string {
  if (/^age1[0-9a-z]{20,4000}$/.test(text)) return text;
  throw new UsageError("--backup-recipient must be a public key of age, which begins with age1");
}
