/** `booking-risk restore FILE` */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { openStore } from "../app.ts";
import { type Restored, restore } from "../backup/restore.ts";
import { dataConfig } from "../config.ts";
import { finishErasures, type Receipt } from "../privacy/erase.ts";
import { exportTombstones, importTombstones, type Tombstone } from "../privacy/tombstones.ts";
import { operatingSystemUser } from "./actor.ts";
import { type DecryptionFlags, secretsOf } from "./backup/secrets.ts";
import { identityOption, passphraseOptions } from "./backup.ts";
import { readTombstones } from "./guest.ts";
import { answer, counted, examples, table } from "./output.ts";
import { type CommonFlags, withDeps } from "./with-store.ts";

type RestoreFlags = CommonFlags &
  DecryptionFlags & { replace?: boolean; revokeKeys?: boolean; tombstones?: string };

export function restoreCommand(program: Command): void {
  const command = program
    .command("restore")
    .description(
      "Restore a backup into an empty data folder. Everything is checked before it is put in place. " +
        "Sessions and one-time links end",
    )
    .argument("<file>", "a backup")
    .option("--replace", "where the folder holds data, move that into a folder in it")
    .option("--revoke-keys", "revoke every key of the backup")
    .option(
      "--tombstones <file>",
      "erase these guests in it, too: what `guest tombstones export` wrote since the backup",
    )
    .addOption(identityOption())
    .addHelpText("after", examples("restore /backup/monday.tar --data /var/lib/booking-risk"))
    .action((file: string, flags: RestoreFlags) => run(file, flags));
  for (const option of passphraseOptions()) command.addOption(option);
}

async function run(file: string, flags: RestoreFlags): Promise<void> {
  const { dataFolder } = dataConfig(flags, process.env);
  const actor = operatingSystemUser();
  const later = flags.replace ? await tombstonesIn(dataFolder) : [];
  const tombstones = [
    ...(later ?? []),
    ...(flags.tombstones ? readTombstones(flags.tombstones) : []),
  ];
  let erasures: Receipt[] = [];
  const restored = await restore(resolve(file), dataFolder, {
    secrets: await secretsOf(flags),
    actor: actor.name,
    now: Date.now(),
    revokeKeys: flags.revokeKeys ?? false,
    replace: flags.replace ?? false,
    async withData(draft) {
      const store = await openStore({ dataFolder: draft });
      try {
        erasures = await importTombstones({ store, now: Date.now }, actor, tombstones);
      } finally {
        await store.close();
      }
    },
  });
  if (restored.carriedErasures > 0) {
    await withDeps(flags, (deps) => finishErasures(deps, { atOnce: true }));
  }
  const done = { dataFolder, ...restored, erasures: erasures.length };
  answer(flags.json, done, () => [
    ...lines(dataFolder, restored),
    ...erasureLines(restored, erasures.length, later === null),
  ]);
}

function lines(dataFolder: string, restored: Restored): string[] {
  const { backupAt, files, usableKeys, revokedKeys, endedSessions, endedLinks } = restored;
  return [
    `Restored ${counted(files, "file")} with the data as of ${backupAt} to ${dataFolder}.`,
    ...(restored.previousData ? [`The data that was there is in ${restored.previousData}.`] : []),
    `Ended ${counted(endedSessions, "session")} and ${counted(endedLinks, "one-time link")}.`,
    ...(revokedKeys.length > 0 ? [`Revoked ${counted(revokedKeys.length, "key")}.`] : []),
    ...(restored.carriedErasures > 0
      ? [`Erased ${counted(restored.carriedErasures, "guest")} here too, as in the replaced data.`]
      : []),
    "Passwords, roles and settings are as they were then.",
    ...keyLines(restored, usableKeys),
  ];
}

/** Of the data that is to be replaced; null where it cannot be read. */
async function tombstonesIn(dataFolder: string): Promise<Tombstone[] | null> {
  if (!existsSync(join(dataFolder, "control.db"))) return [];
  try {
    const store = await openStore({ dataFolder });
    try {
      return await exportTombstones({ store });
    } finally {
      await store.close();
    }
  } catch {
    return null;
  }
}

function erasureLines({ backupAt, previousData }: Restored, count: number, unread: boolean) {
  const done = count > 0 ? [`Done here too: ${counted(count, "erasure")} of guests.`] : [];
  if (previousData && !unread) return done;
  return [
    ...done,
    `Guests that were erased after ${backupAt} are in the data again, except with --tombstones FILE, ` +
      "which takes what `guest tombstones export` wrote.",
  ];
}

function keyLines({ backupAt }: Restored, keys: Restored["usableKeys"]): string[] {
  if (keys.length === 0) return [];
  const rows = keys.map((key) => [key.keyId, key.kind, key.display, key.projectId, key.name]);
  return [
    "",
    `These keys can be used. Revoke each that was revoked after ${backupAt} (booking-risk key revoke):`,
    ...table(["KEY", "KIND", "SHOWN AS", "PROJECT", "NAME"], rows),
  ];
}
