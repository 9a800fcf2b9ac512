/** `booking-risk backup FILE`, `booking-risk backup verify FILE` */
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { backupsKept, signingKey } from "../app/config/backups.ts";
import { mebibytes, UsageError } from "../app/config/setting.ts";
import { copyName, removeOld, removeUnfinished, seriesOf } from "../storage/backup/copies.ts";
import { type BackupMade, backUp, intoFile } from "../storage/backup/create.ts";
import { recordBackup } from "../storage/backup/last-backup.ts";
import { type EncryptionFlags, encryptionOf, passphraseOptions } from "./backup/secrets.ts";
import { addUnpackOptions } from "./backup/unpack-options.ts";
import { verifyBackup } from "./backup/verify.ts";
import { CommandFailed, examples } from "./output.ts";
import { type CommonFlags, requireFiles } from "./with-store.ts";

type BackupFlags = CommonFlags &
  EncryptionFlags & {
    overwrite?: boolean;
    into?: string;
    keep?: string;
    leaveFree?: string;
    signWith?: string;
  };

export function backupCommands(program: Command): void {
  const backup = program
    .command("backup")
    .description(
      "Copy the data folder into one file, as of one moment, while the service runs: databases, " +
        "models and keys. `backup verify` checks such a file, `restore` restores it",
    )
    .argument("[file]", "a new file; - for standard output")
    .option("--recipient <key...>", "encrypt it for these public keys of age (age1…)")
    .option("--sign-with <file>", "sign it with this private key of Ed25519, in PEM")
    .option("--overwrite", "replace the file if it exists")
    .option("--into <folder>", "instead of FILE: a new file in this folder, named by the time")
    .option("--keep <number>", "how many backups of this data folder to keep in --into (7)")
    .option(
      "--leave-free <MiB>",
      "stop if the disk of the data folder would have less free space than this (0)",
    )
    .enablePositionalOptions()
    .addHelpText(
      ...examples(
        "backup /backup/monday.tar",
        "backup /backup/monday.tar.age --recipient age1…",
        "backup --into /backup --keep 14 --sign-with /etc/booking-risk/backup-key.pem",
        "backup verify /backup/monday.tar.age --identity key.txt",
      ),
    )
    .action((file: string | undefined, flags: BackupFlags) => makeBackup(file, flags));
  const verify = backup
    .command("verify")
    .description(
      "Check a backup: hashes, databases, and that decisions can be recomputed from it bit for bit. " +
        "Needs room for its data in the system's temporary folder (TMPDIR)",
    )
    .argument("<file>")
    .option("--all-decisions", "recompute every decision, instead of at most 100 of each project")
    .addHelpText(...examples("backup verify risk.backup --signed-by backup-key.pub"))
    .action(verifyBackup);
  for (const option of passphraseOptions()) backup.addOption(option);
  addUnpackOptions(verify);
}

async function makeBackup(named: string | undefined, flags: BackupFlags): Promise<void> {
  const dataFolder = requireFiles(flags, "back the database up with pg_dump or pg_basebackup");
  const signWith =
    flags.signWith === undefined
      ? null
      : signingKey({ name: "--sign-with", text: flags.signWith }, dataFolder);
  const encryption = await encryptionOf(flags);
  const series = seriesFor(named, flags, dataFolder, encryption !== null);
  const file = series?.file ?? (named === "-" ? null : resolve(named!));
  const leaveFree = mebibytes({ name: "--leave-free", text: flags.leaveFree ?? "0" }) * 1024 ** 2;
  const options = {
    overwrite: flags.overwrite ?? false,
    leaveFree: leaveFreeOn(file, dataFolder, leaveFree),
  };
  const consume = file === null ? intoStandardOutput : intoFile(file, options);
  const isInterrupted = interruption();
  const protection = { encryption, signWith };
  const made = await backUp(dataFolder, { ...protection, leaveFree, isInterrupted }, consume);
  await recordBackup(dataFolder, Date.parse(made.createdAt));
  const removed = series?.removeOld();
  const text = flags.json ? JSON.stringify({ file, ...made, removed }) : line(file, made);
  (file === null ? process.stderr : process.stdout).write(`${text}\n`);
}

/** Of `--into`: the new file, and what is to be done when it is there. */
function seriesFor(
  named: string | undefined,
  flags: BackupFlags,
  dataFolder: string,
  isEncrypted: boolean,
) {
  if ((named === undefined) === (flags.into === undefined)) {
    throw new UsageError("name either a FILE or, with --into, a folder");
  }
  if (flags.into === undefined) {
    if (flags.keep !== undefined) throw new UsageError("--keep needs --into");
    return null;
  }
  const keep = backupsKept(flags.keep === undefined ? null : { name: "--keep", text: flags.keep });
  const folder = resolve(flags.into);
  if (!isFolder(folder)) throw new CommandFailed(`there is no folder ${folder}`);
  if (!isFolder(dataFolder)) {
    throw new CommandFailed(`there is no folder ${dataFolder}; specify it with --data`);
  }
  const series = seriesOf(dataFolder);
  removeUnfinished(folder, series);
  return {
    file: join(folder, copyName(series, Date.now(), isEncrypted)),
    removeOld: () => removeOld(folder, series, keep),
  };
}

const isFolder = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** What is to be left on the file's disk: where that is another one than the data folder's, nothing. */
function leaveFreeOn(file: string | null, dataFolder: string, bytes: number): number {
  const deviceOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev;
  return file !== null && deviceOf(dirname(file)) === deviceOf(dataFolder) ? bytes : 0;
}

/** @returns whether the command was told to end. It ends by itself then, and removes what it wrote. */
function interruption(): () => boolean {
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
  };
  process.once("SIGTERM", interrupt).once("SIGINT", interrupt);
  return () => isInterrupted;
}

async function intoStandardOutput(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of bytes) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }
}

function line(path: string | null, made: BackupMade) {
  const { createdAt, bytes, files, seconds, encrypted, signedBy } = made;
  const size = `${(bytes / 1e6).toFixed(1)} MB in ${files} files`;
  const signed = signedBy === null ? "not signed" : `signed by ${signedBy}`;
  const how = `${signed}, ${encrypted ? "encrypted" : "not encrypted: it contains guests' data"}`;
  return `Backed up the data as of ${createdAt}: ${size}, ${how}. ${seconds} s${path ? `: ${path}` : ""}`;
}
