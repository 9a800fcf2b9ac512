import { expect, test } from "bun:test";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BackupFlags, backupConfig } from "./backups.ts";

test.each([
  [{ backupEvery: "6h" }, "need each other"],
  [{ backupTo: "copies" }, "need each other"],
  [{ backupEvery: "5s", backupTo: "copies" }, "from 10s to 31d"],
  [{ backupEvery: "6h", backupTo: "data/copies" }, "must not be in the data folder"],
  [{ backupEvery: "6h", backupTo: "x", backupRecipient: ["me"] }, "public key of age"],
  [{ backupEvery: "6h", backupTo: "x", backupKeep: "0" }, "must be 1 or more"],
  [{ backupKeep: "3" }, "need --backup-every"],
  [{ backupSignWith: "key.pem" }, "need --backup-every"],
  [
    { backupEvery: "6h", backupTo: "x", backupSignWith: "data/key.pem" },
    "each backup would contain it",
  ],
  [{ backupEvery: "6h", backupTo: "x", backupSignWith: "no-such.pem" }, "cannot be read (ENOENT)"],
] as [BackupFlags, string][])("%p is refused with what to do", (flags, said) => {
  expect(() => backupConfig(flags, {})).toThrow(said);
});

test("the key that signs is a private one of Ed25519, and its file is given to each backup", () => {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-"));
  const file = join(folder, "backup-key.pem");
  const signedWith = (key: KeyObject, type: "pkcs8" | "spki") => {
    writeFileSync(file, key.export({ format: "pem", type }));
    return backupConfig({ backupEvery: "6h", backupTo: "x", backupSignWith: file }, {}).backups;
  };
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  expect(signedWith(privateKey, "pkcs8")?.signWith).toBe(file);
  expect(() => signedWith(publicKey, "spki")).toThrow("must name a private key of Ed25519");
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
  expect(() => signedWith(other.privateKey, "pkcs8")).toThrow("must name a private key of Ed25519");
  rmSync(folder, { recursive: true });
});
