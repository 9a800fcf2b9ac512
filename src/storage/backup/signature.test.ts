import { describe, expect, test } from "bun:test";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { BackupRefused } from "./manifest.ts";
import {
  parsePrivateKey,
  parsePublicKey,
  publicKeyOf,
  signatureOf,
  signerOf,
} from "./signature.ts";

const [own, other] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];
const pem = (key: KeyObject) =>
  key.export({ format: "pem", type: key.type === "private" ? "pkcs8" : "spki" }).toString();
const manifest = Buffer.from('{"format":1}\n');

describe("keys", () => {
  test("are read in PEM; a public one also as its line, and written as that", () => {
    const line = pem(own.publicKey).split("\n")[1]!;
    expect(parsePublicKey(pem(own.publicKey))).toBe(line);
    expect(parsePublicKey(line)).toBe(line);
    expect(publicKeyOf(parsePrivateKey(pem(own.privateKey))!)).toBe(line);
  });

  test.each([
    ["nothing", ""],
    ["a name", "backup-key.pub"],
    ["a private key where a public one is read, and the reverse", null],
    ["a key of another algorithm", generateKeyPairSync("ec", { namedCurve: "P-256" })],
    ["a key for exchanges", generateKeyPairSync("x25519")],
  ])("%s is refused", (_, given) => {
    const { publicKey, privateKey } =
      typeof given === "string" || given === null
        ? { publicKey: given ?? pem(own.privateKey), privateKey: given ?? pem(own.publicKey) }
        : { publicKey: pem(given.publicKey), privateKey: pem(given.privateKey) };
    expect([parsePublicKey(publicKey), parsePrivateKey(privateKey)]).toEqual([null, null]);
  });

  test("a private key with a passphrase is refused", () => {
    const sealing = { cipher: "aes-256-cbc", passphrase: "x" };
    const sealed = own.privateKey.export({ format: "pem", type: "pkcs8", ...sealing });
    expect(parsePrivateKey(sealed.toString())).toBeNull();
  });
});

describe("a signature", () => {
  const entry = signatureOf(manifest, own.privateKey);

  test("says by which key the manifest is signed", () => {
    expect(signerOf(manifest, entry)).toBe(publicKeyOf(own.privateKey));
  });

  test("is refused on another manifest, under another key, cut, and empty", () => {
    const [line, signature] = entry.split("\n") as [string, string];
    const refused = (bytes: Uint8Array, text: string) =>
      expect(() => signerOf(bytes, text)).toThrow(BackupRefused);
    refused(Buffer.from('{"format":1} \n'), entry);
    refused(manifest, `${publicKeyOf(other.privateKey)}\n${signature}\n`);
    refused(manifest, `${line}\n${signature.slice(0, -4)}\n`);
    refused(manifest, `${line}\n`);
    refused(manifest, signature);
    refused(manifest, "");
  });
});
