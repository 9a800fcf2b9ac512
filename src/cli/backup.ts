/** `booking-risk backup FILE`, `booking-risk backup verify FILE` */
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { type BackupMade, backUp, intoFile } from "../backup/create.ts";
import type { Bytes } from "../backup/encryption.ts";
import { dataConfig } from "../config.ts";
import { lowerThreadPriority } from "../executable.ts";
import { recordBackup } from "../last-backup.ts";
import { type EncryptionFlags, encryptionOf, passphraseVariable } from "./backup/secrets.ts";
import { verifyBackup } from "./backup/verify.ts";
import { examples } from "./output.ts";
import type { CommonFlags } from "./with-store.ts";

type BackupFlags = CommonFlags & EncryptionFlags & { overwrite?: boolean };

export const passphraseOptions = () => [
  new Option(
    "--passphrase-file <file>",
    `the file whose first line is the passphrase (${passphraseVariable} for the passphrase itself)`,
  ),
  new Option("--passphrase", "ask for the passphrase at the terminal"),
];
export const identityOption = () =>
  new Option("--identity <file...>", "files with private keys of age (AGE-SECRET-KEY-1…)");

export function backupCommands(program: Command): void {
  const backup = program
    .command("backup")
    .description(
      "Copy the data folder into one file, as of one moment, while the service runs: databases, " +
        "models and keys. `backup verify` checks such a file, `restore` restores it",
    )
    .argument("<file>", "a new file; - for standard output")
    .option("--recipient <key...>", "encrypt it for these public keys of age (age1…)")
    .option("--overwrite", "replace the file where it exists")
    .enablePositionalOptions()
    .addHelpText(
      "after",
      examples(
        "backup /backup/monday.tar",
        "backup /backup/monday.tar.age --recipient age1…",
        "backup verify /backup/monday.tar.age --identity key.txt",
      ),
    )
    .action((file: string, flags: BackupFlags) => makeBackup(file, flags));
  const verify = backup
    .command("verify")
    .description(
      "Check a backup: hashes, databases, and that decisions can be recomputed from it bit for bit. " +
        "Needs room for its data in the system's temporary folder (TMPDIR)",
    )
    .argument("<file>")
    .option("--all-decisions", "recompute every decision, instead of some hundred of each project")
    .addOption(identityOption())
    .addHelpText("after", examples("backup verify risk.backup"))
    .action(verifyBackup);
  for (const option of passphraseOptions()) {
    backup.addOption(option);
    verify.addOption(option);
  }
}

async function makeBackup(file: string, flags: BackupFlags): Promise<void> {
  lowerThreadPriority(); // Decisions come first.
  const { dataFolder } = dataConfig(flags, process.env);
  const encryption = await encryptionOf(flags);
  const isStandardOutput = file === "-";
  const consume = isStandardOutput ? intoStandardOutput : intoFile(resolve(file), flags);
  const made = await backUp(dataFolder, encryption, consume);
  await recordBackup(dataFolder, Date.parse(made.createdAt));
  const path = isStandardOutput ? null : resolve(file);
  const text = flags.json ? JSON.stringify({ file: path, ...made }) : line(path, made);
  (isStandardOutput ? process.stderr : process.stdout).write(`${text}\n`);
}

async function intoStandardOutput(bytes: Bytes): Promise<void> {
  for await (const chunk of bytes) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }
}

function line(path: string | null, { createdAt, bytes, files, seconds, encrypted }: BackupMade) {
  const size = `${(bytes / 1e6).toFixed(1)} MB in ${files} files`;
  const how = encrypted ? "encrypted" : "not encrypted: it holds guests' data";
  return `Backed up the data as of ${createdAt}: ${size}, ${how}. ${seconds} s${path ? `: ${path}` : ""}`;
}
