/** The flags of the commands that read a backup: what decrypts it, and by whom it must be signed. */
import { type Command, Option } from "commander";
import { contentOf, UsageError } from "../../app/config/setting.ts";
import { type PublicKey, parsePublicKey } from "../../storage/backup/signature.ts";
import type { UnpackOptions } from "../../storage/backup/unpack.ts";
import { type DecryptionFlags, passphraseOptions, secretsOf } from "./secrets.ts";

export interface UnpackFlags extends DecryptionFlags {
  signedBy?: string;
}

export function addUnpackOptions(command: Command): void {
  command.addOption(
    new Option("--identity <file...>", "files with private keys of age (AGE-SECRET-KEY-1…)"),
  );
  for (const option of passphraseOptions()) command.addOption(option);
  command.option(
    "--signed-by <key>",
    "refuse a backup that is not signed by this public key of Ed25519: a file in PEM, or its line of base64",
  );
}

export async function unpackOptionsOf(flags: UnpackFlags): Promise<UnpackOptions> {
  const signedBy = flags.signedBy === undefined ? null : publicKeyIn(flags.signedBy);
  return { secrets: await secretsOf(flags), signedBy };
}

function publicKeyIn(text: string): PublicKey {
  const key = parsePublicKey(text) ?? parsePublicKey(contentOf({ name: "--signed-by", text }));
  if (key) return key;
  throw new UsageError(`--signed-by: ${text} has no public key of Ed25519 in PEM`);
}

/** What a backup's signature shows, a sentence. @param wanted of `--signed-by` */
export function signatureText(signedBy: PublicKey | null, wanted: PublicKey | null): string {
  if (signedBy === null) return "It is not signed: whoever could write to it may have changed it.";
  if (wanted !== null) return `It is signed by ${signedBy}, as --signed-by demands.`;
  return `It is signed by ${signedBy}. Anybody can sign with a key of their own: give yours by --signed-by.`;
}
