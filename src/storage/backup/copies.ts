/**
 * A folder with backups of a data folder, of which the newest are kept. A name says of which data folder
 * it is, so that several can share the folder, and when the backup began:
 * `booking-risk-4f7k2m9q-2026-11-22T04-00-00Z.tar`, or `.tar.age` where it is encrypted. An empty file of that name
 * and `.verified` beside it says that `backup verify` found it intact.
 */
import { randomInt } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { removeLeftOver } from "./create.ts";

/** Backups of a restored data folder go on with its series: the name is in its backups, too. */
const seriesFile = "backup-series";
const seriesCharacters = "abcdefghijkmnpqrstuvwxyz23456789";
const seriesLength = 8;

/** The name of a data folder in its backups' names, made where it has none. */
export function seriesOf(dataFolder: string): string {
  const file = join(dataFolder, seriesFile);
  try {
    const drawn = () => seriesCharacters[randomInt(seriesCharacters.length)];
    const series = Array.from({ length: seriesLength }, drawn).join("");
    writeFileSync(file, `${series}\n`, { flag: "wx", mode: 0o600 });
    return series;
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
  const series = readFileSync(file, "utf8").trim();
  if (/^[a-z0-9]{8}$/.test(series)) return series;
  throw new Error(`${file} is damaged; remove it, and a new one is created`);
}

/** @param at Unix ms. */
export function copyName(series: string, at: number, isEncrypted: boolean): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(":", "-");
  return `booking-risk-${series}-${time}Z.tar${isEncrypted ? ".age" : ""}`;
}

function namesOf(series: string): RegExp {
  const time = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ`;
  return new RegExp(String.raw`^booking-risk-${series}-${time}\.tar(\.age)?$`);
}

/** The names of a series' whole backups, the oldest first. */
export function copiesIn(folder: string, series: string): string[] {
  const pattern = namesOf(series);
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort();
}

const verifiedSuffix = ".verified";

/**
 * Notes that a backup was found intact, where its name is that of a series.
 * @throws Error if its folder cannot be written.
 */
export function noteVerified(path: string): void {
  if (!namesOf("[a-z0-9]{8}").test(basename(path))) return;
  writeFileSync(`${path}${verifiedSuffix}`, "", { mode: 0o600 });
}

/**
 * Removes all but the newest of a series. The newest that was verified stays, too: whatever happened to the data
 * since, it can be restored.
 * @returns the names of what was removed.
 */
export function removeOld(folder: string, series: string, keep: number): string[] {
  const copies = copiesIn(folder, series);
  const isVerified = (name: string) => existsSync(join(folder, `${name}${verifiedSuffix}`));
  const proven = copies.findLast(isVerified);
  const old = copies.slice(0, -keep).filter((name) => name !== proven);
  for (const name of old) {
    for (const suffix of ["", verifiedSuffix]) {
      rmSync(join(folder, `${name}${suffix}`), { force: true });
    }
  }
  return old;
}

/** Removes what killed runs of a series left unfinished. */
export const removeUnfinished = (folder: string, series: string): void =>
  removeLeftOver(folder, `booking-risk-${series}-`);
