/** `booking-risk restore FILE` */
import { resolve } from "node:path";
import type { Command } from "commander";
import { openModels, openStore, requireSafeModels } from "../app/open.ts";
import { importTombstones } from "../decisions/privacy/tombstones.ts";
import { type Restored, restore } from "../storage/backup/restore.ts";
import { operatingSystemUser } from "./actor.ts";
import {
  addUnpackOptions,
  signatureText,
  type UnpackFlags,
  unpackOptionsOf,
} from "./backup/unpack-options.ts";
import { readTombstones } from "./guest.ts";
import { answer, counted, examples, table } from "./output.ts";
import { type CommonFlags, requireFiles } from "./with-store.ts";

type RestoreFlags = CommonFlags &
  UnpackFlags & {
    replace?: boolean;
    replaceUnreadable?: boolean;
    revokeKeys?: boolean;
    tombstones?: string;
  };

export function restoreCommand(program: Command): void {
  const command = program
    .command("restore")
    .description(
      "Restore a backup into an empty data folder. Everything is checked before it is put in place. " +
        "Sessions and one-time links end",
    )
    .argument("<file>", "a backup")
    .option("--replace", "if the folder contains data, first move that into a folder inside it")
    .option(
      "--replace-unreadable",
      "like --replace, even if the erased guests and the revoked keys of that data cannot be read: " +
        "they may be back in the restored data",
    )
    .option("--revoke-keys", "revoke every key of the backup")
    .option(
      "--tombstones <file>",
      "also erase the guests of this file, which `guest tombstones export` wrote after the backup",
    )
    .addHelpText(...examples("restore /backup/monday.tar --data /var/lib/booking-risk"))
    .action((file: string, flags: RestoreFlags) => run(file, flags));
  addUnpackOptions(command);
}

async function run(file: string, flags: RestoreFlags): Promise<void> {
  const instead = "restore a dump with pg_restore, then run `guest tombstones import`";
  const dataFolder = requireFiles(flags, instead);
  const actor = operatingSystemUser();
  const tombstones = flags.tombstones ? readTombstones(flags.tombstones) : [];
  const replaceUnreadable = flags.replaceUnreadable ?? false;
  const unpacking = await unpackOptionsOf(flags);
  let erasures = 0;
  const restored = await restore(resolve(file), dataFolder, {
    ...unpacking,
    actor: actor.name,
    now: Date.now(),
    revokeKeys: flags.revokeKeys ?? false,
    replace: flags.replace ?? replaceUnreadable,
    replaceUnreadable,
    async withData(draft) {
      const store = await openStore({ dataFolder: draft });
      try {
        await requireSafeModels(openModels({ dataFolder: draft }, store), { dataFolder });
        erasures = (await importTombstones({ store, now: Date.now }, actor, tombstones)).length;
      } finally {
        await store.close();
      }
    },
  });
  answer(flags.json, { dataFolder, ...restored, erasures }, () => [
    ...lines(dataFolder, restored),
    signatureText(restored.signedBy, unpacking.signedBy),
    ...erasureLines(restored, erasures, flags.tombstones !== undefined),
    ...ownerLines(restored),
    ...passkeyLines(restored),
    ...keyLines(restored),
  ]);
}

function lines(dataFolder: string, restored: Restored): string[] {
  const { backupAt, files, revokedKeys, endedSessions, endedLinks } = restored;
  return [
    `Restored ${counted(files, "file")} with the data as of ${backupAt} to ${dataFolder}.`,
    ...(restored.previousData ? [`The data that was there is in ${restored.previousData}.`] : []),
    `Ended ${counted(endedSessions, "session")} and ${counted(endedLinks, "one-time link")}.`,
    ...(revokedKeys.length > 0 ? [`Revoked ${counted(revokedKeys.length, "key")}.`] : []),
    "Passwords, roles and settings are those of the backup.",
  ];
}

function erasureLines(
  { backupAt, carriedErasures, erasuresKnown }: Restored,
  count: number,
  hasTombstones: boolean,
): string[] {
  const carried =
    carriedErasures > 0 ? `, ${carriedErasures} of them recorded in the replaced data only` : "";
  const done =
    count > 0 ? [`Done in this data: ${counted(count, "erasure")} of guests${carried}.`] : [];
  if (erasuresKnown || hasTombstones) return done;
  return [
    ...done,
    `Guests that were erased after ${backupAt} are in the data again, unless you restore with ` +
      "--tombstones FILE and a file of `guest tombstones export`.",
  ];
}

function ownerLines({ owners }: Restored): string[] {
  if (owners.length === 0) return [];
  const rows = owners.map((one) => [one.email, one.projectId ?? "all projects", one.name]);
  return [
    "",
    "These accounts are owners. Remove each that should not be one (in the dashboard, under Team):",
    ...table(["E-MAIL", "OWNER OF", "NAME"], rows),
  ];
}

function passkeyLines({ passkeys }: Restored): string[] {
  if (passkeys.length === 0) return [];
  const rows = passkeys.map((one) => [one.email, one.addedAt, one.name]);
  return [
    "",
    "These passkeys sign in without a password. To remove those of an account: booking-risk user reset " +
      "--email ADDRESS",
    ...table(["E-MAIL", "ADDED", "NAME"], rows),
  ];
}

function keyLines({ backupAt, usableKeys: keys }: Restored): string[] {
  if (keys.length === 0) return [];
  const rows = keys.map((key) => [key.keyId, key.kind, key.display, key.projectId, key.name]);
  return [
    "",
    `These keys can be used. Revoke each that was revoked after ${backupAt} (booking-risk key revoke):`,
    ...table(["KEY", "KIND", "SHOWN AS", "PROJECT", "NAME"], rows),
  ];
}
