import { expect, test } from "bun:test";
import { type BackupFlags, backupConfig } from "./backups.ts";

test.each([
  [{ backupEvery: "6h" }, "need each other"],
  [{ backupTo: "copies" }, "need each other"],
  [{ backupEvery: "5s", backupTo: "copies" }, "from 10s to 31d"],
  [{ backupEvery: "6h", backupTo: "data/copies" }, "must not be in the data folder"],
  [{ backupEvery: "6h", backupTo: "x", backupRecipient: ["me"] }, "public key of age"],
  [{ backupEvery: "6h", backupTo: "x", backupKeep: "0" }, "must be 1 or more"],
  [{ backupKeep: "3" }, "need --backup-every"],
] as [BackupFlags, string][])("%p is refused with what to do", (flags, said) => {
  expect(() => backupConfig(flags, {})).toThrow(said);
});
