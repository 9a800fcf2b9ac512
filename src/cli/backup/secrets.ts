/** The passphrase and the keys of backups: from files, the environment or a terminal, never from an argument. */
import { readFileSync } from "node:fs";
import { Option } from "commander";
import { UsageError } from "../../app/config/setting.ts";
import type { Encryption, Secrets } from "../../storage/backup/encryption.ts";
import { CommandFailed } from "../output.ts";

export interface EncryptionFlags {
  recipient?: string[];
  passphraseFile?: string;
  passphrase?: boolean;
}

export interface DecryptionFlags {
  identity?: string[];
  passphraseFile?: string;
  passphrase?: boolean;
}

const passphraseVariable = "BOOKING_RISK_BACKUP_PASSPHRASE";

export const passphraseOptions = () => [
  new Option(
    "--passphrase-file <file>",
    `the file whose first line is the passphrase (${passphraseVariable} for the passphrase itself)`,
  ),
  new Option("--passphrase", "ask for the passphrase at the terminal"),
];

/** Null where the backup is not to be encrypted. */
export async function encryptionOf(flags: EncryptionFlags): Promise<Encryption | null> {
  const { recipient = [] } = flags;
  if (recipient.length > 0 && (flags.passphraseFile !== undefined || flags.passphrase)) {
    throw new UsageError("use either --recipient or a passphrase");
  }
  if (recipient.length > 0) return { recipients: recipient.flatMap((text) => text.split(",")) };
  const passphrase = await passphraseOf(flags, true);
  return passphrase === null ? null : { passphrase };
}

export async function secretsOf(flags: DecryptionFlags): Promise<Secrets> {
  const identities = (flags.identity ?? []).flatMap((path) =>
    read(path, "--identity")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("#")),
  );
  return { identities, passphrase: await passphraseOf(flags, false) };
}

async function passphraseOf(
  flags: { passphraseFile?: string; passphrase?: boolean },
  twice: boolean,
): Promise<string | null> {
  if (flags.passphrase) return prompted(twice);
  if (flags.passphraseFile !== undefined) {
    const [line = ""] = read(flags.passphraseFile, "--passphrase-file").split(/\r?\n/);
    if (line === "") throw new CommandFailed(`${flags.passphraseFile} has no passphrase`);
    return line;
  }
  return process.env[passphraseVariable] || null;
}

function read(path: string, flag: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new CommandFailed(`${flag}: ${path} cannot be read`);
  }
}

async function prompted(twice: boolean): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new UsageError("--passphrase asks at a terminal; use --passphrase-file in scripts");
  }
  const passphrase = await ask("Passphrase: ");
  if (passphrase === "") throw new CommandFailed("an empty passphrase protects nothing");
  if (twice && (await ask("The same again: ")) !== passphrase) {
    throw new CommandFailed("the two passphrases differ");
  }
  return passphrase;
}

/** Reads a line from the terminal without showing it. */
function ask(question: string): Promise<string> {
  process.stderr.write(question);
  process.stdin.setRawMode(true);
  return new Promise((resolve, reject) => {
    let typed = "";
    const finish = (settle: () => void) => {
      process.stdin.off("data", take);
      process.stdin.setRawMode(false);
      process.stdin.pause();
      process.stderr.write("\n");
      settle();
    };
    const take = (data: Buffer) => {
      for (const character of data.toString()) {
        if (character === "\r" || character === "\n") return finish(() => resolve(typed));
        if (character === "\u0003") return finish(() => reject(new CommandFailed("interrupted")));
        typed = character === "\u007f" ? typed.slice(0, -1) : typed + character;
      }
    };
    process.stdin.on("data", take).resume();
  });
}
