/**
 * Where the first owner's link goes: to a terminal, where somebody reads it, and otherwise to a file
 * that only the operator can read. What a service prints is kept by journald or shipped elsewhere,
 * and anyone with the link can become the owner.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const ownerLinkFile = (dataFolder: string) => join(dataFolder, "owner-link");

/** @returns the file's path. */
export function writeOwnerLink(dataFolder: string, link: string): string {
  const file = ownerLinkFile(dataFolder);
  rmSync(file, { force: true }); // A new file has the mode, whatever was there before.
  writeFileSync(file, `${link}\n`, { mode: 0o600, flag: "wx" });
  return file;
}

export function removeOwnerLink(dataFolder: string): void {
  rmSync(ownerLinkFile(dataFolder), { force: true });
}
