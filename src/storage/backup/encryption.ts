/** Backups in the age format (age-encryption.org), which the `age` command reads and writes, too. */
import { Decrypter, Encrypter } from "age-encryption";
import { BackupRefused } from "./manifest.ts";

/** Who can read a backup: whoever knows the passphrase, or has the private key of a recipient. */
export type Encryption = { passphrase: string } | { recipients: readonly string[] };

export interface Secrets {
  passphrase: string | null;
  /** Private keys: `AGE-SECRET-KEY-1…`. */
  identities: readonly string[];
}

export type Bytes = ReadableStream<Uint8Array>;

/** How every file in this format begins. */
const firstBytes = Buffer.from("age-encryption.org/v1\n");

/** @throws BackupRefused where a recipient is no public key. */
export async function encrypted(plain: Bytes, encryption: Encryption): Promise<Bytes> {
  const encrypter = new Encrypter();
  if ("passphrase" in encryption) encrypter.setPassphrase(encryption.passphrase);
  else for (const recipient of encryption.recipients) addRecipient(encrypter, recipient);
  return encrypter.encrypt(plain);
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new BackupRefused("a recipient must be a public key of age, which begins with age1");
  }
}

/** Whether the beginning of a file says that it is encrypted. */
export function isEncrypted(beginning: Uint8Array): boolean {
  return firstBytes.equals(beginning.subarray(0, firstBytes.length));
}

/** @throws BackupRefused where none of the secrets opens it. */
export async function decrypted(
  sealed: Bytes,
  { passphrase, identities }: Secrets,
): Promise<Bytes> {
  if (passphrase === null && identities.length === 0) {
    throw new BackupRefused(
      "the backup is encrypted; give --identity FILE with its private key, or the passphrase by " +
        "--passphrase-file or BOOKING_RISK_BACKUP_PASSPHRASE",
    );
  }
  const decrypter = new Decrypter();
  if (passphrase !== null) decrypter.addPassphrase(passphrase);
  for (const identity of identities) addIdentity(decrypter, identity);
  try {
    return await decrypter.decrypt(sealed);
  } catch {
    throw new BackupRefused("neither the passphrase nor a given key decrypts the backup");
  }
}

function addIdentity(decrypter: Decrypter, identity: string): void {
  try {
    decrypter.addIdentity(identity);
  } catch {
    throw new BackupRefused("an identity must be a private key of age (AGE-SECRET-KEY-1…)");
  }
}
