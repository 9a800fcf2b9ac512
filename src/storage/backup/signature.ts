/**
 * The signature of a backup: Ed25519, of the bytes of its manifest, which has the SHA-256 of every file. Whoever can
 * write to the folder of the backups, but does not have the private key, can neither change one nor make one.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { BackupRefused } from "./manifest.ts";

/**
 * A public key of Ed25519 in one line: its SubjectPublicKeyInfo in base64, which is the line between the first and
 * the last of its PEM file. Equal keys are equal texts.
 */
export type PublicKey = string;

/** @returns null where the text is no private key of Ed25519 in PEM, or is encrypted. */
export function parsePrivateKey(pem: string): KeyObject | null {
  return ed25519Key(() => createPrivateKey(pem));
}

/** @param text in PEM, or in one line. @returns null where it is no public key of Ed25519. */
export function parsePublicKey(text: string): PublicKey | null {
  const base64 = text.replace(/-----(BEGIN|END) PUBLIC KEY-----/g, "").replace(/\s/g, "");
  const key = ed25519Key(() =>
    createPublicKey({ key: Buffer.from(base64, "base64"), format: "der", type: "spki" }),
  );
  return key && textOf(key);
}

function ed25519Key(read: () => KeyObject): KeyObject | null {
  try {
    const key = read();
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

const textOf = (key: KeyObject): PublicKey =>
  key.export({ format: "der", type: "spki" }).toString("base64");

export const publicKeyOf = (privateKey: KeyObject): PublicKey =>
  textOf(createPublicKey(privateKey));

/** The entry of the archive: the public key and the signature, a line of each. */
export function signatureOf(manifest: Uint8Array, privateKey: KeyObject): string {
  const signature = sign(null, manifest, privateKey).toString("base64");
  return `${publicKeyOf(privateKey)}\n${signature}\n`;
}

/**
 * The key by which a manifest is signed. Anybody can sign with a key of their own: compare it.
 * @param entry as `signatureOf` gives it.
 * @throws BackupRefused where it is not the signature of this manifest.
 */
export function signerOf(manifest: Uint8Array, entry: string): PublicKey {
  const [line = "", signature = ""] = entry.split("\n");
  const publicKey = parsePublicKey(line);
  if (publicKey !== null && isSigned(manifest, publicKey, signature)) return publicKey;
  throw new BackupRefused("its signature is not that of its manifest: one of them was changed");
}

function isSigned(manifest: Uint8Array, publicKey: PublicKey, signature: string): boolean {
  const der = Buffer.from(publicKey, "base64");
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return verify(null, manifest, key, Buffer.from(signature, "base64"));
}
